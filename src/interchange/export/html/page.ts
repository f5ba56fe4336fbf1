// The frame of the page, with a policy that allows no fetching, and neither script nor style but its own.
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../../base/escape-html.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

interface PageParts {
  readonly title: string;
  /** The list of contents. */
  readonly contents: string;
  readonly main: string;
  /** The choice of a code format; empty for none. */
  readonly picker: string;
  /** Elements with data for the script. */
  readonly data: string;
}

export function renderPage({ title, contents, main, picker, data }: PageParts): string {
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
<a class="skip" href="#content">Skip to the content</a>
<nav id="contents" aria-label="Contents">
<div class="scripted" role="search"><input id="search" type="search" placeholder="Search" aria-label="Search requests" title="Shortcut: /"><p class="quiet" id="found" role="status"></p></div>
<h2>Contents</h2>${contents}</nav>
<div>
<div class="tools"><button class="scripted" id="menu" type="button" aria-expanded="false" aria-controls="contents">Contents</button>${picker}<button class="scripted" id="theme" type="button" title="Switch between light and dark">Dark</button></div>
<main id="content" tabindex="-1">
${main}
</main>
</div>
${data}
<script>${SCRIPT}</script>
</body>
</html>
`;
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
