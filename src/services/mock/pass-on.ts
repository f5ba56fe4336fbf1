// Sends requests that no example fits on to a real server, and its responses back. Changes are passed on only where
// that is asked for.
import type { IncomingMessage, RequestOptions, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import { pipeline } from 'node:stream/promises';
import { messageOf } from '../../base/errors.ts';
import { http } from '../../base/node-http.ts';
import type { ContractResponse } from '../../specs/contract/index.ts';

export interface PassOn {
  readonly server: URL;
  /** True to pass on methods other than GET, HEAD and OPTIONS too. */
  readonly passesChanges: boolean;
}

export interface PassedResponse {
  readonly status: number;
  /** The response for a comparison with the description; null where there was none. */
  readonly received: ContractResponse | null;
  /** The body of the request; null for one that is too large. */
  readonly sent: Buffer | null;
}

/** The maximum size of a body that is compared with the description. */
const MAX_COMPARED = 1024 * 1024;
const TIMEOUT_MS = 60_000;
const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Headers of one connection (RFC 9110, section 7.6.1), and those that are written again. */
const NOT_SENT: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'host',
  'accept-encoding',
  'http2-settings',
]);

export function isPassedOn({ passesChanges }: PassOn, method: string): boolean {
  return passesChanges || READING.has(method);
}

interface Incoming {
  readonly request: IncomingMessage | Http2ServerRequest;
  /** Null for a body that was not read yet. */
  readonly body: Buffer | null;
}

/** Resolves when the response has been sent, or an error in its place. */
export async function sendOn(
  passOn: PassOn,
  { request, body }: Incoming,
  response: ServerResponse | Http2ServerResponse,
): Promise<PassedResponse> {
  const sent = new BoundedCopy();
  if (body !== null) sent.add(body);
  try {
    const received = await responseTo(passOn, { request, body }, sent);
    const status = received.statusCode ?? 502;
    writeHead(response, status, responseHeaders(received));
    const copy = new BoundedCopy();
    received.on('data', (chunk: Buffer) => copy.add(chunk));
    await pipeline(received, response as ServerResponse);
    const isReadable = copy.isWhole && received.headers['content-encoding'] === undefined;
    return {
      status,
      received: { status, headers: received.headers, body: isReadable ? copy.bytes() : null },
      sent: sent.isWhole ? sent.bytes() : null,
    };
  } catch (error) {
    if (response.headersSent) response.destroy();
    else writeError(response, passOn.server, error);
    return { status: 502, received: null, sent: null };
  }
}

/** Copies a body that was not read yet into `sent`. */
async function responseTo(
  { server }: PassOn,
  { request, body }: Incoming,
  sent: BoundedCopy,
): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const isTls = server.protocol === 'https:';
  const options: RequestOptions = {
    method: request.method ?? 'GET',
    headers: requestHeaders(request, server),
    timeout: TIMEOUT_MS,
    agent: false,
  };
  const target = new URL(targetPath(server, request.url ?? '/'), server);
  const { request: send } = isTls ? process.getBuiltinModule('node:https') : http;
  const outgoing = send(target, options, resolve);
  outgoing.once('error', reject);
  outgoing.once('timeout', () => outgoing.destroy(new Error('the server did not respond in time')));
  // A server may respond before it has read all, and then close; the error of the response counts.
  if (body === null) {
    request.on('data', (chunk: Buffer) => sent.add(chunk));
    pipeline(request as IncomingMessage, outgoing).catch(reject);
  } else outgoing.end(body);
  return promise;
}

/** Puts the path of the server before that of the request, unless it begins with it. */
function targetPath({ pathname }: URL, url: string): string {
  const base = pathname.replace(/\/+$/, '');
  // A path with two slashes, of either kind, would name another host.
  const path = `/${url.replace(/^[/\\]+/, '')}`;
  return base === '' || path === base || path.startsWith(`${base}/`) ? path : `${base}${path}`;
}

function requestHeaders({ headers }: Incoming['request'], { host }: URL): Record<string, string | string[]> {
  const sent = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined || name.startsWith(':') || NOT_SENT.has(name) ? [] : [[name, value] as const],
  );
  return {
    ...(Object.fromEntries(sent) as Record<string, string | string[]>),
    host,
    'accept-encoding': 'identity',
  };
}

function responseHeaders({ headers }: IncomingMessage): Readonly<Record<string, string | readonly string[]>> {
  const sent = Object.entries(headers).filter(([name, value]) => value !== undefined && !NOT_SENT.has(name));
  return Object.fromEntries(sent) as Readonly<Record<string, string | readonly string[]>>;
}

function writeError(response: ServerResponse | Http2ServerResponse, { origin }: URL, error: unknown): void {
  const message = `${origin} did not respond: ${messageOf(error)}`;
  const body = `${JSON.stringify({ error: { name: 'mockUpstreamError', message } })}\n`;
  writeHead(response, 502, { 'content-type': 'application/json', 'access-control-allow-origin': '*' });
  (response as ServerResponse).end(body);
}

/** Both versions of HTTP take the same, as the types do not say. */
function writeHead(
  response: ServerResponse | Http2ServerResponse,
  status: number,
  headers: Readonly<Record<string, string | readonly string[]>>,
): void {
  (response as ServerResponse).writeHead(status, headers as Record<string, string | string[]>);
}

class BoundedCopy {
  readonly #chunks: Buffer[] = [];
  #size = 0;

  get isWhole(): boolean {
    return this.#size <= MAX_COMPARED;
  }

  add(chunk: Buffer): void {
    this.#size += chunk.length;
    if (this.isWhole) this.#chunks.push(chunk);
  }

  bytes(): Buffer {
    return Buffer.concat(this.#chunks);
  }
}
