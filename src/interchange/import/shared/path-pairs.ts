// The URL of an imported request, and its path variables.
import { pathNames } from '../../../collections/model/url-parts.ts';
import type { Pair, QueryPair } from '../../../collections/model/values.ts';
import type { ImportContext } from './import-context.ts';

export interface ImportedUrl {
  readonly url: string;
  readonly query: QueryPair[];
  readonly path: Pair[];
}

/** Returns the path variables: those that are `listed`, and empty ones for other segments such as `:id`. */
export function pathPairs(url: string, listed: readonly Pair[], context: ImportContext): Pair[] {
  const known = new Set(listed.map(({ name }) => name));
  const missing = [...pathNames(url)].filter((name) => !known.has(name));
  context.countFields(missing.length);
  return [...listed, ...missing.map((name) => ({ name, value: '', enabled: true, docs: '' }))];
}
