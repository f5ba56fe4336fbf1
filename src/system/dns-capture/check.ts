// Checks whether the system resolves a name to this machine.
import dns from 'node:dns/promises';
import { ipBytes, isLoopback } from '../../base/ip.ts';

const TIMEOUT_MS = 3000;

/** Resolves with true when all addresses of the name are loopback addresses. Never rejects. */
export async function isLedHere(name: string): Promise<boolean> {
  const found = dns.lookup(name, { all: true }).catch(() => []);
  const late = new Promise<[]>((resolve) => setTimeout(resolve, TIMEOUT_MS, []).unref());
  const addresses = await Promise.race([found, late]);
  return addresses.length > 0 && addresses.every(({ address }) => isLocal(address));
}

function isLocal(address: string): boolean {
  const bytes = ipBytes(address);
  return bytes !== null && isLoopback(bytes);
}
