// Converts Markdown (CommonMark and GFM) to HTML that is safe in a page: HTML in the text is shown as text, except for
// line breaks, and links lead only to web and mail addresses, and to files beside the page. Images become links, because nothing may be fetched.
import { Marked } from 'marked';
import { escapeHtml } from '../../../base/escape-html.ts';
import { isExcessiveMarkdown, MAX_MARKDOWN } from '../../../base/markdown-bounds.ts';

export function renderMarkdown(text: string): string {
  const source = text.slice(0, MAX_MARKDOWN);
  if (isExcessiveMarkdown(source)) return `<pre>${escapeHtml(source)}</pre>`;
  return marked.parse(source, { async: false }).trimEnd();
}

const marked = new Marked({
  renderer: {
    /** A bold paragraph, because headings would interfere with those of the page. */
    heading({ tokens }) {
      return `<p><strong>${this.parser.parseInline(tokens)}</strong></p>\n`;
    },
    html({ text, block }) {
      const shown = escapeHtml(text.trimEnd()).replace(/&lt;br ?\/?&gt;/g, '<br>');
      return block ? `<p>${shown}</p>\n` : shown;
    },
    image: ({ href, text }) => linkTo(href, escapeHtml(text === '' ? href : text)),
    link({ href, tokens }) {
      return linkTo(href, this.parser.parseInline(tokens));
    },
    checkbox: ({ checked }) =>
      `<input type="checkbox" disabled aria-label="${checked ? 'done' : 'to do'}"${checked ? ' checked' : ''}> `,
    code: ({ text }) => `<pre><code>${escapeHtml(text)}</code></pre>\n`,
  },
});

/** Targets with another scheme, and places in a page of which there are none here, stay text. */
function linkTo(href: string, label: string): string {
  if (!/^(?:https?:\/\/|mailto:)/i.test(href) && !isRelative(href)) return label;
  return `<a href="${escapeHtml(href)}" rel="noreferrer">${label}</a>`;
}

/** Returns true for the path of a file beside the page: no scheme may be in it, whatever browsers ignore of it. */
function isRelative(href: string): boolean {
  const [path = ''] = href.split(/[?#]/);
  return path !== '' && /^[\w.~%@+-][^:&\\\s]*$/.test(path);
}
