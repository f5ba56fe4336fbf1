// Ranges of IP addresses: single addresses and CIDR blocks (RFC 4632, RFC 4291 section 2.3).
import { ipBytes, unmapped } from './ip.ts';

/** All addresses with the same first `bits` bits as `bytes`, which are 4 for IPv4 and 16 for IPv6. */
export interface IpRange {
  readonly bytes: Uint8Array;
  readonly bits: number;
}

/**
 * Parses `192.0.2.1`, `192.0.2.0/24` or `fd00::/8`; null for anything else. IPv4-mapped IPv6 becomes IPv4. Bits after
 * the prefix are ignored.
 */
export function readIpRange(text: string): IpRange | null {
  const [address = '', prefix, ...more] = text
    .trim()
    .replace(/^\[(.*)\]$/, '$1')
    .split('/');
  const written = address.includes('%') ? null : ipBytes(address);
  if (written === null || more.length > 0) return null;
  const bytes = unmapped(written);
  const maxBits = written.length * 8;
  if (prefix !== undefined && !/^\d{1,3}$/.test(prefix)) return null;
  const bits = (prefix === undefined ? maxBits : Number(prefix)) - (maxBits - bytes.length * 8);
  return bits >= 0 && bits <= bytes.length * 8 ? { bytes, bits } : null;
}

/** Returns true when `address`, 4 or 16 bytes, is in one of the ranges. IPv4-mapped IPv6 is compared as IPv4. */
export function isInRanges(address: Uint8Array, ranges: readonly IpRange[]): boolean {
  const bytes = unmapped(address);
  return ranges.some((range) => isInRange(bytes, range));
}

/** Returns true when the ranges have an address in common. */
export function overlap(one: IpRange, other: IpRange): boolean {
  const bits = Math.min(one.bits, other.bits);
  return isInRange(one.bytes, { bytes: other.bytes, bits });
}

function isInRange(bytes: Uint8Array, range: IpRange): boolean {
  if (bytes.length !== range.bytes.length) return false;
  const maxBits = range.bits >> 3;
  for (let at = 0; at < maxBits; at += 1) if (bytes[at] !== range.bytes[at]) return false;
  const rest = range.bits & 7;
  if (rest === 0) return true;
  return ((bytes[maxBits] ?? 0) ^ (range.bytes[maxBits] ?? 0)) >> (8 - rest) === 0;
}
