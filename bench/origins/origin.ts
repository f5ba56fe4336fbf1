// The origin: a process that answers `GET /<bytes>` with a body of that size, and a POST once it has the
// whole body. It uses raw sockets and fixed bytes, to leave as much of the machine as possible to what is
// measured.
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import tls from 'node:tls';
import { leafMint } from '../../src/certs/leaf.ts';
import { serverNames } from '../../src/certs/names.ts';
import { makeRoot, readRoot } from '../../src/certs/root.ts';
import { bodyOf, PIECE } from './body.ts';
import { http2Origin } from './http2-origin.ts';
import { answerQuestions } from '../processes/ipc.ts';
import { plainMessage } from '../load/web-socket-client.ts';

export type OriginQuestion =
  /** Listens on loopback, and writes its certificate: `origin-ca.pem`, `origin.pem` and `origin.key`. */
  | { readonly type: 'listen'; readonly folder: string }
  /** Listens for TLS on these loopback addresses too, in place of those of the last call. */
  | { readonly type: 'addresses'; readonly addresses: readonly string[] };

export interface OriginPorts {
  readonly plain: number;
  readonly secure: number;
  /** The port for HTTP/2 over TLS. */
  readonly http2: number;
}

const SWITCHING = 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n';
/** Responses up to this size are prepared once, head and body together. */
const ETAG = 'ETag: "';
const READY_BYTES = 64 * 1024;
const ready = new Map<number, Buffer>();
const rootPem = makeRoot();
const mint = leafMint(authority());
const contexts = new Map<string, tls.SecureContext>();
let extra: { readonly servers: readonly net.Server[]; readonly sockets: Set<net.Socket> } = {
  servers: [],
  sockets: new Set(),
};
let ports: OriginPorts = { plain: 0, secure: 0, http2: 0 };

answerQuestions((question: OriginQuestion) =>
  question.type === 'listen' ? listenOnLoopback(question.folder) : changeAddresses(question.addresses),
);

async function listenOnLoopback(folder: string): Promise<OriginPorts> {
  const own = mint(serverNames(['localhost', '127.0.0.1']));
  writeFileSync(join(folder, 'origin-ca.pem'), rootPem.certPem);
  writeFileSync(join(folder, 'origin.pem'), own.certPem);
  writeFileSync(join(folder, 'origin.key'), own.keyPem, { mode: 0o600 });
  ports = {
    plain: await listen(net.createServer(serve), 0, '127.0.0.1'),
    secure: await listen(secureServer('localhost'), 0, '127.0.0.1'),
    http2: await listen(http2Server(), 0, '127.0.0.1'),
  };
  // Listens on IPv6 too where loopback names mean it. Otherwise clients fall back to IPv4.
  await Promise.allSettled([
    listen(net.createServer(serve), ports.plain, '::1'),
    listen(secureServer('localhost'), ports.secure, '::1'),
  ]);
  return ports;
}

/**
 * Resets the connections that proxies keep to the former addresses, so that they do not fill the system's
 * connection table.
 */
async function changeAddresses(addresses: readonly string[]): Promise<void> {
  for (const server of extra.servers) server.close();
  for (const socket of extra.sockets) socket.resetAndDestroy();
  extra = { servers: addresses.map(secureServer), sockets: new Set() };
  const { servers, sockets } = extra;
  for (const [at, server] of servers.entries()) {
    server.on('connection', (socket: net.Socket) => sockets.add(socket));
    await listen(server, ports.secure, addresses[at] ?? '');
  }
}

function secureServer(name: string): net.Server {
  const { certPem, keyPem } = mint(serverNames([name]));
  return tls.createServer(
    {
      cert: certPem,
      key: keyPem,
      ALPNProtocols: ['http/1.1'],
      SNICallback: (asked, done) => done(null, contextFor(asked)),
    },
    serve,
  );
}

function http2Server(): net.Server {
  const { certPem, keyPem } = mint(serverNames(['localhost']));
  return http2Origin({ cert: certPem, key: keyPem });
}

function contextFor(name: string): tls.SecureContext {
  const known = contexts.get(name);
  if (known !== undefined) return known;
  const { certPem, keyPem } = mint(serverNames([name]));
  const context = tls.createSecureContext({ cert: certPem, key: keyPem });
  contexts.set(name, context);
  return context;
}

function listen(server: net.Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, host, backlog: 4096 }, () => resolve((server.address() as net.AddressInfo).port));
  });
}

/** Answers one request after the other. It trusts its clients: the load generator, or a proxy of it. */
function serve(socket: net.Socket): void {
  let partial: Buffer | null = null;
  let bodyLeft = 0;
  let answerBytes = 0;
  let isVaried = false;
  socket.setNoDelay(true);
  socket.on('error', () => socket.destroy());
  socket.on('data', (received: Buffer) => {
    const bytes = partial === null ? received : Buffer.concat([partial, received]);
    partial = null;
    let at = 0;
    while (at < bytes.length) {
      if (bodyLeft === 0) {
        const end = bytes.indexOf('\r\n\r\n', at, 'latin1');
        if (end < 0) {
          partial = bytes.subarray(at);
          return;
        }
        const head = bytes.toString('latin1', at, end);
        at = end + 4;
        if (/\r\nupgrade: websocket\r\n/i.test(head)) {
          socket.write(SWITCHING);
          socket.removeAllListeners('data');
          echo(socket);
          return;
        }
        if (head.includes('/events HTTP')) {
          streamEvents(socket);
          return;
        }
        answerBytes = Number(/^\S+ \S*?\/(\d+)(?:\?\S*)? HTTP/.exec(head)?.[1] ?? 0);
        isVaried = head.includes('?item=');
        if (head.startsWith('POST')) bodyLeft = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
      } else {
        const taken = Math.min(bodyLeft, bytes.length - at);
        bodyLeft -= taken;
        at += taken;
      }
      if (bodyLeft === 0) answer(socket, answerBytes, isVaried);
    }
  });
}

/**
 * Echoes each message, unmasked. All of a client's messages have one length and arrive one after the other.
 */
function echo(socket: net.Socket): void {
  let have = 0;
  let reply: Buffer | null = null;
  socket.on('data', (bytes: Buffer) => {
    have += bytes.length;
    // A header of two bytes, or four for a longer length.
    reply ??= plainMessage(bytes.readUInt8(1) === 0xfe ? bytes.readUInt16BE(2) : bytes.readUInt8(1) & 0x7f);
    for (; have >= reply.length + 4; have -= reply.length + 4) socket.write(reply);
  });
}

const STREAM_HEAD =
  'HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n';
const EVENT = 'id: 1\ndata: the quick brown fox\n\n';

/** Sends an event at once and then one a second. */
function streamEvents(socket: net.Socket): void {
  const chunk = `${EVENT.length.toString(16)}\r\n${EVENT}\r\n`;
  socket.write(STREAM_HEAD + chunk);
  const timer = setInterval(() => socket.write(chunk), 1000);
  socket.on('close', () => clearInterval(timer));
}

/** `isVaried`: no two heads are the same. */
function answer(socket: net.Socket, bytes: number, isVaried: boolean): void {
  if (bytes > READY_BYTES) {
    socket.write(headFor(bytes), 'latin1');
    sendBody(socket, bytes);
    return;
  }
  let whole = ready.get(bytes);
  if (whole === undefined) {
    whole = Buffer.concat([Buffer.from(headFor(bytes), 'latin1'), bodyOf(bytes)]);
    ready.set(bytes, whole);
  }
  if (isVaried) whole.write(nextTag(), whole.indexOf(ETAG) + ETAG.length, 'latin1');
  socket.write(whole);
}

let tags = 0;

/** Returns eight digits. */
function nextTag(): string {
  tags += 1;
  return String(10_000_000 + (tags % 90_000_000));
}

function sendBody(socket: net.Socket, bytes: number): void {
  let left = bytes;
  const send = (): void => {
    while (left > 0 && socket.writable) {
      const piece = left < PIECE.length ? PIECE.subarray(0, left) : PIECE;
      left -= piece.length;
      if (!socket.write(piece) && left > 0) {
        socket.once('drain', send);
        return;
      }
    }
  };
  send();
}

/** Returns a head with the fields of a common web server. */
function headFor(bytes: number): string {
  return [
    'HTTP/1.1 200 OK',
    'Server: origin',
    'Date: Thu, 01 Jan 2026 00:00:00 GMT',
    'Content-Type: text/plain',
    `Content-Length: ${bytes}`,
    'Last-Modified: Thu, 01 Jan 2026 00:00:00 GMT',
    'Connection: keep-alive',
    `${ETAG}695646c0-400"`,
    'Accept-Ranges: bytes',
    '\r\n',
  ].join('\r\n');
}

function authority(): Parameters<typeof leafMint>[0] {
  const root = readRoot(rootPem);
  if (root.type === 'error') throw new Error(root.reason);
  return root;
}
