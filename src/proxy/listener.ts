// The proxy's own port: accepts connections and finds out by their first bytes what they speak.
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { codeOf } from '../base/errors.ts';
import { addressText } from '../base/ip.ts';
import { Client } from '../flow/client.ts';
import { isOwnName, type ProxyContext } from './context.ts';
import { detect, type Protocol } from './detect.ts';
import { firstBytes } from './first-bytes.ts';
import { turnAway } from './outsider.ts';
import { serveSocks } from './socks/serve.ts';
import { openTransparent } from './tunnel/connect.ts';

/** How long a client may say nothing, or leave its first message unfinished. */
const FIRST_BYTE_MS = 60_000;
const FIRST_MESSAGE_MS = 60_000;
const TICK_MS = 1000;

export interface Listening {
  readonly address: string;
  readonly port: number;
  /** Takes no new connections and cuts those that are open. */
  close(): Promise<void>;
}

/** Serves a connection that was accepted. */
export type Accept = (socket: net.Socket, client: Client, context: ProxyContext) => void;

/** Told of each connection as it is accepted, to find out which app opened it. */
export type Identify = (client: Client, socket: net.Socket) => void;

/**
 * Listens on `host` and `port` (0: any free one); `::` means every address of the machine. Rejects with the system's
 * error when it cannot.
 */
export async function listen(
  host: string,
  port: number,
  context: ProxyContext,
  identify: Identify,
  accept: Accept = acceptAny,
): Promise<Listening> {
  const open = new Set<net.Socket>();
  const server = net.createServer({ allowHalfOpen: true, noDelay: true, keepAlive: true }, (socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.on('error', () => undefined);
    const client = new Client(socket.remoteAddress ?? '', socket.remotePort ?? 0);
    if (!context.admits(client)) {
      void turnAway(socket, client, context);
      return;
    }
    identify(client, socket);
    accept(socket, client, context);
  });
  const timer = setInterval(() => {
    const now = performance.now();
    for (const connection of context.connections) connection.tick?.(now);
  }, TICK_MS).unref();
  await bind(server, host, port).catch((error: unknown) => {
    // A system without IPv6 has IPv4 alone.
    if (host !== '::' || !NO_IPV6.has(codeOf(error))) throw error;
    return bind(server, '0.0.0.0', port);
  });
  server.on('error', () => undefined);
  const bound = server.address() as net.AddressInfo;
  return { address: bound.address, port: bound.port, close: () => close(server, timer, open, context) };
}

const NO_IPV6: ReadonlySet<string> = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL', 'EINVAL']);

function bind(server: net.Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: 1024 }, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function close(
  server: net.Server,
  timer: NodeJS.Timeout,
  open: ReadonlySet<net.Socket>,
  context: ProxyContext,
): Promise<void> {
  clearInterval(timer);
  return new Promise((resolve) => {
    server.close(() => resolve());
    for (const connection of [...context.connections]) connection.stop();
    for (const socket of open) socket.destroy();
  });
}

/** HTTP arrives whole with its first bytes nearly always: that way costs no detour. */
function acceptAny(socket: net.Socket, client: Client, context: ProxyContext): void {
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
  const seen = await firstBytes(socket, detect, FIRST_MESSAGE_MS, FIRST_MESSAGE_MS);
  const protocol: Protocol = seen.type === 'seen' ? seen.value : { type: 'opaque' };
  if (protocol.type === 'tls') await acceptTls(socket, protocol.sni, client, context);
  else if (protocol.type === 'http2') context.serveHttp2(socket, client, { type: 'proxy' });
  else if (seen.type === 'silent') socket.destroy();
  // Whatever it is, it is answered as HTTP is: with 400 and a flow that says so.
  else context.serve(socket, client, { type: 'proxy' }, seen.type === 'gone' ? seen.bytes : undefined);
}

/** An HTTPS proxy, unless the client asks for another server by name: then it was redirected to us. */
async function acceptTls(
  socket: net.Socket,
  sni: string | null,
  client: Client,
  context: ProxyContext,
): Promise<void> {
  if (sni !== null && !isOwnName(sni)) {
    openTransparent(socket, { host: sni, port: 443 }, client, context);
    return;
  }
  try {
    const secured: Duplex = await context.leaves.secure(socket, [
      sni ?? 'localhost',
      addressText(socket.localAddress ?? '127.0.0.1'),
    ]);
    secured.on('error', () => undefined);
    context.serve(secured, client, { type: 'proxy' });
  } catch {
    socket.destroy(); // a failed handshake with the proxy itself is no exchange
  }
}
