// HTTP/2 for tests: an origin of node:http2 that records requests and connections, and a client inside a
// tunnel of the proxy.
import { once } from 'node:events';
import http2 from 'node:http2';
import net, { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { openTunnel } from './ask.ts';
import type { KeyAndCert } from './authority.ts';

export type Answer = (
  stream: http2.ServerHttp2Stream,
  headers: http2.IncomingHttpHeaders,
  raw: readonly string[],
) => void;

export interface Http2Origin extends AsyncDisposable {
  readonly port: number;
  /** `localhost:<port>` */
  readonly authority: string;
  /** Accepted connections, in order. */
  readonly sessions: readonly http2.ServerHttp2Session[];
  /** Control data and fields of every request, as they arrived; a test may clear the list. */
  readonly received: (readonly string[])[];
}

/** Starts an HTTP/2 origin: inside TLS, with ALPN for h2 only, or in plain text without a certificate. */
export async function http2Origin(
  answer: Answer,
  credentials: KeyAndCert | null,
  options: http2.ServerOptions = {},
): Promise<Http2Origin> {
  const sessions: http2.ServerHttp2Session[] = [];
  const received: (readonly string[])[] = [];
  const open = new Set<net.Socket>();
  const server =
    credentials === null
      ? http2.createServer(options)
      : http2.createSecureServer({ ...options, ...credentials, ALPNProtocols: ['h2'] });
  server.on('connection', (socket: net.Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  server.on('session', (session: http2.ServerHttp2Session) => {
    sessions.push(session);
    session.on('error', () => undefined);
  });
  server.on('stream', (stream: http2.ServerHttp2Stream, headers, _flags, raw: string[]) => {
    stream.on('error', () => undefined);
    received.push(raw);
    answer(stream, headers, raw);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    authority: `localhost:${port}`,
    sessions,
    received,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const session of sessions) session.destroy();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

export interface Http2Client extends AsyncDisposable {
  readonly session: http2.ClientHttp2Session;
  /** Sends a request to the origin behind the tunnel, and resolves with the response. */
  ask(request?: Http2Request): Promise<Http2Answer>;
  /** Starts a request, and returns its stream. */
  begin(request?: Http2Request, options?: http2.ClientSessionRequestOptions): http2.ClientHttp2Stream;
}

export interface Http2Request {
  readonly method?: string;
  readonly path?: string;
  readonly authority?: string;
  /** Names and values by turns. */
  readonly fields?: readonly string[];
  readonly body?: string | Buffer;
  /** Trailers, sent after the body. */
  readonly trailers?: http2.OutgoingHttpHeaders;
}

export interface Http2Answer {
  /** 0 without a response. */
  readonly status: number;
  readonly headers: http2.IncomingHttpHeaders;
  /** Fields without `:status`, as they arrived. */
  readonly fields: readonly string[];
  readonly body: string;
  readonly bytes: number;
  readonly trailers: readonly string[];
  /** Each 1xx, with its fields. */
  readonly interim: readonly (readonly string[])[];
  /** The code of RST_STREAM; 0 when the stream ended in order. */
  readonly code: number;
}

/**
 * Opens a tunnel to `authority` and starts HTTP/2 in it: inside TLS with ALPN h2, or, without `ca`, in plain
 * text.
 */
export async function connectHttp2(
  proxyPort: number,
  authority: string,
  ca: string | null,
  options: http2.ClientSessionOptions = {},
): Promise<Http2Client> {
  const socket = await openTunnel(proxyPort, authority);
  if (ca === null) return http2Client(socket, 'http', authority, options);
  const servername = authority.replace(/:\d+$/, '');
  return http2Client(await secured(socket, servername, ca), 'https', authority, options);
}

/** Starts TLS with ALPN h2 on `socket`; rejects when another protocol is selected. */
export async function secured(socket: net.Socket, servername: string, ca: string): Promise<tls.TLSSocket> {
  const name = net.isIP(servername) === 0 ? { servername } : {};
  const stream = tls.connect({ socket, ca, ALPNProtocols: ['h2'], ...name });
  await once(stream, 'secureConnect');
  if (stream.alpnProtocol !== 'h2') throw new Error(`ALPN: ${String(stream.alpnProtocol)}`);
  return stream;
}

/** Creates an HTTP/2 client on an open connection. */
export async function http2Client(
  socket: net.Socket,
  scheme: 'http' | 'https',
  authority: string,
  options: http2.ClientSessionOptions = {},
): Promise<Http2Client> {
  // Node accepts this although its types do not: fields may occur twice.
  const loose = { ...options, strictSingleValueFields: false };
  const session = http2.connect(`${scheme}://${authority}`, { ...loose, createConnection: () => socket });
  session.on('error', () => undefined);
  await once(session, 'remoteSettings');
  const begin: Http2Client['begin'] = (request = {}, how = {}) => {
    const { method = 'GET', path = '/', fields = [], body } = request;
    const named = request.authority ?? authority;
    const control = [':method', method, ':scheme', scheme, ':authority', named, ':path', path];
    const stream = session.request([...control, ...fields], {
      endStream: body === undefined && request.trailers === undefined,
      waitForTrailers: request.trailers !== undefined,
      ...how,
    });
    stream.on('error', () => undefined);
    return stream;
  };
  return {
    session,
    begin,
    ask: async (request = {}) => {
      const { body, trailers } = request;
      const stream = begin(request);
      if (trailers !== undefined) stream.on('wantTrailers', () => stream.sendTrailers(trailers));
      if (body !== undefined || trailers !== undefined) stream.end(body ?? '');
      return answerOn(stream);
    },
    [Symbol.asyncDispose]: async () => {
      if (session.destroyed) return;
      const closed = once(session, 'close');
      session.destroy();
      await closed;
    },
  };
}

/** Resolves with the response on a stream once the stream has ended in any way. */
export async function answerOn(stream: http2.ClientHttp2Stream): Promise<Http2Answer> {
  const pieces: Buffer[] = [];
  const interim: string[][] = [];
  let status = 0;
  let headers: http2.IncomingHttpHeaders = {};
  let fields: string[] = [];
  let trailers: readonly string[] = [];
  stream.on('headers', (_headers, _flags, raw: string[]) => interim.push(raw));
  stream.on('response', (head, _flags, raw: string[]) => {
    status = head[':status'] ?? 0;
    headers = head;
    fields = raw.slice(2);
  });
  stream.on('trailers', (_headers: unknown, _flags: unknown, raw: string[]) => (trailers = raw));
  stream.on('data', (piece: Buffer) => pieces.push(piece));
  // An error accompanies the close, on which `once` would reject.
  await new Promise<void>((resolve) => (stream.destroyed ? resolve() : stream.on('close', () => resolve())));
  const bytes = Buffer.concat(pieces);
  const code = stream.rstCode;
  return { status, headers, fields, body: bytes.toString(), bytes: bytes.length, trailers, interim, code };
}

/** Returns the values of a field in a flat list. */
export function valuesOf(fields: readonly string[], name: string): string[] {
  return fields.filter((_, index) => index % 2 === 1 && fields[index - 1] === name);
}
