// Joins two changes of one object, field by field.
import { isSameJson } from './same-json.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface JoinedFields {
  /** Both changes; where they conflict, mine. */
  readonly joined: Fields;
  /** The names of fields that both have changed, and not to the same. */
  readonly conflicts: readonly string[];
}

/** Joins `mine` and `theirs`, which both began from `base`. A field that one of them lacks was removed. */
export function joinFields(base: Fields, mine: Fields, theirs: Fields): JoinedFields {
  const joined = new Map(Object.entries(theirs));
  const conflicts: string[] = [];
  for (const name of new Set([...Object.keys(base), ...Object.keys(mine)])) {
    if (isSameJson(mine[name], base[name])) continue;
    if (!isSameJson(theirs[name], base[name]) && !isSameJson(theirs[name], mine[name])) conflicts.push(name);
    if (Object.hasOwn(mine, name)) joined.set(name, mine[name]);
    else joined.delete(name);
  }
  return { joined: Object.fromEntries(joined), conflicts };
}
