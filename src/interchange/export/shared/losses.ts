// Finds the parts of a request that a format cannot express, by comparing it with the request read back from its
// export.
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../base/is-object.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';

/** Parts that have their own sentences. */
const SKIPPED: ReadonlySet<string> = new Set(['id', 'auth', 'scripts']);

/** Returns a sentence that names the parts that differ, if there are any. */
export function lossesOf(request: SavedRequest, read: SavedRequest): readonly string[] {
  const lost = differencesOf(comparable(request), comparable(read), []);
  if (lost.length === 0) return [];
  return [`"${request.name}": this cannot be expressed, and was left out or simplified: ${lost.join(', ')}`];
}

/** Returns a request without the ids of its examples, which the format does not have. */
function comparable({ examples, ...request }: SavedRequest): Readonly<Record<string, unknown>> {
  return { ...request, examples: examples.map((example) => ({ ...example, id: '' })) };
}

function differencesOf(
  given: Readonly<Record<string, unknown>>,
  read: Readonly<Record<string, unknown>>,
  path: readonly string[],
): readonly string[] {
  return Object.keys(given)
    .filter((key) => path.length > 0 || !SKIPPED.has(key))
    .filter((key) => !isDeepStrictEqual(given[key], read[key]))
    .flatMap((key) => {
      const [before, after] = [given[key], read[key]];
      if (isObject(before) && isObject(after)) return differencesOf(before, after, [...path, key]);
      return [[...path, key].join('.')];
    });
}
