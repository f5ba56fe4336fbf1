// Resolves names for `net.connect`, and checks every address before a connection to it is made.
import dns from 'node:dns';
import net from 'node:net';
import { isLocalhostName } from '../base/localhost.ts';
import type { ProxyError } from '../base/errors.ts';

/** Resolves a host name to its addresses, best first; rejects with a system error. */
export type Resolver = (host: string) => Promise<readonly dns.LookupAddress[]>;

const LOOPBACK: readonly dns.LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Resolves names with the system's resolver. Names below `localhost` are loopback, which not every system knows. */
export const systemResolver: Resolver = (host) =>
  isLocalhostName(host) && host.includes('.')
    ? Promise.resolve(LOOPBACK)
    : dns.promises.lookup(host, { all: true });

/** Resolves names for `net.connect` as `systemResolver` does. */
export const systemLookup: net.LookupFunction = (host, options, callback) =>
  lookupAll(
    systemResolver,
    () => null,
    () => undefined,
  )(host, options, callback);

/**
 * Wraps a resolver of an embedder. An exception, or a result that is not a list of addresses, becomes a failed lookup.
 */
export function checkedResolver(resolve: Resolver): Resolver {
  return async (host) => {
    const found: unknown = await resolve(host);
    if (Array.isArray(found) && found.every(isFound)) return found;
    throw new TypeError('resolve() must give a list of { address, family }');
  };
}

function isFound(entry: unknown): entry is dns.LookupAddress {
  const { address, family } = (entry ?? {}) as Partial<dns.LookupAddress>;
  return typeof address === 'string' && net.isIP(address) !== 0 && net.isIP(address) === family;
}

/**
 * Returns a `lookup` for `net.connect` that drops refused addresses; when none remains the connection fails
 * with the refusal. Calls `resolved` when the name has been resolved.
 */
export function lookupAll(
  resolve: Resolver,
  refuse: (address: string) => ProxyError | null,
  resolved: () => void,
): net.LookupFunction {
  return (host, options, callback) => {
    resolve(host).then(
      (found) => {
        resolved();
        const family = options.family === 4 || options.family === 6 ? options.family : 0;
        const wanted = found.filter((entry) => family === 0 || entry.family === family);
        const allowed = wanted.filter((entry) => refuse(entry.address) === null);
        const first = allowed[0];
        if (first === undefined) callback(firstRefusal(wanted, refuse) ?? notFound(host), '', 0);
        else if (options.all === true) callback(null, allowed);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : notFound(host), '', 0),
    );
  };
}

function firstRefusal(
  found: readonly dns.LookupAddress[],
  refuse: (address: string) => ProxyError | null,
): ProxyError | null {
  for (const entry of found) {
    const refusal = refuse(entry.address);
    if (refusal !== null) return refusal;
  }
  return null;
}

function notFound(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`no address for ${host}`), { code: 'ENOTFOUND' });
}
