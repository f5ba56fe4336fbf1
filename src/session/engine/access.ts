// Decides which clients may use the proxy: always this machine, and the devices allowed by the settings. By default
// these are the devices of private networks.
import { UserError } from '../../base/errors.ts';
import { ipBytes, isLoopback } from '../../base/ip.ts';
import { isInRanges, overlap, readIpRange, type IpRange } from '../../base/ip-range.ts';
import type { Client } from '../../flow/client.ts';

/**
 * Networks whose devices may use the proxy when the user names none: those that are not routed on the internet.
 */
const PRIVATE = [
  '10.0.0.0/8', // RFC 1918
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10', // RFC 6598, also the addresses of Tailscale
  '169.254.0.0/16', // RFC 3927
  'fc00::/7', // RFC 4193
  'fe80::/10', // RFC 4291 section 2.5.6
];

/**
 * Returns a test for the addresses of clients. `ranges` is IP addresses and CIDR blocks. Throws an Error that names
 * an invalid one.
 */
export function clientFilter(ranges: readonly string[]): (client: Client) => boolean {
  const allowed = allowedRanges(ranges);
  return (client) => {
    const address = ipBytes(client.address);
    return address !== null && (isLoopback(address) || isInRanges(address, allowed));
  };
}

/**
 * Returns a test for this machine's networks, such as `192.168.1.20/24`: true when some device on that network may
 * use the proxy. An address without a network, as on a VPN, stands for any address of its kind.
 */
export function networkFilter(ranges: readonly string[]): (network: string) => boolean {
  const allowed = allowedRanges(ranges);
  const ofKind = PRIVATE.map(parseRange);
  return (network) => {
    const range = readIpRange(network);
    if (range === null) return false;
    const isAlone = range.bits === range.bytes.length * 8;
    const wide = isAlone ? (ofKind.find((kind) => overlap(kind, range)) ?? range) : range;
    return allowed.some((each) => overlap(each, wide));
  };
}

function allowedRanges(ranges: readonly string[]): readonly IpRange[] {
  return (ranges.length === 0 ? PRIVATE : ranges).map(parseRange);
}

function parseRange(text: string): IpRange {
  const range = readIpRange(text);
  if (range !== null) return range;
  throw new UserError(
    'INVALID_DATA',
    `${JSON.stringify(text)} is not an IP address or a range such as 192.168.1.0/24`,
  );
}
