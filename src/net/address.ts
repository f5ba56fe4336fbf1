// Which addresses are this machine's own, judged on what a name resolved to.
import os from 'node:os';
import net from 'node:net';

const REFRESH_MS = 5000;
let interfaces = new Set<string>();
let readAt = -Infinity;

/** Loopback, unspecified, or the address of one of this machine's interfaces. */
export function isOwnAddress(address: string): boolean {
  const plain = plainAddress(address);
  return isLoopbackAddress(plain) || isUnspecified(plain) || interfaceAddresses().has(plain);
}

/** Own addresses and link-local ones: what another device may not reach through us. */
export function isLocalAddress(address: string): boolean {
  const plain = plainAddress(address);
  return isOwnAddress(plain) || plain.startsWith('169.254.') || /^fe[89ab]/.test(plain);
}

export function isLoopbackAddress(address: string): boolean {
  const plain = plainAddress(address);
  return plain === '::1' || (net.isIPv4(plain) && plain.startsWith('127.'));
}

function isUnspecified(plain: string): boolean {
  return plain === '::' || (net.isIPv4(plain) && plain.startsWith('0.'));
}

/** Canonical text: lower case, no zone, IPv4-mapped and IPv4-compatible IPv6 as IPv4. */
export function plainAddress(address: string): string {
  const bare = address.toLowerCase().split('%')[0] ?? '';
  if (!net.isIPv6(bare)) return bare;
  const compact = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const mapped = /^::(?:ffff:)?([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(compact);
  if (mapped === null) return compact;
  const words = [parseInt(mapped[1] ?? '', 16), parseInt(mapped[2] ?? '', 16)];
  return words.flatMap((word) => [word >> 8, word & 255]).join('.');
}

function interfaceAddresses(): Set<string> {
  const now = performance.now();
  if (now - readAt > REFRESH_MS) {
    readAt = now;
    interfaces = new Set(
      Object.values(os.networkInterfaces()).flatMap((list) =>
        (list ?? []).map((entry) => plainAddress(entry.address)),
      ),
    );
  }
  return interfaces;
}
