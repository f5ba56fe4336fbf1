// JSON Merge Patch (RFC 7396): objects merge deeply, null removes, everything else replaces.
import { isObject } from './is-object.ts';

/** Returns `value` with the patch applied. */
export function mergePatch(value: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(value) ? Object.entries(value) : []);
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) merged.delete(key);
    else merged.set(key, mergePatch(merged.get(key), change));
  }
  return Object.fromEntries(merged);
}

/** Returns the patch that turns the JSON value `before` into `after`; undefined when they are equal. */
export function patchBetween(before: unknown, after: unknown): unknown {
  if (!isObject(before) || !isObject(after))
    return JSON.stringify(before) === JSON.stringify(after) ? undefined : after;
  const removed = Object.keys(before)
    .filter((key) => !Object.hasOwn(after, key))
    .map((key): [string, unknown] => [key, null]);
  const changed = Object.entries(after)
    .map(([key, value]): [string, unknown] => [
      key,
      Object.hasOwn(before, key) ? patchBetween(before[key], value) : value,
    ])
    .filter(([, patch]) => patch !== undefined);
  const entries = [...removed, ...changed];
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
