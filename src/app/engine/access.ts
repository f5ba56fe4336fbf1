// Decides which clients may use the proxy: this machine always, and the devices that the user has named or, without
// any, those of private networks.
import { UserError } from '../../base/errors.ts';
import { ipBytes, isLoopback } from '../../base/ip.ts';
import { isInRanges, readIpRange, type IpRange } from '../../base/ip-range.ts';
import type { Client } from '../../flow/client.ts';

/**
 * Networks whose devices may use the proxy when the user names none: those that are not routed on the internet.
 * 100.64.0.0/10 (RFC 6598) is not among them, since other customers of a provider are in it.
 */
const PRIVATE = [
  '10.0.0.0/8', // RFC 1918
  '172.16.0.0/12',
  '192.168.0.0/16',
  '169.254.0.0/16', // RFC 3927
  'fc00::/7', // RFC 4193
  'fe80::/10', // RFC 4291 section 2.5.6
];

/**
 * Returns a test for the addresses of clients. `ranges` are IP addresses and CIDR blocks; throws an Error that names
 * one that is neither.
 */
export function clientFilter(ranges: readonly string[]): (client: Client) => boolean {
  const allowed = (ranges.length === 0 ? PRIVATE : ranges).map(parseRange);
  return (client) => {
    const address = ipBytes(client.address);
    return address !== null && (isLoopback(address) || isInRanges(address, allowed));
  };
}

function parseRange(text: string): IpRange {
  const range = readIpRange(text);
  if (range !== null) return range;
  throw new UserError(
    'INVALID_DATA',
    `${JSON.stringify(text)} is not an IP address or a range such as 192.168.1.0/24`,
  );
}
