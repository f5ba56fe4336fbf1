// Connection keys that are equal however each program writes the addresses.
import { ipBytes, isLoopback, unmapped } from '../../base/ip.ts';
import { type ClientSocket } from './scan.ts';

/** True when the client runs on this machine, also when it uses the machine's own address instead of loopback. */
export function isOnThisMachine({ clientAddress, proxyAddress }: ClientSocket): boolean {
  const [client, proxy] = [ipBytes(clientAddress), ipBytes(proxyAddress)];
  if (!client || !proxy) return false;
  return isLoopback(client) || Buffer.compare(unmapped(client), unmapped(proxy)) === 0;
}

/** Returns one key for a connection, from its client's point of view. */
export function socketKey(socket: ClientSocket): string {
  const client = endpointKey(socket.clientAddress, socket.clientPort);
  return `${client}>${endpointKey(socket.proxyAddress, socket.proxyPort)}`;
}

/** Returns the same key from two ends such as `127.0.0.1:80` or `[::1]:80`; null when either is malformed. */
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
