// Names of the requests of a collection.
import type { Item } from '../collections/model/collection.ts';

export interface SavedRequest {
  /** The names of its folders and its own, such as `Orders/Create`. */
  readonly path: string;
  readonly name: string;
  readonly type: string;
}

export function savedRequests(items: readonly Item[], folder = ''): readonly SavedRequest[] {
  return items.flatMap((item) =>
    item.kind === 'folder'
      ? savedRequests(item.folder.items, `${folder}${item.folder.name}/`)
      : [{ path: `${folder}${item.request.name}`, name: item.request.name, type: item.request.type }],
  );
}
