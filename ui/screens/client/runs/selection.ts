// Which requests of a collection run, and in which order: what a configuration says in `only`, as a list of all requests.
import type { TreeObject } from '../model/workspace.ts';
import type { RunSetup } from './setup.ts';

/** A request of the collection, with the folders that hold it. */
export interface ChoiceItem {
  readonly id: string;
  readonly name: string;
  readonly type: unknown;
  readonly method: unknown;
  readonly url: string;
  readonly folders: readonly string[];
  readonly folderId: string | null;
  readonly isOn: boolean;
}

export type ChoiceRow =
  | {
      readonly type: 'folder';
      /** Named after the first request below it. */
      readonly key: string;
      readonly name: string;
      readonly items: readonly ChoiceItem[];
    }
  | { readonly type: 'request'; readonly key: string; readonly item: ChoiceItem };

type Selection = Pick<RunSetup, 'only' | 'isOrdered'>;

/** Returns all requests of a collection in the order of the run; `order`: ids in the order that was shown last. */
export function choiceOf(
  collection: TreeObject,
  { only, isOrdered }: Selection,
  order: readonly string[] = [],
): readonly ChoiceItem[] {
  const all = [...requestsIn(collection, [], null)];
  const on = only.length === 0 ? new Set(all.map(({ id }) => id)) : new Set(idsOf(all, only));
  const items = all.map((item) => ({ ...item, isOn: on.has(item.id) }));
  if (!isOrdered) return items;
  const wanted = idsOf(all, only);
  // What is off keeps the place that it was shown in.
  const shown = order.filter((id) => all.some((item) => item.id === id));
  const isKept =
    shown.length > 0 &&
    sameList(
      shown.filter((id) => on.has(id)),
      wanted,
    );
  const ids = isKept ? shown : wanted;
  const byId = new Map(items.map((item) => [item.id, item]));
  const rest = items.filter(({ id }) => !ids.includes(id));
  return [...ids.flatMap((id) => byId.get(id) ?? []), ...rest];
}

/** Returns the selection that says what a list shows. */
export function selectionFor(collection: TreeObject, items: readonly ChoiceItem[]): Selection {
  const natural = [...requestsIn(collection, [], null)].map(({ id }) => id);
  const on = items.filter(({ isOn }) => isOn).map(({ id }) => id);
  const wanted = new Set(on);
  const isNatural = sameList(
    natural.filter((id) => wanted.has(id)),
    on,
  );
  const isAll = on.length === natural.length;
  return { only: isAll && isNatural ? [] : on, isOrdered: !isNatural };
}

/** Returns rows, with a heading where the folder changes. */
export function choiceRows(items: readonly ChoiceItem[]): readonly ChoiceRow[] {
  const rows: ChoiceRow[] = [];
  for (let at = 0; at < items.length;) {
    const { folderId, folders, id } = items[at]!;
    let end = at;
    while (end < items.length && items[end]!.folderId === folderId) end += 1;
    const own = items.slice(at, end);
    if (folderId !== null)
      rows.push({ type: 'folder', key: `folder-${id}`, name: folders.join(' / '), items: own });
    for (const item of own) rows.push({ type: 'request', key: item.id, item });
    at = end;
  }
  return rows;
}

/** Moves a request by a number of places among all. */
export function movedBy(items: readonly ChoiceItem[], id: string, step: number): readonly ChoiceItem[] {
  const at = items.findIndex((item) => item.id === id);
  const to = at + step;
  if (at < 0 || to < 0 || to >= items.length) return items;
  const rest = items.toSpliced(at, 1);
  return rest.toSpliced(to, 0, items[at]!);
}

/** Switches requests on or off. */
export function switched(
  items: readonly ChoiceItem[],
  ids: ReadonlySet<string>,
  isOn: boolean,
): readonly ChoiceItem[] {
  return items.map((item) => (ids.has(item.id) ? { ...item, isOn } : item));
}

function* requestsIn(
  { items = [] }: TreeObject,
  folders: readonly TreeObject[],
  folder: TreeObject | null,
): Generator<Omit<ChoiceItem, 'isOn'> & { readonly ids: readonly string[] }, void, undefined> {
  for (const item of items) {
    if (item.kind !== 'request') {
      yield* requestsIn(item, [...folders, item], item);
      continue;
    }
    const names = folders.map(({ name }) => name);
    yield {
      id: item.id,
      name: item.name,
      type: item.type,
      method: item.method,
      url: typeof item.url === 'string' ? item.url : '',
      folders: names,
      folderId: folder?.id ?? null,
      ids: [...folders.flatMap(({ id, name }) => [id, name]), item.id, item.name],
    };
  }
}

/** Returns the requests that ids or names of requests and folders stand for, in the order of these. */
function idsOf(
  all: readonly { readonly id: string; readonly ids: readonly string[] }[],
  only: readonly string[],
): readonly string[] {
  const found = only.flatMap((each) => all.filter(({ ids }) => ids.includes(each)).map(({ id }) => id));
  return [...new Set(found)];
}

function sameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((each, at) => each === other[at]);
}
