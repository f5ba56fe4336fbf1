// Connections compared, however each program writes their addresses.
import { ipBytes, isLoopback, unmapped } from '../../base/ip.ts';
import { type ClientSocket } from './scan.ts';

/** Whether the client is here. One that uses our own address instead of loopback is, too: no other device has it. */
export function isOnThisMachine({ clientAddress, proxyAddress }: ClientSocket): boolean {
  const [client, proxy] = [ipBytes(clientAddress), ipBytes(proxyAddress)];
  if (!client || !proxy) return false;
  return isLoopback(client) || Buffer.compare(unmapped(client), unmapped(proxy)) === 0;
}

/** One text for a connection, seen from its client. */
export function socketKey(socket: ClientSocket): string {
  const client = endpointKey(socket.clientAddress, socket.clientPort);
  return `${client}>${endpointKey(socket.proxyAddress, socket.proxyPort)}`;
}

/** The same from the two ends as `127.0.0.1:80` or `[::1]:80`; null when either is no such thing. */
export function endsKey(local: string, remote: string): string | null {
  const [from, to] = [endpoint(local), endpoint(remote)];
  return from && to && `${from}>${to}`;
}

function endpoint(text: string): string | null {
  const { address, port } = /^\[?(?<address>[^\]]+)\]?:(?<port>\d+)$/.exec(text)?.groups ?? {};
  return address === undefined ? null : endpointKey(address, Number(port));
}

function endpointKey(address: string, port: number): string {
  const bytes = ipBytes(address);
  return `${bytes ? Buffer.from(unmapped(bytes)).toString('hex') : address}:${port}`;
}
