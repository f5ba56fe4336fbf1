// Denies clients that may not use the proxy: HTTP gets a 403, any other protocol is closed without a
// response. Such clients reach no other code of the proxy.
import type net from 'node:net';
import { isAliasHost } from '../../base/alias-hosts.ts';
import { ProxyError } from '../../base/errors.ts';
import { closeSoon } from '../../base/streams.ts';
import { headEnd, MAX_HEAD_BYTES } from '../../codec/http1/head-end.ts';
import { readRequestHead } from '../../codec/http1/request-head.ts';
import { readAuthority, readTarget } from '../../codec/http1/target.ts';
import type { Client } from '../../flow/client.ts';
import type { ProxyContext } from '../shared/context.ts';
import { detect } from '../first-bytes/detect.ts';
import { firstBytes, type Patience } from '../first-bytes/index.ts';
import { errorPage } from '../shared/error-page.ts';

/** Time for a request to arrive. */
const PATIENCE: Patience = { firstMs: 10_000, helloMs: 10_000, restMs: 10_000 };
/** Time for the client to read the response. */
const LINGER_MS = 2000;

type DeniedRequest = { readonly type: 'http'; readonly head: string } | { readonly type: 'other' };

/** Denies `client`. Never rejects. */
export async function denyClient(socket: net.Socket, client: Client, context: ProxyContext): Promise<void> {
  context.clientDenied(client);
  const seen = await firstBytes(socket, deniedRequestOf, PATIENCE);
  if (seen.type !== 'seen' || seen.value.type === 'other' || socket.destroyed) {
    socket.destroy();
    return;
  }
  const head = readRequestHead(seen.value.head);
  const isOurs = head.type === 'request' && isForApi(head.method, head.target, head.fields.host);
  socket.write(isOurs ? await apiResponse(client, context) : refusal(client), 'latin1');
  // A reset would destroy the response before it reaches a client that is still sending.
  socket.resume();
  setTimeout(() => socket.destroy(), LINGER_MS).unref();
  if (socket.readableEnded) closeSoon(socket);
  else socket.end();
}

function deniedRequestOf(bytes: Buffer): DeniedRequest | null {
  const protocol = detect(bytes);
  if (protocol === null) return null;
  if (protocol.type !== 'http1') return { type: 'other' };
  const end = headEnd(bytes, 0);
  if (end > 0) return { type: 'http', head: bytes.toString('latin1', 0, end) };
  return bytes.length > MAX_HEAD_BYTES ? { type: 'other' } : null;
}

function isForApi(method: string, text: string, host: string | null): boolean {
  const target = readTarget(method, text);
  if (target.type === 'authority') return isAliasHost(target.host);
  if (target.type === 'absolute') return isAliasHost(target.host) || target.path.startsWith('/api/');
  const named = host === null ? null : readAuthority(host, 80);
  return text.startsWith('/api/') || (named !== null && isAliasHost(named.host));
}

/** Returns the API's response to a client on another device. */
async function apiResponse(client: Client, context: ProxyContext): Promise<string> {
  const { status, headers, body } = await context.local({
    method: 'GET',
    path: '/api/',
    headers: [],
    authority: '',
    openedBy: client,
    secure: false,
    signal: AbortSignal.abort(),
    body: () => Promise.resolve(null),
  });
  const text = typeof body === 'string' ? body : '';
  const fields = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
  return `HTTP/1.1 ${status} Forbidden\r\n${fields}Content-Length: ${text.length}\r\nConnection: close\r\n\r\n${text}`;
}

function refusal(client: Client): string {
  const reason = `${client.address} is not among those that it is open to (allowedClientIPs)`;
  const { status, message } = new ProxyError('NOT_ADMITTED', reason);
  return errorPage(status, message, true, 'GET');
}
