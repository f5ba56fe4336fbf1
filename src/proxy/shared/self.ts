// Recognizes the proxy's own address in any spelling, by resolving it.
import net from 'node:net';
import { ProxyError } from '../../base/errors.ts';
import { isOwnAddress } from '../../net/address.ts';
import type { ProxyContext } from './context.ts';

/** Returns true when a connection to `host` and `port` would reach this proxy itself. */
export async function isSelf(host: string, port: number, context: ProxyContext): Promise<boolean> {
  if (!context.isOwnPort(port)) return false;
  if (net.isIP(host) !== 0) return isOwnAddress(host);
  try {
    const addresses = await context.pools.options.resolve(host);
    return addresses.some((entry) => isOwnAddress(entry.address));
  } catch {
    return false; // connecting to an unresolvable name fails with the reason
  }
}

/** Checks again at connect time, since a name may resolve differently. */
export function loopGuard(
  isOurs: (address: string, port: number) => boolean,
): (address: string, port: number) => ProxyError | null {
  return (address, port) =>
    isOurs(address, port) ? new ProxyError('LOOP', `${address} port ${port} is this proxy itself`) : null;
}
