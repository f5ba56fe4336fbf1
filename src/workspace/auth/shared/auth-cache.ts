// What plug-ins keep from one request of a run to the next, in bounded memory: data may name another user each time.
import { Lru } from '../../../base/lru.ts';
import type { AuthType } from '../../model/auth.ts';
import type { AuthContext } from '../contract.ts';

const MAX_ENTRIES = 256;

/** `V`: one kind of value for each type of authorization. */
export function authCache<V extends object>(type: AuthType, { cache }: AuthContext): Lru<string, V> {
  let values = cache.get(type) as Lru<string, V> | undefined;
  if (values === undefined) cache.set(type, (values = new Lru<string, V>(MAX_ENTRIES)));
  return values;
}
