// A real server behind the proxy: HTTP, and HTTPS with a certificate that this process and its children can
// be made to trust.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type RequestListener } from 'node:http';
import https from 'node:https';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { join } from 'node:path';
import { trustedAuthority, type KeyAndCert } from './authority.ts';
import { temporaryHome } from './home.ts';

/** A request as it arrived at the origin. */
export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  /** Names and values by turns, as sent. */
  readonly rawHeaders: readonly string[];
  readonly body: Buffer;
}

export interface Origin extends AsyncDisposable {
  readonly httpPort: number;
  readonly httpsPort: number;
  /** `http://127.0.0.1:<port>` */
  readonly http: string;
  /** `https://localhost:<port>` */
  readonly https: string;
  /** PEM file of the authority behind the certificate, for NODE_EXTRA_CA_CERTS of other processes. */
  readonly caPath: string;
  /** Every request whose body has arrived in full, in order. */
  readonly received: readonly Received[];
  close(): Promise<void>;
}

/** Handles an upgraded connection; `head` is the first bytes that the client sent on it. */
export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** Responds with `<method> <url>` as plain text; to `/status/<number>` with that status. */
const plainAnswer: RequestListener = (request, response) => {
  const status = /^\/status\/(\d{3})$/.exec(request.url ?? '')?.[1];
  response.writeHead(Number(status ?? 200), { 'Content-Type': 'text/plain' });
  response.end(`${request.method ?? ''} ${request.url ?? ''}\n`);
};

/**
 * Starts an origin on 127.0.0.1. This process trusts its certificate from then on, so start it before the
 * engine; another process trusts it with `NODE_EXTRA_CA_CERTS=<caPath>`.
 */
export async function startOrigin(
  answer: RequestListener = plainAnswer,
  upgrade: Upgrade | null = null,
): Promise<Origin> {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    record(request, received);
    answer(request, response);
  };
  const { ca } = trustedAuthority();
  const { key, cert } = certificate();
  const folder = temporaryHome();
  const caPath = join(folder.path, 'origin-ca.pem');
  writeFileSync(caPath, ca);
  const servers = [http.createServer(listener), https.createServer({ key, cert }, listener)] as const;
  if (upgrade !== null) for (const server of servers) server.on('upgrade', upgrade);
  const plain = await listening(servers[0]);
  const secured = await listening(servers[1]);
  const close = async (): Promise<void> => {
    await Promise.all([plain.close(), secured.close()]);
    folder.remove();
  };
  return {
    httpPort: plain.port,
    httpsPort: secured.port,
    http: `http://127.0.0.1:${plain.port}`,
    https: `https://localhost:${secured.port}`,
    caPath,
    received,
    close,
    [Symbol.asyncDispose]: close,
  };
}

let made: KeyAndCert | null = null;

function certificate(): KeyAndCert {
  made ??= trustedAuthority().issue('localhost', '127.0.0.1', '::1');
  return made;
}

function record(request: IncomingMessage, received: Received[]): void {
  const { method = '', url = '', headers, rawHeaders } = request;
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => received.push({ method, url, headers, rawHeaders, body: Buffer.concat(pieces) }));
}

async function listening(server: Server): Promise<{ port: number; close: () => Promise<void> }> {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = async (): Promise<void> => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of open) socket.destroy();
    await closed;
  };
  return { port: (server.address() as AddressInfo).port, close };
}
