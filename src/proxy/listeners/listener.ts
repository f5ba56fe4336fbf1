// A port of the proxy: accepts connections and detects the protocol of each by its first bytes.
import { once } from 'node:events';
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { systemCode } from '../../base/errors.ts';
import { addressText } from '../../base/ip.ts';
import { Client } from '../../flow/client.ts';
import { isOwnName, type ProxyContext } from '../shared/context.ts';
import { detect, type ClientHelloSummary, type Protocol } from '../first-bytes/detect.ts';
import { firstBytes, type Patience } from '../first-bytes/index.ts';
import { denyClient } from './denied-client.ts';
import { serveDevice } from './device-login.ts';
import { serveSocks } from '../socks/serve.ts';
import { openTransparent } from '../tunnel/tunnel.ts';

/** Time for a client to send its first message. */
const FIRST_BYTE_MS = 60_000;
const PATIENCE: Patience = { firstMs: 60_000, helloMs: 60_000, restMs: 60_000 };
const TICK_MS = 1000;

/** Serves an accepted connection. */
export type Accept = (socket: net.Socket, client: Client, context: ProxyContext) => void;

/** Called with each accepted connection, to find out which app opened it. */
export type Identify = (client: Client, socket: net.Socket) => void;

export interface ListenOptions {
  /** `::` stands for every address of the machine. */
  readonly host: string;
  /** 0 for a free one. */
  readonly port: number;
  readonly identify: Identify;
  /** By default every protocol of the proxy's own port. */
  readonly accept?: Accept;
}

/** A listening port and the connections accepted by it. */
export class Listener {
  readonly address: string;
  readonly port: number;
  readonly #server: net.Server;
  readonly #open: ReadonlyMap<net.Socket, Client>;
  readonly #context: ProxyContext;
  readonly #timer: NodeJS.Timeout;

  private constructor(server: net.Server, open: ReadonlyMap<net.Socket, Client>, context: ProxyContext) {
    const bound = server.address() as net.AddressInfo;
    this.address = bound.address;
    this.port = bound.port;
    this.#server = server;
    this.#open = open;
    this.#context = context;
    this.#timer = setInterval(() => {
      const now = performance.now();
      for (const connection of context.connections) connection.tick?.(now);
    }, TICK_MS).unref();
  }

  /**
   * Listens. `context` belongs to this port alone. Rejects with the system's error when the port cannot be
   * opened.
   */
  static async on(options: ListenOptions, context: ProxyContext): Promise<Listener> {
    const open = new Map<net.Socket, Client>();
    const server = serverOf(options, open, context);
    await bind(server, options);
    return new Listener(server, open, context);
  }

  /** Stops accepting connections, so that the port can be opened by others; open ones go on. */
  stopAccepting(): void {
    this.#server.close();
  }

  /** Accepts connections again after `stopAccepting`, on the same port. Rejects with the system's error. */
  wake(): Promise<void> {
    return bind(this.#server, { host: this.address, port: this.port });
  }

  /** Closes the connections of these clients. */
  disconnect(isCut: (client: Client) => boolean): void {
    for (const [socket, client] of this.#open) if (isCut(client)) socket.destroy();
  }

  /** Stops accepting connections and closes the open ones. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    const closed = this.#server.listening ? once(this.#server, 'close') : null;
    this.stopAccepting();
    for (const connection of [...this.#context.connections]) connection.stop();
    for (const socket of this.#open.keys()) socket.destroy();
    await closed;
  }
}

function serverOf(
  { identify, accept = acceptAny }: ListenOptions,
  open: Map<net.Socket, Client>,
  context: ProxyContext,
): net.Server {
  const server = net.createServer({ allowHalfOpen: true, noDelay: true, keepAlive: true }, (socket) => {
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    const client = new Client(socket.remoteAddress ?? '', socket.remotePort ?? 0);
    open.set(socket, client);
    if (!context.admits(client)) {
      void denyClient(socket, client, context);
      return;
    }
    identify(client, socket);
    accept(socket, client, context);
  });
  server.on('error', () => undefined);
  return server;
}

const NO_IPV6: ReadonlySet<string> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EINVAL']);

/** True for the error of listening on an IPv6 address where the system has none. */
export function lacksIpv6(error: unknown): boolean {
  return NO_IPV6.has(systemCode(error));
}

async function bind(
  server: net.Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  try {
    await listener(server, host, port);
  } catch (error) {
    // Without IPv6, the system can still listen on IPv4.
    if (host !== '::' || !lacksIpv6(error)) throw error;
    await listener(server, '0.0.0.0', port);
  }
}

function listener(server: net.Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** Serves any protocol of the proxy's own port. HTTP nearly always arrives with its first bytes, and takes no detour. */
export function acceptAny(socket: net.Socket, client: Client, context: ProxyContext): void {
  const { deviceLogin: login } = context;
  if (login !== null && !client.isLoopback) {
    const secure = (hello: ClientHelloSummary) =>
      isForOther(hello) ? Promise.resolve(null) : secured(socket, hello, context);
    void serveDevice(socket, { client, context, login, secure });
    return;
  }
  const timer = setTimeout(() => socket.destroy(), FIRST_BYTE_MS);
  socket.once('data', (bytes: Buffer) => {
    clearTimeout(timer);
    if (bytes[0] === 4 || bytes[0] === 5) {
      serveSocks(socket, client, context, bytes);
      return;
    }
    const protocol = detect(bytes);
    if (protocol?.type === 'http1') context.serve(socket, client, { type: 'proxy' }, bytes);
    else {
      socket.pause();
      socket.unshift(bytes);
      void acceptOther(socket, client, context);
    }
  });
  socket.once('end', () => {
    clearTimeout(timer);
    if (socket.bytesRead === 0) socket.end();
  });
  socket.once('close', () => clearTimeout(timer));
}

async function acceptOther(socket: net.Socket, client: Client, context: ProxyContext): Promise<void> {
  const seen = await firstBytes(socket, detect, PATIENCE);
  const protocol: Protocol = seen.type === 'seen' ? seen.value : { type: 'opaque' };
  if (protocol.type === 'tls') await acceptTls(socket, protocol, client, context);
  else if (protocol.type === 'http2') context.serveHttp2(socket, client, { type: 'proxy' });
  else if (seen.type === 'silent') socket.destroy();
  // Other bytes are served as HTTP, so they get a 400, and a flow records it.
  else context.serve(socket, client, { type: 'proxy' }, seen.type === 'gone' ? seen.bytes : undefined);
}

/**
 * Serves TLS as an HTTPS proxy, unless the client requests another server by name: then it was redirected to
 * us.
 */
async function acceptTls(
  socket: net.Socket,
  hello: ClientHelloSummary,
  client: Client,
  context: ProxyContext,
): Promise<void> {
  if (isForOther(hello)) {
    openTransparent(socket, { host: hello.sni, port: 443 }, client, context);
    return;
  }
  try {
    context.serve(await secured(socket, hello, context), client, { type: 'proxy' });
  } catch {
    socket.destroy(); // a failed handshake with the proxy itself is not an exchange
  }
}

/** True when a TLS client requests another server than the proxy. */
function isForOther(hello: ClientHelloSummary): hello is ClientHelloSummary & { readonly sni: string } {
  return hello.sni !== null && !isOwnName(hello.sni);
}

/** Performs the handshake of a client that speaks TLS to the proxy itself. */
async function secured(
  socket: net.Socket,
  hello: ClientHelloSummary,
  context: ProxyContext,
): Promise<Duplex> {
  const names = [hello.sni ?? 'localhost', addressText(socket.localAddress ?? '127.0.0.1')];
  const stream: Duplex = await context.tlsTerminator.secure(socket, names, hello);
  stream.on('error', () => undefined);
  return stream;
}
