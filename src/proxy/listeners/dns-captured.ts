// Connections that reached this machine by captured DNS names. SNI or Host names the intended server.
import type net from 'node:net';
import { headEnd, MAX_HEAD_BYTES } from '../../codec/http1/head-end.ts';
import { readRequestHead } from '../../codec/http1/request-head.ts';
import { readAuthority } from '../../codec/http1/target.ts';
import type { Client } from '../../flow/client.ts';
import type { HostPort } from '../../net/open.ts';
import type { ProxyContext } from '../shared/context.ts';
import { detect } from '../first-bytes/detect.ts';
import { firstBytes, type Patience } from '../first-bytes/index.ts';
import { errorPage } from '../shared/error-page.ts';
import { openTransparent } from '../tunnel/tunnel.ts';

const PATIENCE: Patience = { firstMs: 60_000, helloMs: 60_000, restMs: 60_000 };

/** The server that a connection is meant for, read from its first bytes. */
export type Meant =
  | { readonly type: 'server'; readonly server: HostPort; readonly isTls: boolean }
  /** HTTP without a Host that can be used. */
  | { readonly type: 'unnamed' }
  /** Neither TLS with a server name nor HTTP/1. */
  | { readonly type: 'other' };

/** Serves a connection to a port for captured names. */
export function serveDnsCaptured(socket: net.Socket, client: Client, context: ProxyContext): void {
  void firstBytes(socket, meantServer, PATIENCE).then((seen) => {
    const meant: Meant = seen.type === 'seen' ? seen.value : { type: 'other' };
    // Other names would make this port an open proxy for web pages, which can send a request to any port of this
    // machine.
    if (meant.type === 'server' && context.isDnsCaptured(meant.server.host))
      openTransparent(socket, meant.server, client, context);
    else if (meant.type === 'other' || (meant.type === 'server' && meant.isTls)) socket.destroy();
    else socket.end(errorPage(421, refusal(meant), true, 'GET'), 'latin1');
  });
}

/** Returns null while more bytes are needed. */
export function meantServer(bytes: Buffer): Meant | null {
  const protocol = detect(bytes);
  if (protocol === null) return null;
  if (protocol.type === 'tls')
    return protocol.sni === null
      ? { type: 'other' }
      : { type: 'server', server: { host: protocol.sni, port: 443 }, isTls: true };
  if (protocol.type !== 'http1') return { type: 'other' };
  const end = headEnd(bytes, 0);
  if (end <= 0) return bytes.length > MAX_HEAD_BYTES ? { type: 'other' } : null;
  const head = readRequestHead(bytes.toString('latin1', 0, end));
  const host = head.type === 'request' ? head.fields.host : null;
  const server = host === null ? null : readAuthority(host, 80);
  return server === null ? { type: 'unnamed' } : { type: 'server', server, isTls: false };
}

function refusal(meant: Meant): string {
  if (meant.type !== 'server') return 'This port takes requests of captured names, and this one has no Host.';
  return `${meant.server.host} is not captured: this port takes requests of captured names only.`;
}
