// Names with values, in Postman's two forms.
import type { Pair } from '../../../collections/model/values.ts';
import type { PostmanPair } from '../../../documents/postman.ts';
import { postmanPair } from '../shared/postman/fields.ts';

export function pairFields(pairs: readonly Pair[]): unknown {
  return mapOrList(pairs.map(postmanPair));
}

/** Returns a map, as Postman writes it, when nothing would be lost; otherwise a list. */
export function mapOrList(pairs: readonly PostmanPair[]): unknown {
  const isPlain = pairs.every((pair) => pair.disabled === undefined && pair.description === undefined);
  const names = new Set(pairs.map(({ key }) => key));
  if (!isPlain || names.size < pairs.length || names.has('__proto__')) return pairs;
  return Object.fromEntries(pairs.map(({ key, value }) => [key, value]));
}
