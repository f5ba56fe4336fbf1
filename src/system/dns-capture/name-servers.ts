// The name servers that the system uses besides ours.
import dns from 'node:dns';
import { existsSync, readFileSync } from 'node:fs';
import net from 'node:net';

export interface SystemNameServer {
  /** IP address. */
  readonly address: string;
  readonly port: number;
}

const DNS_PORT = 53;
/** A network may change at any time, and a query should not cost a look at a file. */
const MAX_AGE_MS = 2000;

/** Files with the servers of the networks, the first that exists; others may name a server of this machine only. */
const RESOLV_CONF = [
  // Our setup moves the system's file here.
  '/etc/resolv.conf.before-proxyctl',
  // The servers that systemd-resolved got from the networks; /etc/resolv.conf names systemd-resolved itself.
  '/run/systemd/resolve/resolv.conf',
  '/etc/resolv.conf',
];

let known: { readonly servers: readonly SystemNameServer[]; readonly readAt: number } | null = null;

/** Returns the servers, best first. */
export function systemNameServers(files: readonly string[] = RESOLV_CONF): readonly SystemNameServer[] {
  const now = performance.now();
  if (known === null || now - known.readAt > MAX_AGE_MS) known = { servers: readServers(files), readAt: now };
  return known.servers;
}

/** Returns the servers, without our own on a loopback address. */
export function otherNameServers(ownPort: number | null): readonly SystemNameServer[] {
  const isOurs = ({ address, port }: SystemNameServer): boolean =>
    port === ownPort && (address.startsWith('127.') || address === '::1');
  return systemNameServers().filter((server) => !isOurs(server));
}

function readServers(files: readonly string[]): readonly SystemNameServer[] {
  if (process.platform === 'linux') {
    const file = files.find((path) => existsSync(path));
    if (file !== undefined) return resolvConfServers(readFileSync(file, 'utf8'));
  }
  return dns.getServers().flatMap((text) => readServer(text) ?? []);
}

/** Reads the lines `nameserver ADDRESS` (resolv.conf(5)). */
export function resolvConfServers(text: string): readonly SystemNameServer[] {
  return Array.from(text.matchAll(/^\s*nameserver\s+(\S+)/gm), ([, address = '']) => address)
    .filter((address) => net.isIP(address.replace(/%.*$/, '')) !== 0)
    .map((address) => ({ address, port: DNS_PORT }));
}

/** Reads `address`, `address:port` or `[address]:port`, as Node lists them. */
function readServer(text: string): SystemNameServer | null {
  if (net.isIP(text) !== 0) return { address: text, port: DNS_PORT };
  const match = /^(?:\[([^\]]+)\]|([\d.]+)):(\d+)$/.exec(text);
  const address = match?.[1] ?? match?.[2];
  return address === undefined ? null : { address, port: Number(match?.[3]) };
}
