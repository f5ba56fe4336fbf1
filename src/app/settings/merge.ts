// A change laid over what there is: objects merge deeply, lists replace, null resets to the default, and a masked
// secret stays what it was. Knows JSON, not settings: whether the result is any good is for the schema to say.
import { isObject } from '../../base/is-object.ts';
import { isSecret, MASK } from './secrets.ts';

type Fields = Readonly<Record<string, unknown>>;

/** `change` over `current`; `initial` holds what null resets to. What is none of both stays as it is in the result. */
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

/** A list is new as a whole; only the secrets of an entry that was there before are found again. */
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

/** Without one that is stored the mask stays, and is refused. */
function storedSecret(stored: unknown): unknown {
  return typeof stored === 'string' && stored !== '' ? stored : MASK;
}

function isSameEntry(old: unknown, entry: Fields): boolean {
  return isObject(old) && old['host'] === entry['host'] && old['certPath'] === entry['certPath'];
}

function ownValue(fields: Fields, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}
