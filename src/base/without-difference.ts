// Takes one of the differences of two JSON values back.
import { haveSameFields, innerPath, keyedEntries } from './keyed-lists.ts';
import { isSameJson } from './same-json.ts';

/**
 * Returns `after` with the field, as `differences` names it, that it has in `before`; undefined for a value that is absent
 * there. All other differences stay.
 */
export function withoutDifference(before: unknown, after: unknown, field: string, path = ''): unknown {
  if (isSameJson(before, after)) return after;
  const inner = (one: unknown, other: unknown, own: string): unknown =>
    withoutDifference(one, other, field, own);
  if (haveSameFields(before, after)) {
    const [one, other] = [before, after as Readonly<Record<string, unknown>>];
    const entries = [...new Set([...Object.keys(other), ...Object.keys(one)])].map(
      (key) => [key, inner(one[key], other[key], innerPath(path, key))] as const,
    );
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
  }
  const [old, now] = [keyedEntries(before), keyedEntries(after)];
  if (old === null || now === null) return path === field ? before : after;
  const entries = withRemoved(old, now)
    .map((key) => [key, inner(old.get(key), now.get(key), `${path}[${key}]`)] as const)
    .filter(([, value]) => value !== undefined);
  const list = path === field ? inOrderOf([...old.keys()], entries) : entries;
  return list.map(([, value]) => value);
}

/** Returns the keys of `now`, with those that it lacks behind the ones that they followed in `old`. */
function withRemoved(
  old: ReadonlyMap<string, unknown>,
  now: ReadonlyMap<string, unknown>,
): readonly string[] {
  const keys = [...now.keys()];
  let last = -1;
  for (const key of old.keys()) {
    if (!now.has(key)) keys.splice(last + 1, 0, key);
    last = keys.indexOf(key);
  }
  return keys;
}

/** Returns the entries in an earlier order; those that it does not have come last. */
function inOrderOf<T extends readonly [string, unknown]>(
  order: readonly string[],
  entries: readonly T[],
): readonly T[] {
  const at = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return entries.toSorted(([one], [other]) => at(one) - at(other));
}
