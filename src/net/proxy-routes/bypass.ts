// Lists of hosts that are reached without the external proxy, in the syntax of browsers.
import { SettingError } from '../../base/errors.ts';
import { ipBytes, isLoopback } from '../../base/ip.ts';
import { isLocalhostName } from '../../base/localhost.ts';
import { isInRanges, readIpRange } from '../../base/ip-range.ts';
import { matchesWildcard } from '../../base/wildcard.ts';

/** Returns true when a host, in lower case and without brackets, and a port are reached without the proxy. */
export type Bypass = (host: string, port: number) => boolean;

/**
 * Parses entries such as `*.example.com`, `.example.com` (the domain and its hosts), `10.0.0.0/8`, `[::1]`,
 * `example.com:8080`, `<local>` (names without a dot). This machine's loopback names and addresses are
 * bypassed unless `<-loopback>` is listed. Throws an Error that names an invalid entry.
 */
export function readBypass(entries: readonly string[]): Bypass {
  const texts = entries.map((entry) => entry.trim().toLowerCase()).filter((entry) => entry !== '');
  const takesLoopback = texts.includes('<-loopback>');
  const rules = texts.filter((text) => text !== '<-loopback>').map(readEntry);
  return (host, port) => (!takesLoopback && isLoopbackHost(host)) || rules.some((rule) => rule(host, port));
}

/** Returns true for `localhost`, names below it (RFC 6761 section 6.3), and loopback addresses. */
export function isLoopbackHost(host: string): boolean {
  const bytes = ipBytes(host.endsWith('.') ? host.slice(0, -1) : host);
  return bytes === null ? isLocalhostName(host) : isLoopback(bytes);
}

function readEntry(entry: string): Bypass {
  if (entry === '<local>') return (host) => !host.includes('.') && ipBytes(host) === null;
  const range = readIpRange(entry);
  if (range !== null) {
    return (host) => {
      const bytes = ipBytes(host);
      return bytes !== null && isInRanges(bytes, [range]);
    };
  }
  const match = /^(?:[a-z]+:\/\/)?(\[[0-9a-f:.*?]+\]|[^\s/:@<>[\]]+)(?::(\d{1,5}))?$/.exec(entry);
  if (match === null) {
    throw new SettingError(
      `${JSON.stringify(entry)} is not a host to bypass: write a host such as *.example.com, an address or range such as 10.0.0.0/8, <local> or <-loopback>`,
    );
  }
  const pattern = (match[1] ?? '').replace(/^\[(.*)\]$/, '$1');
  const port = match[2] === undefined ? null : Number(match[2]);
  const range6 = readIpRange(pattern);
  return (host, toPort) =>
    (port === null || port === toPort) && (matchesHost(pattern, host) || isSame(range6, host));
}

function matchesHost(pattern: string, host: string): boolean {
  const name = host.endsWith('.') ? host.slice(0, -1) : host;
  if (pattern.startsWith('.')) return name === pattern.slice(1) || matchesWildcard(`*${pattern}`, name);
  return matchesWildcard(pattern, name);
}

function isSame(range: ReturnType<typeof readIpRange>, host: string): boolean {
  const bytes = ipBytes(host);
  return range !== null && bytes !== null && isInRanges(bytes, [range]);
}
