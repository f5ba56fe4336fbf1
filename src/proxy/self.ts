// Whether an address is our own, in any spelling: judged on what it resolves to.
import net from 'node:net';
import { ProxyError } from '../base/errors.ts';
import { isOwnAddress } from '../net/address.ts';
import type { ProxyContext } from './context.ts';

/** Whether connecting to `host` and `port` would come back to this proxy. */
export async function isSelf(host: string, port: number, context: ProxyContext): Promise<boolean> {
  if (!context.isOwnPort(port)) return false;
  if (net.isIP(host) !== 0) return isOwnAddress(host);
  try {
    const addresses = await context.pools.options.resolve(host);
    return addresses.some((entry) => isOwnAddress(entry.address));
  } catch {
    return false; // what cannot be resolved fails when it is connected to, with its reason
  }
}

/** A second look at connect time: a name may resolve anew. */
export function loopGuard(
  isOwnPort: (port: number) => boolean,
): (address: string, port: number) => ProxyError | null {
  return (address, port) =>
    isOwnPort(port) && isOwnAddress(address)
      ? new ProxyError('LOOP', `${address} port ${port} is this proxy itself`)
      : null;
}
