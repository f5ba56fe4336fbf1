// The origin as a request names it, which may differ from the target of its tunnel: that can be an address.
import { defaultPort, readAuthority } from '../../codec/http1/target.ts';
import type { NetworkTarget } from '../../flow/flow.ts';

/**
 * Returns `target` with the name in `authority` (`host` or `host:port`); `target` itself when that says the
 * same or nothing.
 */
export function readNamed(target: NetworkTarget, authority: string): NetworkTarget {
  const named = readAuthority(authority, defaultPort(target.scheme));
  if (named === null || named.host === '' || (named.host === target.host && named.port === target.port))
    return target;
  return { scheme: target.scheme, ...named };
}
