// What plug-ins keep from one request of a run to the next, in bounded memory: data may name another user each time.
import { Lru } from '../../../base/lru.ts';
import type { AuthType } from '../../model/auth.ts';
import type { AuthContext } from '../contract.ts';

const MAX_KEPT = 256;

/** `V`: one kind of value for each type of authorization. */
export function keptBy<V extends object>(type: AuthType, { kept }: AuthContext): Lru<string, V> {
  let values = kept.get(type) as Lru<string, V> | undefined;
  if (values === undefined) kept.set(type, (values = new Lru<string, V>(MAX_KEPT)));
  return values;
}
