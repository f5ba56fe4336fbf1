// Other devices have to log in, where the settings say so: the first request of a connection needs the account. HTTP/1
// gives it in Proxy-Authorization, SOCKS 5 in its own way; every other protocol is closed without a response. What
// names no other server is for the proxy itself, such as the page with the root certificate, and needs no account.
import type net from 'node:net';
import type { Duplex } from 'node:stream';
import { closeSoon } from '../../base/streams.ts';
import { headEnd, MAX_HEAD_BYTES } from '../../codec/http1/head-end.ts';
import { readRequestHead } from '../../codec/http1/request-head.ts';
import { readTarget } from '../../codec/http1/target.ts';
import type { Login } from '../../codec/socks/server.ts';
import type { Client } from '../../flow/client.ts';
import { detect, type ClientHelloSummary } from '../first-bytes/detect.ts';
import { firstBytes, type Patience } from '../first-bytes/index.ts';
import type { ProxyContext } from '../shared/context.ts';
import { errorPage } from '../shared/error-page.ts';
import { isLoggedIn } from '../shared/login.ts';
import { serveSocks } from '../socks/serve.ts';

/** Time for a request to arrive: clients open connections ahead of it. */
const PATIENCE: Patience = { firstMs: 60_000, helloMs: 10_000, restMs: 10_000 };
/** Time for the client to read the response. */
const LINGER_MS = 2000;

type FirstRequest =
  | { readonly type: 'http'; readonly head: string }
  | { readonly type: 'socks' }
  | ClientHelloSummary
  | { readonly type: 'other' };

/** The connection of a device, and what it needs to be served. */
export interface Device {
  readonly client: Client;
  readonly context: ProxyContext;
  readonly login: Login;
  /** Resolves with the stream inside of TLS to the proxy itself; null when the device asks for another server. */
  readonly secure: (hello: ClientHelloSummary) => Promise<Duplex | null>;
}

/** Serves the connection of another device once it has logged in. Never rejects. */
export async function serveDevice(socket: net.Socket, device: Device): Promise<void> {
  const seen = await firstBytes(socket, firstRequest, PATIENCE);
  const first: FirstRequest = seen.type === 'seen' ? seen.value : { type: 'other' };
  if (first.type === 'socks') {
    serveSocks(socket, device.client, device.context);
    socket.resume();
  } else if (first.type === 'tls') {
    const secured = await device.secure(first).catch(() => null);
    if (secured === null) socket.destroy();
    else await serveSecured(secured, device);
  } else serveFirst(socket, first, device);
}

async function serveSecured(secured: Duplex, device: Device): Promise<void> {
  const seen = await firstBytes(secured, firstRequest, PATIENCE);
  serveFirst(secured, seen.type === 'seen' ? seen.value : { type: 'other' }, device);
}

function serveFirst(stream: Duplex, first: FirstRequest, { client, context, login }: Device): void {
  if (first.type !== 'http') stream.destroy();
  else if (isLoggedIn(first.head, login)) context.serve(stream, client, { type: 'proxy' });
  // On this connection nothing else is served, whatever the next requests name.
  else if (isForProxy(first.head)) context.serve(stream, client, { type: 'local' });
  else challenge(stream, first.head);
}

function firstRequest(bytes: Buffer): FirstRequest | null {
  if (bytes[0] === 4 || bytes[0] === 5) return { type: 'socks' };
  const protocol = detect(bytes);
  if (protocol === null || protocol.type === 'tls') return protocol;
  if (protocol.type !== 'http1') return { type: 'other' };
  const end = headEnd(bytes, 0);
  if (end > 0) return { type: 'http', head: bytes.toString('latin1', 0, end) };
  return bytes.length > MAX_HEAD_BYTES ? { type: 'other' } : null;
}

function isForProxy(text: string): boolean {
  const head = readRequestHead(text);
  return head.type === 'request' && readTarget(head.method, head.target).type === 'origin';
}

/** Asks for the account (RFC 9110 section 15.5.8). The client comes again on another connection. */
function challenge(stream: Duplex, head: string): void {
  const method = head.slice(0, head.indexOf(' '));
  const reason =
    'This proxy asks other devices for an account (setting deviceLogin): give its name and password';
  const page = errorPage(407, reason, true, method);
  stream.write(
    page.replace('\r\n', `\r\nProxy-Authenticate: Basic realm="proxyctl", charset="UTF-8"\r\n`),
    'latin1',
  );
  // A reset would destroy the response before it reaches a client that is still sending.
  stream.resume();
  setTimeout(() => stream.destroy(), LINGER_MS).unref();
  if (stream.readableEnded) closeSoon(stream);
  else stream.end();
}
