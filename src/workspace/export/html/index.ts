// The documentation of a collection as one plain HTML page, without scripts and without resources from elsewhere.
import type { Collection, Folder, Item } from '../../model/collection.ts';
import { requestsOf } from '../../model/collection.ts';
import { defineExport, type CollectionExport } from '../contract.ts';
import { escapeHtml } from '../../../base/escape-html.ts';
import { renderMarkdown } from './markdown.ts';
import { renderPage } from './page.ts';
import { requestSection, type SectionOptions } from './request.ts';
import { publicInterpolation, type Interpolate } from '../shared/public-values.ts';

export const html = defineExport<CollectionExport>({
  kind: 'collection',
  format: 'html',
  label: 'API Documentation (HTML)',
  ending: ' docs.html',
  write: (collection, { environment }) => {
    const interpolate = publicInterpolation(collection.variables, environment?.variables ?? []);
    return { text: renderPage(collection.name, bodyOf(collection, interpolate)), warnings: [] };
  },
});

function bodyOf(collection: Collection, interpolate: Interpolate): string {
  const anchors = new Map(anchorsOf(collection.items));
  const count = [...requestsOf(collection.items)].length;
  return `<nav aria-label="Contents"><h2>Contents</h2>${contentsList(collection.items, anchors)}</nav>
<main>
<h1>${escapeHtml(collection.name)}</h1>
<p class="quiet">${count} ${count === 1 ? 'request' : 'requests'}</p>
${renderMarkdown(interpolate(collection.docs))}
${sections(collection.items, 2, anchors, interpolate)}
</main>`;
}

/** Yields an anchor for each item, by position because names may be repeated. */
function* anchorsOf(items: readonly Item[], prefix = 'part'): Generator<[Item, string], void, undefined> {
  for (const [index, item] of items.entries()) {
    const anchor = `${prefix}-${index + 1}`;
    yield [item, anchor];
    if (item.kind === 'folder') yield* anchorsOf(item.folder.items, anchor);
  }
}

type Anchors = ReadonlyMap<Item, string>;

function contentsList(items: readonly Item[], anchors: Anchors): string {
  if (items.length === 0) return '';
  const lines = items.map((item) => {
    const link = (text: string): string => `<a href="#${anchors.get(item) ?? ''}">${text}</a>`;
    return item.kind === 'folder'
      ? `<li>${link(escapeHtml(item.folder.name))}${contentsList(item.folder.items, anchors)}</li>`
      : `<li>${link(`<small>${escapeHtml(item.request.method)}</small> ${escapeHtml(item.request.name)}`)}</li>`;
  });
  return `<ul>${lines.join('')}</ul>`;
}

function sections(items: readonly Item[], level: number, anchors: Anchors, interpolate: Interpolate): string {
  return items
    .map((item) => {
      const section: SectionOptions = {
        anchor: anchors.get(item) ?? '',
        level: Math.min(level, 6),
        interpolate,
      };
      if (item.kind === 'request') return requestSection(item.request, section);
      return folderSection(
        item.folder,
        section,
        sections(item.folder.items, level + 1, anchors, interpolate),
      );
    })
    .join('\n');
}

function folderSection(
  folder: Folder,
  { anchor, level, interpolate }: SectionOptions,
  inner: string,
): string {
  return `<section id="${anchor}">
<h${level}>${escapeHtml(folder.name)}</h${level}>
${renderMarkdown(interpolate(folder.docs))}
${inner}
</section>`;
}
