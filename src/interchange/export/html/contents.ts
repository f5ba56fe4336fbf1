// The list of contents: folders and requests, each a link to its section.
import { escapeHtml } from '../../../base/escape-html.ts';
import type { Item } from '../../../collections/model/collection.ts';

/** The ids of sections. */
export type Anchors = ReadonlyMap<Item, string>;

/** Returns an anchor for each item, by position because names may be repeated. */
export function anchorsOf(items: readonly Item[]): Anchors {
  return new Map(positions(items, 'part'));
}

function* positions(items: readonly Item[], prefix: string): Generator<[Item, string], void, undefined> {
  for (const [index, item] of items.entries()) {
    const anchor = `${prefix}-${index + 1}`;
    yield [item, anchor];
    if (item.kind === 'folder') yield* positions(item.folder.items, anchor);
  }
}

export function contentsList(items: readonly Item[], anchors: Anchors): string {
  if (items.length === 0) return '';
  return `<ul>${items.map((item) => line(item, anchors)).join('')}</ul>`;
}

function line(item: Item, anchors: Anchors): string {
  const anchor = anchors.get(item) ?? '';
  const link = (text: string): string => `<a href="#${anchor}">${text}</a>`;
  if (item.kind === 'request')
    return `<li data-for="${anchor}">${link(`${methodLabel(item.request)} ${escapeHtml(item.request.name)}`)}</li>`;
  const { name, items } = item.folder;
  return `<li data-folder>${link(escapeHtml(name))}${contentsList(items, anchors)}</li>`;
}

const COLORED = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/** Returns the method, or the type of a request of another protocol. */
export function methodLabel({ type, method }: { readonly type: string; readonly method: string }): string {
  const label = type === 'http' || type === 'graphql' ? method : type;
  return `<span class="method${COLORED.has(label) ? ` ${label}` : ''}">${escapeHtml(label)}</span>`;
}
