// IP addresses as bytes, so that different spellings of an address can be compared.
import { isIP } from 'node:net';

/** Parses an IP address into 4 or 16 bytes in network order; null when it is not one. A zone (`%eth0`) is ignored. */
export function ipBytes(address: string): Uint8Array | null {
  switch (isIP(address)) {
    case 4:
      return Uint8Array.from(address.split('.'), Number);
    case 6:
      return ipv6Bytes(address.replace(/%.*$/, ''));
    default:
      return null;
  }
}

/**
 * Returns the IPv4 address inside an IPv4-mapped IPv6 address (`::ffff:a.b.c.d`, RFC 4291 section 2.5.5.2), and other
 * addresses unchanged.
 */
export function unmapped(bytes: Uint8Array): Uint8Array {
  const isMapped = bytes.length === 16 && bytes[10] === 0xff && bytes[11] === 0xff && isZero(bytes, 10);
  return isMapped ? bytes.subarray(12) : bytes;
}

/**
 * Returns the IPv4 address to which a translator maps an IPv6 address: `64:ff9b::a.b.c.d` (RFC 6052),
 * `::ffff:0:a.b.c.d` (RFC 2765), `::a.b.c.d` (RFC 4291 section 2.5.5.1); null for others.
 */
export function translated(bytes: Uint8Array): Uint8Array | null {
  if (bytes.length !== 16) return null;
  const prefix = Array.from(bytes.subarray(0, 12)).join('.');
  if (prefix === '0.100.255.155.0.0.0.0.0.0.0.0' || prefix === '0.0.0.0.0.0.0.0.255.255.0.0')
    return bytes.subarray(12);
  return isZero(bytes, 12) && bytes[12] !== 0 ? bytes.subarray(12) : null;
}

/** Renders an address for people: IPv4-mapped IPv6, which some systems report for IPv4 clients, is shown as IPv4. */
export function addressText(address: string): string {
  return address.startsWith('::ffff:') && address.includes('.') ? address.slice(7) : address;
}

/** Returns true for a loopback address: 127.0.0.0/8, its IPv4-mapped form, or `::1`. */
export function isLoopback(bytes: Uint8Array): boolean {
  const plain = unmapped(bytes);
  return plain.length === 4 ? plain[0] === 127 : plain[15] === 1 && isZero(plain, 15);
}

function isZero(bytes: Uint8Array, length: number): boolean {
  return bytes.subarray(0, length).every((byte) => byte === 0);
}

function ipv6Bytes(address: string): Uint8Array {
  const [head = '', tail] = address.split('::');
  const before = groups(head);
  const after = groups(tail ?? '');
  const missing = Array.from({ length: 8 - before.length - after.length }, () => 0);
  return Uint8Array.from([...before, ...missing, ...after].flatMap((group) => [group >> 8, group & 0xff]));
}

function groups(text: string): readonly number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => (part.includes('.') ? dottedGroups(part) : [parseInt(part, 16)]));
}

function dottedGroups(text: string): readonly number[] {
  const [a = 0, b = 0, c = 0, d = 0] = text.split('.').map(Number);
  return [(a << 8) | b, (c << 8) | d];
}
