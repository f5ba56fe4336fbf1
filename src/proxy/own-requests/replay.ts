// Sends captured and composed requests through the engine itself, over a pair of streams in memory: they are
// handled and recorded like those of a client.
import { duplexPair } from 'node:stream';
import { productName } from '../../base/product.ts';
import { formatAuthority } from '../../codec/http1/target.ts';
import { flatFields } from '../../codec/http2/fields.ts';
import { asHttp1Request } from '../../codec/http2/request.ts';
import { Client } from '../../flow/client.ts';
import { isOnNetwork, type Flow, type NetworkTarget } from '../../flow/flow.ts';
import type { Message } from '../../flow/message.ts';
import type { ProxyContext } from '../shared/context.ts';
import type { HeaderLines } from '../hooks.ts';
import { readNamed } from '../shared/named-target.ts';
import type { RequestDestination } from '../shared/request-destination.ts';

/** Returns why a flow cannot be sent again; null when it can. */
export function replayRefusal(flow: Flow): string | null {
  if (flow.request === null)
    return `Request ${flow.id} is a tunnel: what was inside was not decrypted, so it cannot be sent again`;
  if (!isOnNetwork(flow.target))
    return `Request ${flow.id} is a message to an MCP server on pipes: only the client of that server can send it`;
  const request = flow.originalRequest ?? flow.request;
  if (!request.complete) return `Request ${flow.id} did not arrive whole, so it cannot be sent again`;
  if (request.body.omitted > 0) {
    return `The body of request ${flow.id} was not kept whole (${request.body.omitted} bytes were left out), so it cannot be sent again`;
  }
  if (flow.status === 101)
    return `Request ${flow.id} became another protocol (${flow.response?.header('upgrade') ?? 'upgrade'}), so it cannot be sent again`;
  return null;
}

/** A request that does not come from a client. */
export interface ComposedRequest {
  readonly method: string;
  readonly target: NetworkTarget;
  /** Path and query, or `*`. */
  readonly path: string;
  /** Includes Host, without framing. */
  readonly fields: HeaderLines;
  readonly body: Buffer;
}

/**
 * Sends a captured request again; resolves with the new flow when it is finished. Rejects with the reason of
 * `replayRefusal`, or with that of `signal` when it is aborted: the exchange then ends like that of a client
 * that leaves.
 */
export function replay(flow: Flow, context: ProxyContext, signal?: AbortSignal): Promise<Flow> {
  const refusal = replayRefusal(flow);
  const request = flow.originalRequest ?? flow.request;
  const { target } = flow;
  if (refusal !== null || request === null || !isOnNetwork(target))
    return Promise.reject(new Error(refusal ?? ''));
  if (request.isDecoded) return send(asOwn(flow, target, request), flow.client, context, signal);
  const to = { target, host: hostOf(request) };
  return exchange(to, requestBytes(flow, request), flow.client, context, signal);
}

/**
 * Returns a request from a file that holds bodies without their content coding: its fields describe another
 * body.
 */
function asOwn({ method, octetPath: path }: Flow, target: NetworkTarget, request: Message): ComposedRequest {
  const fields = request.octetHeaders
    .filter(({ name }) => !OUTDATED.has(name.toLowerCase()) && !name.startsWith(':'))
    .map(({ name, value }) => [name, value] as const);
  const host = formatAuthority(target.host, target.port, target.scheme);
  const withHost: HeaderLines =
    request.header('host') === undefined ? [['Host', host] as const, ...fields] : fields;
  return { method, target, path, fields: withHost, body: request.body.bytes() };
}

function hostOf(request: Message): string | undefined {
  return request.octetHeaders.find(({ name }) => name.toLowerCase() === 'host')?.value;
}

const OUTDATED: ReadonlySet<string> = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/**
 * Sends a composed request. `like`: the client whose app it is attributed to; null for this machine's own.
 */
export function send(
  request: ComposedRequest,
  like: Client | null,
  context: ProxyContext,
  signal?: AbortSignal,
): Promise<Flow> {
  const { method, target, path, fields, body } = request;
  const length: HeaderLines =
    body.length > 0 || TAKES_BODY.has(method) ? [['Content-Length', String(body.length)]] : [];
  const lines = [...fields, ...length].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`, 'latin1');
  const host = fields.find(([name]) => name.toLowerCase() === 'host')?.[1];
  return exchange({ target, host }, Buffer.concat([head, body]), like, context, signal);
}

/** RFC 9110 section 8.6: these methods announce a length even without content. */
const TAKES_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

interface Addressee {
  readonly target: NetworkTarget;
  /** The host as the request names it. */
  readonly host: string | undefined;
}

function exchange(
  to: Addressee,
  bytes: Buffer,
  like: Client | null,
  context: ProxyContext,
  signal: AbortSignal | undefined,
): Promise<Flow> {
  if (signal?.aborted === true) return Promise.reject(signal.reason as Error);
  const [inside, outside] = duplexPair();
  const client = new Client(like?.address ?? '127.0.0.1', 0, true);
  client.app = like === null ? productName : like.app;
  const answered = nextFlowOf(client, context, signal);
  signal?.addEventListener('abort', () => inside.destroy(), { once: true });
  context.serve(inside, client, destinationOf(to, context));
  outside.resume();
  outside.end(bytes);
  return answered;
}

function destinationOf({ target, host: named }: Addressee, context: ProxyContext): RequestDestination {
  const { scheme, host, port } = target;
  const servername = scheme === 'https' ? host : null;
  // A client in a tunnel may name another origin. Here the caller has set the destination, and another name does not
  // change it.
  const isRenamed = named !== undefined && readNamed(target, named) !== target;
  return {
    type: 'origin',
    pool: context.pools.forOrigin({ host, port, servername, localAllowed: true }),
    target,
    decrypted: scheme === 'https',
    ...(isRenamed && { reverse: { prefix: '', authority: named } }),
  };
}

/** Writes the captured request with new framing around the captured bytes. */
function requestBytes(flow: Flow, request: Message): Buffer {
  const body = request.body.bytes();
  if (request.startLine.endsWith(' HTTP/2')) return asHttp1(flow, request, body);
  const head = Buffer.from(request.head, 'latin1');
  if (!request.headers.some(({ name }) => name.toLowerCase() === 'transfer-encoding'))
    return Buffer.concat([head, body]);
  const chunk = body.length === 0 ? '' : `${body.length.toString(16)}\r\n`;
  const end = `${body.length === 0 ? '' : '\r\n'}0\r\n${request.trailers}\r\n`;
  return Buffer.concat([head, Buffer.from(chunk), body, Buffer.from(end, 'latin1')]);
}

/**
 * Writes a request that was sent as HTTP/2 as one of HTTP/1: its host stands in the URL, and the length of
 * its body may be missing.
 */
function asHttp1({ method, octetPath: path, target }: Flow, request: Message, body: Buffer): Buffer {
  const authority = formatAuthority(target.host, target.port, target.scheme);
  const fields = flatFields(request.octetHeaders.filter(({ name }) => name !== 'content-length'));
  const length =
    body.length === 0 && request.header('content-length') === undefined
      ? []
      : ['content-length', String(body.length)];
  const head = asHttp1Request({ method, path, authority, fields: [...fields, ...length] }, false);
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

function nextFlowOf(client: Client, context: ProxyContext, signal: AbortSignal | undefined): Promise<Flow> {
  return new Promise((resolve, reject) => {
    const stop = context.flows.subscribe((flow, change) => {
      if (flow.client !== client || change !== 'finished') return;
      stop();
      resolve(flow);
    });
    const leave = (): void => {
      stop();
      reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', leave, { once: true });
  });
}
