// The frame of the page, with a policy that allows no fetching, and no script but its own.
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../base/escape-html.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** Returns everything before the lines of the requests. */
export function pageStart(title: string, run: unknown): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<noscript><p>This report shows its requests with a script, which is not allowed to run here.</p></noscript>
<header id="head"></header>
<main>
<form id="filters" role="search">
<label class="text">Search <input id="text" type="search" placeholder="name, URL, status, test, header, body"></label>
<label class="iteration">Iteration <input id="iteration" type="number" min="1" step="1" placeholder="all"></label>
<label><input id="failed" type="checkbox"> Failed only</label>
<output id="shown"></output>
</form>
<div id="list"></div>
<button id="more" type="button" hidden>Show more</button>
</main>
${DATA}"run">${embeddedJson(run)}</script>
${DATA}"requests">`;
}

/** Returns everything after them. */
export function pageEnd(totals: unknown): string {
  return `</script>
${DATA}"totals">${embeddedJson(totals)}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

const DATA = '<script type="application/json" id=';

/** Writes JSON that cannot end the element that contains it. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

function policy(): string {
  const allowed = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src ${allowed(SCRIPT)}`,
    `style-src ${allowed(STYLE)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
