// The documentation of a collection as Markdown, for readers of a repository.
import type { Collection, Item } from '../../../collections/model/collection.ts';
import { requestsOf } from '../../../collections/model/collection.ts';
import { defineExport, type CollectionExport } from '../contract.ts';
import { publicInterpolation } from '../shared/public-values.ts';
import { heading, inline } from './parts.ts';
import { requestParts, type Shown } from './request.ts';

export const markdown = defineExport<CollectionExport>({
  kind: 'collection',
  format: 'markdown',
  label: 'API Documentation (Markdown)',
  ending: '.md',
  write: (collection, { environment }) => {
    const interpolate = publicInterpolation(collection.variables, environment?.variables ?? []);
    const parts = partsOf(collection, interpolate).filter((part) => part !== '');
    return { text: `${parts.join('\n\n')}\n`, warnings: [] };
  },
});

function partsOf(collection: Collection, interpolate: Shown['interpolate']): readonly string[] {
  const { name, docs, items } = collection;
  const count = [...requestsOf(items)].length;
  return [
    heading(1, name),
    `${count} ${count === 1 ? 'request' : 'requests'}`,
    interpolate(docs).trim(),
    contentsOf(items).join('\n'),
    ...items.flatMap((item, index) =>
      sectionsOf(item, { level: 2, anchor: `part-${index + 1}`, interpolate }),
    ),
  ];
}

/** Returns a list with links; anchors are by position because names may be repeated. */
function contentsOf(items: readonly Item[], prefix = 'part', indent = ''): readonly string[] {
  return items.flatMap((item, index) => {
    const anchor = `${prefix}-${index + 1}`;
    if (item.kind === 'request') {
      const { method, name } = item.request;
      return [`${indent}- [${inline(`${method} ${name}`)}](#${anchor})`];
    }
    const { name, items: inner } = item.folder;
    return [`${indent}- [${inline(name)}](#${anchor})`, ...contentsOf(inner, anchor, `${indent}  `)];
  });
}

function sectionsOf(item: Item, shown: Shown): readonly string[] {
  if (item.kind === 'request') return requestParts(item.request, shown);
  const { name, docs, items } = item.folder;
  const { anchor, level, interpolate } = shown;
  return [
    heading(level, name, anchor),
    interpolate(docs).trim(),
    ...items.flatMap((each, index) =>
      sectionsOf(each, { interpolate, level: level + 1, anchor: `${anchor}-${index + 1}` }),
    ),
  ];
}
