// Joins two changes of one value, down to the single field, and the single entry of a list.
import { innerPath, haveSameFields, isReordered, keyedEntries } from './keyed-lists.ts';
import { isSameJson } from './same-json.ts';

/** The value from which both began, and what became of it; undefined where it was absent. */
export interface Sides {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

/** A field that both have changed, and not to the same. */
export interface Conflict extends Sides {
  /** Such as `url` or `headers[Accept].value`. */
  readonly field: string;
}

/** Returns the side that wins in a conflict; undefined leaves it open. */
export type ChooseSide = (field: string) => 'mine' | 'theirs' | undefined;

export interface JoinedValue {
  /** Both changes; in an open conflict, mine. */
  readonly value: unknown;
  readonly conflicts: readonly Conflict[];
}

/** Joins the sides of the field at `path`. */
export function joinValues(sides: Sides, path: string, choose: ChooseSide = () => undefined): JoinedValue {
  const { base, mine, theirs } = sides;
  if (isSameJson(mine, base) || isSameJson(mine, theirs)) return { value: theirs, conflicts: [] };
  if (isSameJson(theirs, base)) return { value: mine, conflicts: [] };
  if (haveSameFields(mine, theirs)) return joinObjects(sides, path, choose);
  const lists = [mine, theirs].map(keyedEntries);
  const [own, other] = lists;
  if (own && other)
    return joinLists([keyedEntries(base) ?? new Map<string, unknown>(), own, other], path, choose);
  const side = choose(path);
  if (side !== undefined) return { value: sides[side], conflicts: [] };
  return { value: mine, conflicts: [{ field: path, ...sides }] };
}

type Entries = ReadonlyMap<string, unknown>;
type ThreeEntries = readonly [base: Entries, mine: Entries, theirs: Entries];

function joinObjects({ base, mine, theirs }: Sides, path: string, choose: ChooseSide): JoinedValue {
  const start = haveSameFields(base, mine) ? base : {};
  const [one, own, other] = [start, mine, theirs].map((each) => new Map(Object.entries(each as object)));
  const keys = new Set([...other!.keys(), ...own!.keys()]);
  const { entries, conflicts } = joinEntries(
    [one!, own!, other!],
    keys,
    (key) => innerPath(path, key),
    choose,
  );
  return { value: Object.fromEntries(entries), conflicts };
}

function joinLists(three: ThreeEntries, path: string, choose: ChooseSide): JoinedValue {
  const keys = joinedOrder(three);
  const { entries, conflicts } = joinEntries(three, keys, (key) => `${path}[${key}]`, choose);
  return { value: entries.map(([, entry]) => entry), conflicts };
}

function joinEntries(
  [base, mine, theirs]: ThreeEntries,
  keys: Iterable<string>,
  pathOf: (key: string) => string,
  choose: ChooseSide,
): { readonly entries: [string, unknown][]; readonly conflicts: readonly Conflict[] } {
  const conflicts: Conflict[] = [];
  const entries = [...keys].map((key): [string, unknown] => {
    const sides = { base: base.get(key), mine: mine.get(key), theirs: theirs.get(key) };
    const joined = joinValues(sides, pathOf(key), choose);
    conflicts.push(...joined.conflicts);
    return [key, joined.value];
  });
  return { entries: entries.filter(([, value]) => value !== undefined), conflicts };
}

/** Returns all keys: in my order if I have moved any, otherwise in theirs, the others behind the one that they followed. */
function joinedOrder([base, mine, theirs]: ThreeEntries): readonly string[] {
  const [lead, other] = isReordered(base.keys(), mine.keys()) ? [mine, theirs] : [theirs, mine];
  const order = [...lead.keys()];
  let previous: string | null = null;
  for (const key of other.keys()) {
    if (!lead.has(key)) order.splice(previous === null ? 0 : order.indexOf(previous) + 1, 0, key);
    previous = key;
  }
  return order;
}
