// The network side of a mock server, on loopback unless it is asked for more. It speaks HTTP/1.1; with a certificate it speaks HTTPS, with
// HTTP/1.1 and HTTP/2.
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import http2, { type Http2ServerRequest, type Http2ServerResponse } from 'node:http2';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf, UserError } from '../../base/errors.ts';
import { http } from '../../base/node-http.ts';
import { parsePathAndQuery, type PathAndQuery } from '../../documents/paths/path-and-query.ts';
import type { ChosenResponse, ResponseSource } from './response.ts';
import { sendCallback, type SentCallback } from './callbacks.ts';
import type { Mock } from './index.ts';
import type { MockRequest } from './match.ts';
import { failedOnPurpose } from './other-responses.ts';
import { isPassedOn, sendOn, type PassedResponse, type PassOn } from './pass-on.ts';

/** Milliseconds before a response: a random time from `min` to `max`. */
export interface DelayRange {
  readonly min: number;
  readonly max: number;
}

/** A share of the calls that fails on purpose. */
export interface FailingShare {
  /** From 0 to 100. */
  readonly percent: number;
  readonly status: number;
}

export interface MockServerOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** True to listen on all interfaces, for other devices and containers. */
  readonly allInterfaces?: boolean | undefined;
  /** PEM; null for plain HTTP. */
  readonly tls: { readonly cert: string; readonly key: string } | null;
  /** Returns the time before the next response. */
  readonly delay: () => DelayRange;
  /** Returns the share of the next calls that fails; absent for none. */
  readonly failing?: (() => FailingShare) | undefined;
  readonly onCall: (call: MockCall) => void;
  /** The server behind, which gets what no example fits; null or absent without one. */
  readonly passOn?: PassOn | null | undefined;
  /** Called with the result of each callback that is sent; absent to send none. */
  readonly onCallback?: ((sent: SentCallback) => void) | undefined;
}

export interface MockCall {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** Null when no example fits. */
  readonly exampleName: string | null;
  readonly exampleId: string | null;
  readonly source: ResponseSource;
  /** The request that no example fits; null for others. */
  readonly unmatched: UnmatchedRequest | null;
  /** Differences between the response of the server behind and the description. */
  readonly differences: readonly string[];
  /** Violations of a request that was answered all the same. */
  readonly invalid: readonly string[];
  /** The response of the server behind; null for others, and for one that is too large or encoded. */
  readonly passed: PassedBody | null;
}

/** A response of which an example can be made. */
export interface PassedBody {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** The body of the request that it answers; null for one that is too large. */
  readonly sent: { readonly type: string; readonly body: Buffer } | null;
}

/** A request of which an example can be made. */
export interface UnmatchedRequest {
  /** Without the query. */
  readonly path: string;
  readonly query: PathAndQuery['query'];
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The beginning of the body, and the number of bytes after it. */
  readonly body: Buffer;
  readonly omittedBytes: number;
}

export interface MockServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Bytes of the body of a request that no example fits. */
const MAX_UNMATCHED_BYTES = 64 * 1024;
/** The maximum size of a body that is compared with examples. */
const MAX_BODY_BYTES = 10 * 1024 * 1024;

type Request = IncomingMessage | Http2ServerRequest;
type Response = ServerResponse | Http2ServerResponse;
const NO_DIFFERENCES: readonly string[] = [];

/** The source of the responses. */
export type Responder = Pick<Mock, 'needsBody' | 'respond' | 'callbacks' | 'differences'>;

/** Starts the server. Rejects with an Error that says why the port is unavailable. */
export async function startMockServer(mock: Responder, options: MockServerOptions): Promise<MockServer> {
  const listener = (request: Request, response: Response): void => {
    respond(mock, options, request, response).catch(() => response.destroy());
  };
  const { tls, port } = options;
  const server =
    tls === null
      ? http.createServer(listener)
      : http2.createSecureServer({ ...tls, allowHTTP1: true }, listener);
  const sockets = new Set<Socket>();
  for (const event of ['connection', 'secureConnection'])
    server.on(event, (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.once('close', () => sockets.delete(socket));
    });
  // Without a host it is `::` for both families, or `0.0.0.0` where there is no IPv6.
  server.listen(options.allInterfaces === true ? { port } : { port, host: '127.0.0.1' });
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new UserError('UNAVAILABLE', messageOf(cause), { cause });
  }
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      if (server.listening) await once(server, 'close');
    },
  };
}

async function respond(
  mock: Responder,
  options: MockServerOptions,
  request: Request,
  response: Response,
): Promise<void> {
  const { delay: delayRange, passOn = null, onCall, onCallback } = options;
  const { method = 'GET', url = '/', headers } = request;
  const needsBody = onCallback !== undefined || mock.needsBody({ headers });
  const body = needsBody ? await bodyOf(request) : null;
  const received = { method, url, headers, body };
  const named = failure(options, method) ?? mock.respond(received);
  if (named.source === 'none' && passOn !== null && isPassedOn(passOn, method)) {
    const passed = await sendOn(passOn, { request, body }, response);
    const differences = passed.received === null ? [] : mock.differences(received, passed.received);
    onCall({
      ...ofCall(received, named),
      source: 'passedOn',
      status: passed.status,
      unmatched: null,
      differences,
      passed: passedBody(passed, headers['content-type'] ?? ''),
    });
    return;
  }
  // It is read on, whether anybody wants it or not, so this does not delay the response.
  const unmatched = named.source === 'none' ? unmatchedRequest(request, url, body) : null;
  const { min, max } = delayRange();
  if (max > 0) await delay(min + Math.random() * (max - min));
  write(request, response, named);
  onCall({
    ...ofCall(received, named),
    unmatched: await unmatched,
    differences: NO_DIFFERENCES,
    passed: null,
  });
  if (onCallback === undefined) return;
  const scheme = options.tls === null ? 'http' : 'https';
  const host = headers.host ?? headers[':authority'] ?? 'localhost';
  for (const callback of mock.callbacks(received, named.response, `${scheme}://${String(host)}`))
    onCallback(await sendCallback(callback));
}

function ofCall(
  { method, url }: MockRequest,
  { exampleName, exampleId, source, invalid = NO_DIFFERENCES, response: { status } }: ChosenResponse,
): Omit<MockCall, 'unmatched' | 'differences' | 'passed'> {
  return { method, path: url, status, exampleName, exampleId, source, invalid };
}

/** Returns a failure on purpose for a share of the calls; null for the others, and for preflights. */
function failure({ failing }: MockServerOptions, method: string): ChosenResponse | null {
  const { percent, status } = failing?.() ?? { percent: 0, status: 503 };
  if (percent === 0 || method === 'OPTIONS' || Math.random() * 100 >= percent) return null;
  return failedOnPurpose(status);
}

/** `type`: of the body of the request. */
function passedBody({ received, sent }: PassedResponse, type: string): PassedBody | null {
  if (received === null) return null;
  const { status, headers, body } = received;
  if (body === null) return null;
  const fields = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((each) => [name, each] as const),
  );
  return { status, headers: fields, body, sent: sent === null ? null : { type, body: sent } };
}

/** Resolves when the body has ended. `body`: where it was read before. */
async function unmatchedRequest(
  request: Request,
  url: string,
  body: Buffer | null,
): Promise<UnmatchedRequest> {
  const { rawHeaders } = request;
  const headers = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !name.startsWith(':') ? [[name, rawHeaders[index + 1]!] as const] : [],
  );
  const { start, size } = body === null ? await startOf(request) : { start: body, size: body.length };
  const shown = start.subarray(0, MAX_UNMATCHED_BYTES);
  const [path = ''] = url.split(/[?#]/, 1);
  const { query } = parsePathAndQuery(url);
  return { path, query, headers, body: shown, omittedBytes: size - shown.length };
}

function startOf(request: Request): Promise<{ readonly start: Buffer; readonly size: number }> {
  const { promise, resolve } = Promise.withResolvers<{ start: Buffer; size: number }>();
  const chunks: Buffer[] = [];
  let size = 0;
  request.on('data', (chunk: Buffer) => {
    if (size < MAX_UNMATCHED_BYTES) chunks.push(chunk);
    size += chunk.length;
  });
  const end = (): void => resolve({ start: Buffer.concat(chunks), size });
  request.once('end', end).once('close', end);
  return promise;
}

function write(request: Request, response: Response, chosen: ChosenResponse): void {
  const { status, reason, headers, body } = chosen.response;
  if (response instanceof http.ServerResponse) {
    if (reason === '') response.writeHead(status, headers as string[]);
    else response.writeHead(status, reason, headers as string[]);
  } else {
    for (let index = 0; index < headers.length; index += 2)
      response.appendHeader(headers[index]!, headers[index + 1]!);
    response.writeHead(status);
  }
  // A body that is not compared is read to its end, so that the connection can be reused.
  request.resume();
  if (body.length === 0 || request.method === 'HEAD') response.end();
  else response.end(body);
}

async function bodyOf(request: Request): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size > MAX_BODY_BYTES ? Buffer.alloc(0) : Buffer.concat(chunks);
}
