// The gate of a transparent run: a Unix socket in a private folder, through which the process inside the network
// passes on the command's connections and DNS queries.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Engine } from '../../../session/engine/index.ts';
import { readQuery } from '../../../codec/dns/message.ts';
import { Client } from '../../../flow/client.ts';
import { Forwarder } from '../../../net/name-server/forwarder.ts';
import { localhostResponse } from '../../../net/name-server/index.ts';
import { serveTcp } from '../../../net/name-server/tcp.ts';
import { meantServer } from '../../../proxy/listeners/dns-captured.ts';
import { firstBytes, type Patience } from '../../../proxy/first-bytes/index.ts';
import { systemNameServers } from '../../../system/dns-capture/name-servers.ts';
import { readLine, type Opening } from './channel.ts';
import type { CommandNetwork } from './command-network.ts';

/** Servers of some protocols speak first. */
const PATIENCE: Patience = { firstMs: 300, helloMs: 10_000, restMs: 300 };

export class Gate {
  /** Path of the socket. */
  readonly path: string;
  /** Path at which the process inside answers for servers of the command. */
  readonly servers: string;
  readonly #folder: string;
  readonly #server: net.Server;
  readonly #sockets = new Set<net.Socket>();
  readonly #forwarder = new Forwarder(systemNameServers);

  private constructor(folder: string, server: net.Server, path: string) {
    this.#folder = folder;
    this.#server = server;
    this.path = path;
    this.servers = join(folder, 'servers');
  }

  /** `network`: receives the address behind each name that the command connects to. */
  static async open(engine: Engine, network: CommandNetwork): Promise<Gate> {
    const folder = await mkdtemp(join(tmpdir(), 'proxyctl-run-'));
    const path = join(folder, 'gate');
    const server = net.createServer({ allowHalfOpen: true });
    const gate = new Gate(folder, server, path);
    server.on('connection', (socket) => {
      gate.#sockets.add(socket);
      socket.once('close', () => gate.#sockets.delete(socket));
      socket.on('error', () => socket.destroy());
      void readLine<Opening>(socket).then((opening) => gate.#serve(socket, opening, engine, network));
    });
    server.listen(path);
    await once(server, 'listening');
    network.open(gate.servers);
    return gate;
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    this.#forwarder.close();
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #serve(
    socket: net.Socket,
    opening: Opening | null,
    engine: Engine,
    network: CommandNetwork,
  ): Promise<void> {
    if (opening === null) socket.destroy();
    else if (opening.type === 'names') {
      serveTcp(socket, (message) => this.#ask(message));
      socket.resume();
    } else {
      const client = new Client('127.0.0.1', 0);
      client.identify(Promise.resolve(opening.app));
      const { address, port } = opening;
      // A program that honours the proxy variables connects to the proxy itself.
      if (port === engine.port && address === engine.address) {
        engine.accept(socket, client, null);
        socket.resume();
      } else {
        const host = await nameOf(socket, opening);
        network.add(host, address);
        engine.accept(socket, client, { host, port });
      }
    }
  }

  async #ask(message: Buffer): Promise<Buffer | null> {
    const query = readQuery(message);
    if (query.type === 'invalid') return query.response;
    return localhostResponse(query) ?? this.#forwarder.ask(message, query, 'tcp');
  }
}

/** Returns the name of the server: as the client gives it, as it was looked up, or else its address. */
async function nameOf(
  socket: net.Socket,
  { name, address }: Extract<Opening, { type: 'connection' }>,
): Promise<string> {
  const seen = await firstBytes(socket, meantServer, PATIENCE);
  if (seen.type === 'seen' && seen.value.type === 'server') return seen.value.server.host;
  return name ?? address;
}
