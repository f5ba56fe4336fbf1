// The names and addresses by which other devices reach this machine.
import os from 'node:os';
import { ipBytes, isLoopback } from '../../base/ip.ts';
import { isOwnAddress } from '../../net/address.ts';
import { isOwnName } from '../../proxy/shared/context.ts';
import { networkFilter } from './access.ts';

/** True when `host`, a name or an address without port and brackets, names this machine. No DNS query is sent. */
export function namesThisMachine(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return isOwnName(name) || isOwnAddress(name);
}

/**
 * Returns the addresses by which allowed devices can reach this machine. IPv4 comes first; link-local IPv6 addresses
 * are omitted. `allowed` is the setting `allowedClientIPs`.
 */
export function reachableAddresses(allowed: readonly string[]): readonly string[] {
  const isAllowed = networkFilter(allowed);
  return Object.values(os.networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:') && !isLoopbackText(address))
    .filter(({ address, cidr }) => isAllowed(cidr ?? address))
    .sort((a, b) => a.family.localeCompare(b.family))
    .map(({ address }) => address);
}

function isLoopbackText(address: string): boolean {
  const bytes = ipBytes(address);
  return bytes !== null && isLoopback(bytes);
}
