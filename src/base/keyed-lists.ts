// Lists whose entries are told apart by id or by name, such as headers and variables, so that a change of one entry is
// not a change of the others.
import { isObject } from './is-object.ts';

/** The entries by key, in their order; null for a list whose entries have no keys. */
export function keyedEntries(list: unknown): ReadonlyMap<string, unknown> | null {
  if (!Array.isArray(list)) return null;
  const entries: readonly unknown[] = list;
  const field = ['id', 'name'].find((each) =>
    entries.every((entry) => typeof keyOf(entry, each) === 'string'),
  );
  if (field === undefined) return null;
  const seen = new Map<unknown, number>();
  return new Map(
    entries.map((entry) => {
      const key = keyOf(entry, field);
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      return [count === 1 ? String(key) : `${String(key)}#${count}`, entry];
    }),
  );
}

function keyOf(entry: unknown, field: string): unknown {
  return isObject(entry) ? entry[field] : undefined;
}

/** True when keys that both lists have are not in the same order. */
export function isReordered(before: Iterable<string>, after: Iterable<string>): boolean {
  const [one, other] = [new Set(before), new Set(after)];
  const common = [...other].filter((key) => one.has(key));
  return [...one].filter((key) => other.has(key)).some((key, at) => key !== common[at]);
}

/** True for two objects whose fields can be compared one by one: a body or an authorization of another type is another one. */
export function haveSameFields(one: unknown, other: unknown): one is Readonly<Record<string, unknown>> {
  return isObject(one) && isObject(other) && one['type'] === other['type'];
}

/** Returns the path of an inner field: `auth.token`, `headers[Accept].value`. */
export function innerPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
