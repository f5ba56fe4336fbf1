// The frame of a page: its head, the list of pages, the content, and what is on this page.
import { escapeHtml } from '../../src/base/escape-html.ts';
import type { Section, SourcePage } from './pages.ts';
import { relativePath, type Heading } from './render.ts';

export interface Frame {
  readonly page: SourcePage;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
  readonly version: string;
  readonly repository: string;
}

const NAME = 'Traffic Proxy';

export function framed(frame: Frame): string {
  const { page, html, sections, version } = frame;
  const to = (path: string): string => escapeHtml(relativePath(page.path, path));
  const title = page.path === 'index.html' ? NAME : `${page.title} · ${NAME}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; style-src 'self' 'unsafe-inline'">
<title>${escapeHtml(title)}</title>
<meta name="description" content="${escapeHtml(summaryOf(page.markdown))}">
<link rel="icon" href="${to('icon.svg')}">
<link rel="stylesheet" href="${to('site.css')}">
<script src="${to('theme.js')}"></script>
<script defer src="${to('site.js')}"></script>
</head>
<body data-root="${to('index.html').replace(/index\.html$/, '')}">
<a class="skip" href="#content">Skip to the content</a>
<header>
<button id="menu" aria-expanded="false" aria-controls="pages">Pages</button>
<a class="name" href="${to('index.html')}">${NAME}</a>
<search><label><span class="hidden">Search the documentation</span><input id="query" type="search" placeholder="Search" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="hits" aria-keyshortcuts="/"></label><div id="hits" role="listbox" aria-label="Found" hidden></div></search>
<label class="version"><span class="hidden">Version</span><select id="version"><option>${escapeHtml(version)}</option></select></label>
<button id="theme" aria-label="Dark theme" aria-pressed="false">◐</button>
</header>
<div class="columns">
<nav id="pages" aria-label="Pages">${sections.map((section) => group(section, page, to)).join('')}</nav>
<main id="content" tabindex="-1">${html}${neighbours(frame, to)}</main>
${onThisPage(frame.headings)}
</div>
</body>
</html>
`;
}

function group({ title, pages }: Section, current: SourcePage, to: (path: string) => string): string {
  const items = pages.map((page) => {
    const isCurrent = page.path === current.path ? ' aria-current="page"' : '';
    const isInner = page.path.includes('/') && !page.path.endsWith('index.html') ? ' class="inner"' : '';
    return `<li${isInner}><a href="${to(page.path)}"${isCurrent}>${escapeHtml(page.title)}</a></li>`;
  });
  return `<section><h2>${escapeHtml(title)}</h2><ul>${items.join('')}</ul></section>`;
}

function onThisPage(headings: readonly Heading[]): string {
  const items = headings
    .filter(({ depth }) => depth === 2 || depth === 3)
    .map(({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escapeHtml(text)}</a></li>`);
  if (items.length < 2) return '';
  return `<aside aria-label="On this page"><h2>On this page</h2><ul>${items.join('')}</ul></aside>`;
}

function neighbours({ page, sections, version, repository }: Frame, to: (path: string) => string): string {
  const all = sections.flatMap((section) => section.pages);
  const at = all.findIndex(({ path }) => path === page.path);
  const link = (other: SourcePage | undefined, rel: string, arrow: string): string =>
    other === undefined
      ? ''
      : `<a rel="${rel}" href="${to(other.path)}">${arrow.replace('…', escapeHtml(other.title))}</a>`;
  const source = page.source.startsWith('reference/') ? '' : `${repository}/${page.source}`;
  return `<footer>${link(all[at - 1], 'prev', '← …')}${link(all[at + 1], 'next', '… →')}<p>Version ${escapeHtml(version)}${source === '' ? '' : ` · <a href="${escapeHtml(source)}">Source of this page</a>`}</p></footer>`;
}

/** Returns the first sentence of a page. */
function summaryOf(markdown: string): string {
  const paragraph = markdown
    .replace(/^# .*$/m, '')
    .split(/\n{2,}/)
    .find((text) => /^[A-Z`\[*]/.test(text.trim()));
  const text = (paragraph ?? '').replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '');
  return text.trim().replaceAll(/\s+/g, ' ').slice(0, 160);
}
