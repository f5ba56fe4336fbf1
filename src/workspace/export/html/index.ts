// The documentation of a collection as one plain page: nothing in it runs, and nothing in it is fetched from anywhere.
import type { Collection, Folder, Item } from '../../model/collection.ts';
import { requestsOf } from '../../model/collection.ts';
import { defineExport, type CollectionExport } from '../contract.ts';
import { escaped } from './escape-html.ts';
import { markdown } from './markdown.ts';
import { page } from './page.ts';
import { requestSection, type Section } from './request.ts';
import { shownValues, type Shown } from '../shared/public-values.ts';

export const html = defineExport<CollectionExport>({
  kind: 'collection',
  format: 'html',
  label: 'API Documentation (HTML)',
  ending: ' docs.html',
  write: (collection, { environment }) => {
    const shown = shownValues(collection.variables, environment?.variables ?? []);
    return { text: page(collection.name, bodyOf(collection, shown)), warnings: [] };
  },
});

function bodyOf(collection: Collection, shown: Shown): string {
  const places = new Map(placesOf(collection.items));
  const count = [...requestsOf(collection.items)].length;
  return `<nav aria-label="Contents"><h2>Contents</h2>${contents(collection.items, places)}</nav>
<main>
<h1>${escaped(collection.name)}</h1>
<p class="quiet">${count} ${count === 1 ? 'request' : 'requests'}</p>
${markdown(shown(collection.docs))}
${sections(collection.items, 2, places, shown)}
</main>`;
}

/** Where in the page each item stands: names may be there twice. */
function* placesOf(items: readonly Item[], prefix = 'part'): Generator<[Item, string], void, undefined> {
  for (const [index, item] of items.entries()) {
    const place = `${prefix}-${index + 1}`;
    yield [item, place];
    if (item.kind === 'folder') yield* placesOf(item.folder.items, place);
  }
}

type Places = ReadonlyMap<Item, string>;

function contents(items: readonly Item[], places: Places): string {
  if (items.length === 0) return '';
  const lines = items.map((item) => {
    const link = (text: string): string => `<a href="#${places.get(item) ?? ''}">${text}</a>`;
    return item.kind === 'folder'
      ? `<li>${link(escaped(item.folder.name))}${contents(item.folder.items, places)}</li>`
      : `<li>${link(`<small>${escaped(item.request.method)}</small> ${escaped(item.request.name)}`)}</li>`;
  });
  return `<ul>${lines.join('')}</ul>`;
}

function sections(items: readonly Item[], level: number, places: Places, shown: Shown): string {
  return items
    .map((item) => {
      const section: Section = { place: places.get(item) ?? '', level: Math.min(level, 6), shown };
      if (item.kind === 'request') return requestSection(item.request, section);
      return folderSection(item.folder, section, sections(item.folder.items, level + 1, places, shown));
    })
    .join('\n');
}

function folderSection(folder: Folder, { place, level, shown }: Section, inner: string): string {
  return `<section id="${place}">
<h${level}>${escaped(folder.name)}</h${level}>
${markdown(shown(folder.docs))}
${inner}
</section>`;
}
