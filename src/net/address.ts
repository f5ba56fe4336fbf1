// Distinguishes this machine's own addresses from others. Works on resolved addresses, not on names.
import os from 'node:os';
import { ipBytes, isLoopback, translated, unmapped } from '../base/ip.ts';

const REFRESH_MS = 5000;
let interfaces = new Set<string>();
let readAt = -Infinity;

/** Returns true for loopback and unspecified addresses and those of this machine's interfaces. */
export function isOwnAddress(address: string): boolean {
  const bytes = ipBytes(address);
  return bytes !== null && isOwn(bytes);
}

/** Returns true for addresses that reach a port bound to loopback only. */
export function reachesLoopback(address: string): boolean {
  const bytes = ipBytes(address);
  return bytes !== null && (isLoopback(bytes) || isUnspecified(bytes));
}

/**
 * Returns true for the addresses that another device may not reach through the proxy: this machine's own and
 * link-local ones, also in the form a NAT64 translator takes.
 */
export function isLocalAddress(address: string): boolean {
  const bytes = ipBytes(address);
  if (bytes === null) return false;
  return isLocal(bytes) || isLocal(translated(bytes) ?? bytes);
}

function isOwn(bytes: Uint8Array): boolean {
  return isLoopback(bytes) || isUnspecified(bytes) || interfaceAddresses().has(key(bytes));
}

function isLocal(bytes: Uint8Array): boolean {
  return isOwn(bytes) || isLinkLocal(unmapped(bytes));
}

/** Connecting to 0.0.0.0/8 or `::` reaches this machine on most systems. */
function isUnspecified(bytes: Uint8Array): boolean {
  const plain = unmapped(bytes);
  return plain.length === 4 ? plain[0] === 0 : plain.every((byte) => byte === 0);
}

/** 169.254.0.0/16 (RFC 3927), fe80::/10 (RFC 4291 section 2.5.6). */
function isLinkLocal(plain: Uint8Array): boolean {
  const [first = 0, second = 0] = plain;
  return plain.length === 4 ? first === 169 && second === 254 : first === 0xfe && (second & 0xc0) === 0x80;
}

function interfaceAddresses(): ReadonlySet<string> {
  const now = performance.now();
  if (now - readAt > REFRESH_MS) {
    readAt = now;
    const addresses = Object.values(os.networkInterfaces()).flatMap((list = []) =>
      list.map(({ address }) => address),
    );
    interfaces = new Set(addresses.map(keyOfText));
  }
  return interfaces;
}

function keyOfText(address: string): string {
  const bytes = ipBytes(address);
  return bytes === null ? '' : key(bytes);
}

function key(bytes: Uint8Array): string {
  return unmapped(bytes).join('.');
}
