// The contents of a collection in numbers.
import { REQUEST_KINDS } from '../request/request-kinds.ts';
import type { TreeObject } from '../model/workspace.ts';

/** Such as `29 HTTP, 2 gRPC`. */
export function typesText(collection: TreeObject): string {
  const types = [...requestsIn(collection)].map(({ type }) => (typeof type === 'string' ? type : 'http'));
  if (types.length === 0) return 'none';
  return [...Map.groupBy(types, (type) => type)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([type, own]) => `${own.length} ${titleOf(type)}`)
    .join(', ');
}

function titleOf(type: string): string {
  return REQUEST_KINDS.find((kind) => kind.type === type)?.title ?? type;
}

function* requestsIn({ items = [] }: TreeObject): Generator<TreeObject, void, undefined> {
  for (const item of items)
    if (item.kind === 'request') yield item;
    else yield* requestsIn(item);
}

export function countFolders({ items = [] }: TreeObject): number {
  return items.reduce((sum, item) => sum + (item.kind === 'folder' ? 1 + countFolders(item) : 0), 0);
}

export function countExamples(collection: TreeObject): number {
  return [...requestsIn(collection)].reduce((sum, { examples = [] }) => sum + examples.length, 0);
}
