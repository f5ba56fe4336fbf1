// The command's network from the proxy's side. Names resolve to the addresses that the command received for them, and
// the command's servers are reached through the process inside.
import net from 'node:net';
import { ipBytes, unmapped } from '../../../base/ip.ts';
import { isLocalhostName } from '../../../base/localhost.ts';
import { Lru } from '../../../base/lru.ts';
import { isOwnAddress } from '../../../net/address.ts';
import { systemResolver, type Resolver } from '../../../net/dns.ts';
import { line, readLine, type ServerPath, type ServerQuestion } from './channel.ts';
import { COMMAND_ADDRESSES } from './network.ts';

const MAX_NAMES = 10_000;

export class CommandNetwork {
  readonly #byName = new Lru<string, string>(MAX_NAMES);
  /** Path of the socket that answers for servers; null until the command starts. */
  #servers: string | null = null;

  /** `servers`: path of the socket of `answerForServers`. */
  open(servers: string): void {
    this.#servers = servers;
  }

  /** Adds the address behind a name that the command connects to. */
  add(name: string, address: string): void {
    // A server outside of the namespace may listen on either address of localhost.
    if (net.isIP(name) === 0 && !isLocalhostName(name)) this.#byName.set(name, address);
  }

  readonly resolve: Resolver = (host) => {
    const address = this.#byName.get(host);
    if (address === undefined) return systemResolver(host);
    return Promise.resolve([{ address, family: net.isIP(address) }]);
  };

  /** Returns the path of a Unix socket that leads to a server of the command; null for other servers. */
  readonly socketPath = async (host: string, port: number): Promise<string | null> => {
    const address = net.isIP(host) === 0 ? this.#ownAddress(host) : plainAddress(host);
    const isHere = Object.values(COMMAND_ADDRESSES).includes(address ?? '') || isOwnAddress(address ?? '');
    if (this.#servers === null || address === null || !isHere) return null;
    return ask(this.#servers, { address, port });
  };

  #ownAddress(name: string): string | null {
    return isLocalhostName(name) ? '127.0.0.1' : (this.#byName.get(name) ?? null);
  }
}

/** Returns the one spelling of an address; connecting to an unspecified one reaches this machine. */
function plainAddress(address: string): string {
  const bytes = unmapped(ipBytes(address) ?? new Uint8Array());
  const isUnspecified = bytes.every((byte) => byte === 0);
  if (bytes.length === 4) return isUnspecified ? '127.0.0.1' : bytes.join('.');
  return isUnspecified ? '::1' : address;
}

async function ask(servers: string, question: ServerQuestion): Promise<string | null> {
  const socket = net.connect(servers);
  socket.on('error', () => undefined);
  socket.write(line(question));
  const found = await readLine<ServerPath>(socket);
  socket.destroy();
  return found?.path ?? null;
}
