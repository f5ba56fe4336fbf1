// A name server for this machine alone. It answers queries for captured names with loopback addresses, and forwards all
// others to the servers that the system used before.
import type { RemoteInfo, Socket } from 'node:dgram';
import dgram from 'node:dgram';
import { once } from 'node:events';
import net from 'node:net';
import { ipBytes, isLoopback } from '../../base/ip.ts';
import { isLocalhostName } from '../../base/localhost.ts';
import {
  addressResponse,
  CLASS_IN,
  errorResponse,
  RCODE,
  readQuery,
  RECORD_TYPE,
  truncated,
  udpLimit,
  type Query,
} from '../../codec/dns/message.ts';
import { serveTcp } from './tcp.ts';
import type { Upstream } from './forwarder.ts';

export interface NameServerOptions {
  /** 0 for a free one. */
  readonly port: number;
  /** True for a name that is answered with the addresses of this machine. */
  readonly captures: (name: string) => boolean;
  /** Answers for all other names; it is closed with the server. */
  readonly upstream: Upstream;
  /** True to serve on every address, by default on loopback ones only. */
  readonly onAllAddresses?: boolean;
}

/** Programs should notice soon when a name is no longer captured. */
const TTL_SECONDS = 1;
const IPV4 = { bytes: Uint8Array.of(127, 0, 0, 1), ttlSeconds: TTL_SECONDS };
const IPV6 = {
  bytes: Uint8Array.from({ length: 16 }, (_, at) => (at === 15 ? 1 : 0)),
  ttlSeconds: TTL_SECONDS,
};

export class NameServer {
  readonly port: number;
  captures: (name: string) => boolean;
  readonly #sockets: readonly Socket[];
  readonly #servers: readonly net.Server[];
  readonly #connections: Set<net.Socket>;
  readonly #options: NameServerOptions;
  readonly #hasIpv6: boolean;

  private constructor(port: number, options: NameServerOptions, bound: Bound) {
    this.port = port;
    this.captures = options.captures;
    this.#sockets = bound.sockets;
    this.#servers = bound.servers;
    this.#connections = new Set();
    this.#hasIpv6 = bound.sockets.length > 1;
    this.#options = options;
    for (const socket of this.#sockets)
      socket.on('message', (bytes, from) => void this.#onMessage(socket, bytes, from));
    for (const server of this.#servers) {
      server.on('connection', (socket) => {
        this.#connections.add(socket);
        socket.once('close', () => this.#connections.delete(socket));
        serveTcp(socket, (bytes) => this.#respond(bytes, 'tcp'));
      });
    }
  }

  /** Listens on UDP and TCP, on both loopback addresses. Rejects with the system's error when a port is taken. */
  static async on(options: NameServerOptions): Promise<NameServer> {
    const bound = await bindBoth(options);
    return new NameServer(bound.port, options, bound);
  }

  async close(): Promise<void> {
    for (const connection of this.#connections) connection.destroy();
    this.#options.upstream.close();
    await closeAll(this.#sockets, this.#servers);
  }

  async #onMessage(socket: Socket, bytes: Buffer, from: RemoteInfo): Promise<void> {
    const address = ipBytes(from.address);
    if (address === null || !(this.#options.onAllAddresses === true || isLoopback(address))) return;
    const response = await this.#respond(bytes, 'udp');
    // The socket may have been closed meanwhile, and nobody needs to know.
    if (response !== null && this.#sockets.includes(socket)) send(socket, response, from);
  }

  /** Returns the response to a message; null for a message that gets none. Never rejects. */
  async #respond(bytes: Buffer, transport: 'udp' | 'tcp'): Promise<Buffer | null> {
    const query = readQuery(bytes);
    if (query.type === 'invalid') return query.response;
    const { name, class: questionClass } = query.question;
    const own = localhostResponse(query);
    if (own !== null) return own;
    if (questionClass === CLASS_IN && this.captures(name)) return this.#ownResponse(query);
    const response = await this.#options.upstream.ask(bytes, query, transport);
    if (response === null) return errorResponse(query, RCODE.serverFailure);
    return transport === 'udp' && response.length > udpLimit(query) ? truncated(query) : response;
  }

  /**
   * Returns loopback addresses. Records of other types, such as HTTPS and SVCB, do not exist: they would lead clients
   * past this machine.
   */
  #ownResponse(query: Query): Buffer {
    return loopbackResponse(query, this.#hasIpv6);
  }
}

/** Answers for `localhost` and the names below it, which no name server is asked for (RFC 6761 section 6.3); else null. */
export function localhostResponse(query: Query): Buffer | null {
  const { name, class: questionClass } = query.question;
  return questionClass === CLASS_IN && isLocalhostName(name) ? loopbackResponse(query, true) : null;
}

function loopbackResponse(query: Query, hasIpv6: boolean): Buffer {
  const { type } = query.question;
  if (type === RECORD_TYPE.A) return addressResponse(query, [IPV4]);
  return addressResponse(query, type === RECORD_TYPE.AAAA && hasIpv6 ? [IPV6] : []);
}

interface Bound {
  readonly port: number;
  readonly sockets: readonly Socket[];
  readonly servers: readonly net.Server[];
}

const ATTEMPTS = 10;

/** A free port must be free for UDP and TCP: several are tried. */
async function bindBoth({ port, onAllAddresses = false }: NameServerOptions): Promise<Bound> {
  const [ipv4, ipv6] = onAllAddresses ? ['0.0.0.0', '::'] : ['127.0.0.1', '::1'];
  for (let attempt = 1; ; attempt += 1) {
    const servers: net.Server[] = [];
    const sockets: Socket[] = [];
    try {
      servers.push(await listenTcp(ipv4, port));
      const { port: bound } = servers[0]!.address() as net.AddressInfo;
      sockets.push(await bindUdp('udp4', ipv4, bound));
      await bindIpv6(ipv6, bound, servers, sockets);
      return { port: bound, sockets, servers };
    } catch (error) {
      await closeAll(sockets, servers);
      if (port !== 0 || attempt === ATTEMPTS) throw error;
    }
  }
}

/** A system without IPv6 has IPv4 only. */
async function bindIpv6(
  address: string,
  port: number,
  servers: net.Server[],
  sockets: Socket[],
): Promise<void> {
  if (!(await hasIpv6Loopback())) return;
  servers.push(await listenTcp(address, port));
  sockets.push(await bindUdp('udp6', address, port));
}

/** True when this machine can listen on `::1`. */
export async function hasIpv6Loopback(): Promise<boolean> {
  try {
    await closeAll([], [await listenTcp('::1', 0)]);
    return true;
  } catch {
    return false;
  }
}

async function listenTcp(host: string, port: number): Promise<net.Server> {
  const server = net.createServer({ noDelay: true });
  server.listen({ host, port, exclusive: true, ipv6Only: true });
  await once(server, 'listening');
  server.on('error', () => undefined);
  return server;
}

async function bindUdp(type: 'udp4' | 'udp6', address: string, port: number): Promise<Socket> {
  const socket = dgram.createSocket({ type, ipv6Only: type === 'udp6' });
  socket.bind({ address, port, exclusive: true });
  try {
    await once(socket, 'listening');
  } catch (error) {
    socket.close();
    throw error;
  }
  socket.on('error', () => undefined);
  return socket;
}

function send(socket: Socket, response: Buffer, { address, port }: RemoteInfo): void {
  try {
    socket.send(response, port, address, () => undefined);
  } catch {
    // The socket was closed meanwhile.
  }
}

async function closeAll(sockets: readonly Socket[], servers: readonly net.Server[]): Promise<void> {
  await Promise.all([
    ...sockets.map((socket) => new Promise<void>((done) => socket.close(() => done()))),
    ...servers.map((server) => new Promise<void>((done) => server.close(() => done()))),
  ]);
}
