// The frame of an HTML page in one file. Its policy allows no requests, and only its own scripts and styles.
import { createHash } from 'node:crypto';
import { escapeHtml } from './escape-html.ts';

export interface HtmlPage {
  /** As text, not yet escaped. */
  readonly title: string;
  readonly style: string;
  /** Runs at the end of the body; empty for none. */
  readonly script?: string;
}

/** Returns the page. `body` is HTML in which all external text is escaped. */
export function htmlPage(page: HtmlPage, body: string): string {
  return `${htmlStart(page)}${body}${htmlEnd(page)}`;
}

/** Returns everything before the content of the body. */
export function htmlStart(page: HtmlPage): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${contentPolicy(page)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(page.title)}</title>
<link rel="icon" href="data:,">
<style>${page.style}</style>
</head>
<body>
`;
}

/** Returns everything after the content of the body. */
export function htmlEnd({ script = '' }: Pick<HtmlPage, 'script'>): string {
  return `
${script === '' ? '' : `<script>${script}</script>\n`}</body>
</html>
`;
}

/** Returns the Content-Security-Policy of a page. */
export function contentPolicy({ style, script = '' }: Omit<HtmlPage, 'title'>): string {
  return [
    "default-src 'none'",
    ...(script === '' ? [] : [`script-src ${sourceHash(script)}`]),
    `style-src ${sourceHash(style)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function sourceHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** Writes JSON that cannot close the element around it. */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
