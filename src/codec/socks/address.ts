// Addresses in SOCKS messages: a type, an address or a name, and a port (RFC 1928 section 5).
import { ipBytes } from '../../base/ip.ts';

export interface HostPort {
  /** A name in lower case, or an IP address, IPv6 without brackets. */
  readonly host: string;
  /** 1 to 65535. */
  readonly port: number;
}

export type AddressRead =
  | { readonly type: 'incomplete' }
  | { readonly type: 'error'; readonly reply: number; readonly reason: string }
  /** `length` is the number of bytes consumed; `host` and `port` may be zero in replies. */
  | { readonly type: 'address'; readonly host: string; readonly port: number; readonly length: number };

const IPV4 = 1;
const NAME = 3;
const IPV6 = 4;

/** Reply codes of SOCKS5 (RFC 1928 section 6). */
export const GENERAL_FAILURE = 1;
const ADDRESS_NOT_SUPPORTED = 8;

const INCOMPLETE = { type: 'incomplete' } as const;

/** Parses the address whose type is at `at`. A name is not validated: see `hostOf`. */
export function readAddress(bytes: Buffer, at: number): AddressRead {
  if (bytes.length < at + 2) return INCOMPLETE;
  const type = bytes[at];
  const start = type === NAME ? at + 2 : at + 1;
  const size = type === IPV4 ? 4 : type === IPV6 ? 16 : type === NAME ? bytes[at + 1]! : -1;
  if (size < 0) {
    const reason = `address type ${bytes[at]!} is none of IPv4, name and IPv6`;
    return { type: 'error', reply: ADDRESS_NOT_SUPPORTED, reason };
  }
  const end = start + size;
  if (bytes.length < end + 2) return INCOMPLETE;
  const raw = bytes.subarray(start, end);
  const host = type === IPV4 ? raw.join('.') : type === IPV6 ? ipv6Text(raw) : raw.toString('latin1');
  return { type: 'address', host, port: bytes.readUInt16BE(end), length: end + 2 - at };
}

/** Encodes type, address and port; throws an Error for a name of more than 255 bytes. */
export function addressBytes({ host, port }: HostPort): Buffer {
  const ip = ipBytes(host);
  const name = Buffer.from(host, 'latin1');
  if (ip === null && name.length > 255) throw new Error(`the name ${host} is too long for SOCKS`);
  const head = ip === null ? [NAME, name.length] : [ip.length === 4 ? IPV4 : IPV6];
  return Buffer.concat([Buffer.from(head), ip ?? name, portBytes(port)]);
}

export function portBytes(port: number): Buffer {
  return Buffer.from([port >> 8, port & 0xff]);
}

const NAME_CHARS = /^[\w.~!$&'()*+,;=%-]+$/;

/** Returns a name in lower case, as URLs have it, or an IP address; null for anything else. */
export function hostOf(text: string): string | null {
  const host = text.toLowerCase();
  return NAME_CHARS.test(host) || ipBytes(host) !== null ? host : null;
}

/** Renders 16 bytes in canonical form (RFC 5952), as URLs have it. */
function ipv6Text(bytes: Buffer): string {
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16));
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1);
}
