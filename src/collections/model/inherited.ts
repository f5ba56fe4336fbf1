// The headers and settings that a request inherits from its collection and the folders around it.
import type { Collection, Folder, Item } from './collection.ts';
import { effectiveSettings, type RequestSettings, type SavedRequest } from './request.ts';
import type { Pair } from './values.ts';

/** A request with what it inherits. */
export interface EffectiveRequest extends Omit<SavedRequest, 'settings'> {
  readonly settings: RequestSettings;
}

type Owner = Pick<Collection | Folder, 'headers' | 'settings'>;

/** Types whose messages have no headers. */
const WITHOUT_HEADERS: ReadonlySet<string> = new Set(['sql', 'mqtt', 'tcp']);

/** Returns the request as it is sent. `owners`: its collection and its folders, the outermost first. */
export function effectiveRequest(owners: readonly Owner[], request: SavedRequest): EffectiveRequest {
  const layers = [...owners.map(({ settings = {} }) => settings), request.settings];
  const lists = WITHOUT_HEADERS.has(request.type) ? [] : owners.flatMap(({ headers = [] }) => [headers]);
  const headers = lists.some((list) => list.length > 0)
    ? [...lists, request.headers].reduce(withHeaders, [])
    : request.headers;
  return { ...request, headers: [...headers], settings: effectiveSettings(...layers) };
}

/** Adds the headers of an inner layer: one that it has itself is not inherited. Those that are off do not count. */
function withHeaders(outer: readonly Pair[], inner: readonly Pair[]): readonly Pair[] {
  const own = new Set(inner.filter(({ enabled }) => enabled).map(({ name }) => name.toLowerCase()));
  return [...outer.filter(({ name, enabled }) => enabled && !own.has(name.toLowerCase())), ...inner];
}

/** Returns a collection whose requests have what they inherit, for formats in which nothing is inherited. */
export function flattened(collection: Collection): Collection {
  const { headers: _, settings: __, ...rest } = collection;
  return { ...rest, items: flattenedItems(collection.items, [collection]) };
}

function flattenedItems(items: readonly Item[], owners: readonly Owner[]): readonly Item[] {
  const inherits = owners.some(
    ({ headers = [], settings = {} }) => headers.length > 0 || Object.keys(settings).length > 0,
  );
  return items.map((item) => {
    if (item.kind === 'request')
      return inherits ? { ...item, request: effectiveRequest(owners, item.request) } : item;
    const { headers: _, settings: __, ...folder } = item.folder;
    return { ...item, folder: { ...folder, items: flattenedItems(folder.items, [...owners, item.folder]) } };
  });
}
