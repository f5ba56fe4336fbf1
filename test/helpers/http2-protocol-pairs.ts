// Pairs of client and server protocols, behind one interface for clients and one for origins.
import { once } from 'node:events';
import http, { type RequestListener } from 'node:http';
import http2, { type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import https from 'node:https';
import type net from 'node:net';
import { type AddressInfo } from 'node:net';
import tls from 'node:tls';
import { openTunnel } from './ask.ts';
import type { TestAuthority } from './authority.ts';
import { connectHttp2, type Http2Answer, type Http2Request } from './http2.ts';

/** More than the proxy accepts. */
const MAX_HEAD_BYTES = 128 * 1024;

export const PROTOCOL_PAIRS = ['h2 to h2', 'h2 to h1', 'h1 to h2', 'h2c to h2c'] as const;
export type LaneName = (typeof PROTOCOL_PAIRS)[number];

export interface ProtocolPair extends AsyncDisposable {
  /** `localhost:<port>` of the origin. */
  readonly authority: string;
  /** The fields of each request as they arrived: names and values by turns, without control data. */
  readonly received: readonly ReceivedRequest[];
  ask(request?: Http2Request): Promise<Http2Answer>;
}

export interface ReceivedRequest {
  readonly version: string;
  readonly method: string;
  readonly path: string;
  readonly authority: string;
  readonly fields: readonly string[];
  readonly body: () => string;
  readonly trailers: () => readonly string[];
}

export type LaneAnswer = (request: Http2ServerRequest, response: Http2ServerResponse) => void;

/** Starts an origin with this `answer`, and a client that uses the proxy on `proxyPort`. */
export async function openPair(
  name: LaneName,
  proxyPort: () => number,
  authority: TestAuthority,
  proxyCa: () => string,
  answer: LaneAnswer,
): Promise<ProtocolPair> {
  const [client, server] = name.split(' to ') as [string, string];
  const received: ReceivedRequest[] = [];
  const origin = await laneOrigin(server, authority, (request, response) => {
    received.push(receive(request));
    answer(request, response);
  });
  const ca = client === 'h2c' ? null : proxyCa;
  const h2 =
    client === 'h1'
      ? null
      : async (request: Http2Request = {}): Promise<Http2Answer> => {
          await using connection = await connectHttp2(proxyPort(), origin.authority, ca?.() ?? null);
          return await connection.ask(request);
        };
  return {
    authority: origin.authority,
    received,
    ask: h2 ?? ((request = {}) => askHttp1(proxyPort(), origin.authority, proxyCa(), request)),
    [Symbol.asyncDispose]: origin.close,
  };
}

function receive(request: Http2ServerRequest): ReceivedRequest {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('error', () => undefined);
  const raw = request.rawHeaders.map(String);
  return {
    version: request.httpVersion,
    method: request.method,
    path: request.url,
    authority: request.headers[':authority'] ?? request.headers.host ?? '',
    fields: raw.filter((_, index) => !/^(?::|host$)/i.test(raw[index - (index % 2)] ?? '')),
    body: () => Buffer.concat(pieces).toString(),
    trailers: () => request.rawTrailers,
  };
}

async function laneOrigin(
  protocol: string,
  authority: TestAuthority,
  answer: LaneAnswer,
): Promise<{ readonly authority: string; readonly close: () => Promise<void> }> {
  const open = new Set<net.Socket>();
  const credentials = authority.issue('localhost');
  const server =
    protocol === 'h2c'
      ? http2.createServer(answer)
      : protocol === 'h2'
        ? http2.createSecureServer({ ...credentials, ALPNProtocols: ['h2'] }, answer)
        : // The faces that Node gives requests and responses of both versions are nearly one.
          https.createServer(
            { ...credentials, maxHeaderSize: MAX_HEAD_BYTES },
            answer as unknown as RequestListener,
          );
  server.on('checkContinue', answer);
  server.on('connection', (socket: net.Socket) => {
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    authority: `localhost:${(server.address() as AddressInfo).port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** The client over HTTP/1.1. */
async function askHttp1(
  proxyPort: number,
  authority: string,
  ca: string,
  { method = 'GET', path = '/', fields = [], body, trailers }: Http2Request,
): Promise<Http2Answer> {
  const socket = await openTunnel(proxyPort, authority);
  const stream = tls.connect({ socket, ca, servername: 'localhost' });
  await once(stream, 'secureConnect');
  const unframed = trailers !== undefined || (body !== undefined && !fields.includes('content-length'));
  const framing = unframed ? ['transfer-encoding', 'chunked'] : [];
  const request = http.request({
    createConnection: () => stream,
    maxHeaderSize: MAX_HEAD_BYTES,
    method,
    path,
    headers: ['host', authority, ...fields, ...framing, 'connection', 'close'],
  });
  request.on('error', () => undefined);
  const interim: string[][] = [];
  request.on('information', ({ statusCode, rawHeaders }) =>
    interim.push([':status', String(statusCode), ...lowered(rawHeaders)]),
  );
  if (trailers !== undefined) request.addTrailers(trailers);
  request.end(body);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  socket.destroy();
  const bytes = Buffer.concat(pieces);
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    fields: lowered(response.rawHeaders),
    body: bytes.toString(),
    bytes: bytes.length,
    trailers: lowered(response.rawTrailers),
    interim,
    code: 0,
  };
}

function lowered(raw: readonly string[]): string[] {
  return raw.map((text, index) => (index % 2 === 0 ? text.toLowerCase() : text));
}
