// Names and addresses under which other devices know this machine.
import os from 'node:os';
import { ipBytes, isLoopback } from '../base/ip.ts';
import { isOwnAddress } from '../net/address.ts';
import { isOwnName } from '../proxy/context.ts';

/** Whether `host`, a name or an address without port and brackets, names this machine. No look-up is made. */
export function namesThisMachine(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, '');
  return isOwnName(name) || isOwnAddress(name);
}

/** Addresses by which other devices can reach this machine, IPv4 first; without link-local ones of IPv6. */
export function reachableAddresses(): readonly string[] {
  return Object.values(os.networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, address }) => !internal && !address.startsWith('fe80:') && !isLoopbackText(address))
    .sort((a, b) => a.family.localeCompare(b.family))
    .map(({ address }) => address);
}

function isLoopbackText(address: string): boolean {
  const bytes = ipBytes(address);
  return bytes !== null && isLoopback(bytes);
}
