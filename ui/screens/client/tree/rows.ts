// The rows of the tree: collections with what is open in them, or what a search finds.
import { objectKey, type TreeObject } from '../model/workspace.ts';

export interface TreeRow {
  readonly key: string;
  readonly object: TreeObject;
  readonly above: readonly TreeObject[];
  /** Null for a request. */
  readonly isOpen: boolean | null;
  /** Requests in it. */
  readonly count: number;
}

/** Returns the rows in sight. With a `query`, those whose name or URL has it, and what holds them. */
export function treeRows(
  tree: readonly TreeObject[],
  open: ReadonlySet<string>,
  query = '',
): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const wanted = query.trim().toLowerCase();
  const add = (object: TreeObject, above: readonly TreeObject[]): void => {
    const key = objectKey(object.kind, object.id);
    const { items } = object;
    if (items === undefined) {
      if (wanted === '' || isFound(object, wanted)) rows.push({ key, object, above, isOpen: null, count: 0 });
      return;
    }
    const at = rows.length;
    const isOpen = wanted !== '' || open.has(key);
    rows.push({ key, object, above, isOpen, count: countRequests(object) });
    if (isOpen) for (const item of items) add(item, [...above, object]);
    if (wanted !== '' && rows.length === at + 1 && !isFound(object, wanted)) rows.pop();
  };
  for (const object of tree) if (object.kind === 'collection') add(object, []);
  return rows;
}

function isFound({ name, url }: TreeObject, wanted: string): boolean {
  return `${name}\n${typeof url === 'string' ? url : ''}`.toLowerCase().includes(wanted);
}

/** Counts the requests in a collection or folder, at any depth. */
export function countRequests({ items = [] }: TreeObject): number {
  return items.reduce((sum, item) => sum + (item.items === undefined ? 1 : countRequests(item)), 0);
}
