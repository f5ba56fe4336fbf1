// The cache of a plug-in for the requests of a run. It is bounded, because each iteration may use another user's
// credentials.
import { Lru } from '../../../base/lru.ts';
import type { AuthType } from '../../../collections/model/auth.ts';
import type { AuthContext } from '../contract.ts';

const MAX_ENTRIES = 256;

/** Returns the cache of an authorization type, which stores values of one type `V`. */
export function authCache<V extends object>(
  type: AuthType,
  { cache }: Pick<AuthContext, 'cache'>,
): Lru<string, V> {
  let values = cache.get(type) as Lru<string, V> | undefined;
  if (values === undefined) cache.set(type, (values = new Lru<string, V>(MAX_ENTRIES)));
  return values;
}
