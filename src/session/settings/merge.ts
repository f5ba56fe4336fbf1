// Merges a change into settings: objects merge deeply, lists replace, null resets to the default, and a masked secret
// keeps its value. Works on plain JSON; the result is validated with the schema afterwards.
import { isObject } from '../../base/is-object.ts';
import { isSecret, MASK } from './secrets.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Merges `change` into `current`; null takes the value from `initial`. A change that is neither an object nor a list
 * nor null is returned as it is.
 */
export function mergeSettings(current: unknown, change: unknown, initial: unknown): unknown {
  if (change === null) return initial;
  if (Array.isArray(change)) return change.map((entry: unknown) => mergeEntry(entry, current));
  if (!isObject(change)) return change;
  const previous = isObject(current) ? current : {};
  const reset = isObject(initial) ? initial : {};
  const changes = Object.keys(change).map((key): [string, unknown] => [
    key,
    isSecret(key) && change[key] === MASK
      ? storedSecret(previous[key])
      : mergeSettings(ownValue(previous, key), change[key], ownValue(reset, key)),
  ]);
  return Object.fromEntries([...Object.entries(previous), ...changes]);
}

/** Lists are replaced as a whole; a masked secret in an entry is taken from the same entry in the previous list. */
function mergeEntry(entry: unknown, list: unknown): unknown {
  if (!isObject(entry)) return entry;
  const previous: unknown = Array.isArray(list)
    ? list.find((old: unknown) => isSameEntry(old, entry))
    : undefined;
  const fields = Object.keys(entry)
    .filter((key) => entry[key] !== null)
    .map((key): [string, unknown] => [
      key,
      isSecret(key) && entry[key] === MASK
        ? storedSecret(isObject(previous) ? previous[key] : '')
        : entry[key],
    ]);
  return Object.fromEntries(fields);
}

/** Returns the stored secret. Without one the mask stays, and validation rejects it. */
function storedSecret(stored: unknown): unknown {
  return typeof stored === 'string' && stored !== '' ? stored : MASK;
}

/** The fields that tell entries with a secret apart. */
const IDENTITY = ['host', 'certPath', 'name'];

function isSameEntry(old: unknown, entry: Fields): boolean {
  return isObject(old) && IDENTITY.every((key) => old[key] === entry[key]);
}

function ownValue(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
