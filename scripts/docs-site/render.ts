// Converts the Markdown of a page to HTML: headings with the ids that GitHub gives them, links between pages, colored code.
import { posix } from 'node:path';
import { Marked, type Tokens } from 'marked';
import { escapeHtml } from '../../src/base/escape-html.ts';
import { coloredCode } from './code.ts';
import { sitePath, type SourcePage } from './pages.ts';

export interface Heading {
  readonly depth: number;
  readonly id: string;
  readonly text: string;
}

/** A part of a page from one heading to the next, for the search. */
export interface PagePart {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface Rendered {
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly parts: readonly PagePart[];
  /** Files of the project that the page shows, such as its pictures. */
  readonly files: readonly string[];
}

/** `repository`: the address under which a file of the project is, for those that are not on the site. */
export function renderPage(page: SourcePage, repository: string): Rendered {
  const headings: Heading[] = [];
  const files = new Set<string>();
  const slugs = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const id = uniqueSlug(plainText(tokens), slugs);
        const inner = this.parser.parseInline(tokens);
        headings.push({ depth, id, text: plainText(tokens) });
        const link = `<a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`;
        return `<h${depth} id="${id}">${inner}${depth === 1 ? '' : link}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(targetOf(href, page, repository))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }) {
        const file = posix.join(posix.dirname(page.source), href);
        files.add(file);
        return `<img src="${escapeHtml(relativePath(page.path, imagePath(file)))}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      code: ({ text, lang }) => `<pre tabindex="0"><code>${coloredCode(text, lang ?? '')}</code></pre>\n`,
      table(token) {
        return `<div class="table" role="group" tabindex="0" aria-label="Table">${tableOf(token, (cell) => this.parser.parseInline(cell))}</div>\n`;
      },
      html: ({ text }) => escapeHtml(text),
    },
  });
  const html = marked.parse(page.markdown, { async: false });
  return { html, headings, parts: partsOf(page.markdown, headings), files: [...files] };
}

/** Returns the place of a picture in the site. */
export function imagePath(file: string): string {
  return file.replace(/^docs\//, '');
}

/** Returns the link from one page of the site to another file of it. */
export function relativePath(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to) || posix.basename(to);
}

function targetOf(href: string, page: SourcePage, repository: string): string {
  if (/^[a-z][a-z\d+.-]*:/i.test(href) || href.startsWith('#')) return href;
  const [path = '', anchor] = href.split('#');
  const file = posix.join(posix.dirname(page.source), decodeURI(path)).replace(/\/$/, '');
  const target = sitePath(file) ?? (file === 'docs/decisions' ? 'contents.html' : null);
  if (target === null) return `${repository}/${file}`;
  return relativePath(page.path, target) + (anchor === undefined ? '' : `#${anchor}`);
}

/** Returns the id that GitHub gives a heading; equal ones are numbered. */
function uniqueSlug(text: string, known: Map<string, number>): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .trim()
    .replaceAll(' ', '-');
  const count = known.get(slug) ?? 0;
  known.set(slug, count + 1);
  return count === 0 ? slug : `${slug}-${count}`;
}

function plainText(tokens: readonly Tokens.Generic[]): string {
  return tokens
    .map((token) => (token.tokens === undefined ? String(token['text'] ?? '') : plainText(token.tokens)))
    .join('')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function tableOf(
  { header, rows, align }: Tokens.Table,
  inline: (tokens: Tokens.TableCell['tokens']) => string,
): string {
  const cell = (tag: string, { tokens }: Tokens.TableCell, at: number): string =>
    `<${tag}${align[at] === 'right' ? ' class="number"' : ''}>${inline(tokens)}</${tag}>`;
  const row = (cells: readonly Tokens.TableCell[], tag: string): string =>
    `<tr>${cells.map((each, at) => cell(tag, each, at)).join('')}</tr>`;
  return `<table><thead>${row(header, 'th')}</thead><tbody>${rows.map((each) => row(each, 'td')).join('')}</tbody></table>`;
}

/** Returns the text of each part between headings, without marks. */
function partsOf(markdown: string, headings: readonly Heading[]): readonly PagePart[] {
  const outsideCode = markdown.replaceAll(/^(```|~~~)[^]*?^\1/gm, (code) => code.replaceAll(/^#/gm, ' #'));
  const texts = outsideCode.split(/^#{1,6} +.*$/m).slice(1);
  return headings.map(({ id, text }, at) => ({
    id,
    title: text,
    text: (texts[at] ?? '')
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[`*|#]|-{3,}/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
}
