// Requests that tools send on behalf of an exchange, on the proxy's own connections to servers: with its external
// proxy, its trust and its client certificates. The permissions of the exchange's client apply, and the requests never
// reach this proxy itself.
import { isAliasHost } from '../../base/alias-hosts.ts';
import { ProxyError } from '../../base/errors.ts';
import { isConnectionSpecific, isOurs } from '../../codec/http2/fields.ts';
import { authorityOf, readDestination, type Destination } from '../../flow/destination.ts';
import type { NetworkTarget } from '../../flow/flow.ts';
import type { Client } from '../../flow/client.ts';
import { inflate, type Coding } from '../../codec/content-coding.ts';
import { collectResponse, type CollectedResponse } from '../../net/collected-response.ts';
import type { UpstreamRequest } from '../../net/upstream-exchange.ts';
import type { ProxyContext } from '../shared/context.ts';
import type { Fetch, FetchRequest, FetchResponse, HeaderLines } from '../hooks.ts';
import { isSelf } from '../shared/self.ts';

const MAX_BYTES = 8 * 1024 * 1024;
const MAX_REDIRECTS = 10;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Returns the function with which tools send requests for exchanges of this client. */
export function fetchFor(client: Client, context: ProxyContext): Fetch {
  return async (request, signal) => {
    let current = request;
    for (let redirects = 0; ; redirects += 1) {
      const destination = readDestination(current.url);
      if (destination === null)
        throw new Error(`${JSON.stringify(current.url.slice(0, 200))} is not an http or https URL`);
      const response = await send(current, destination, client, context, signal);
      const next = request.followsRedirects ? redirected(current, response) : null;
      if (next === null) return decoded(current.url, response);
      if (redirects >= MAX_REDIRECTS) throw new Error(`more than ${MAX_REDIRECTS} redirects`);
      current = next;
    }
  };
}

async function send(
  request: FetchRequest,
  { target, path }: Destination<NetworkTarget>,
  client: Client,
  context: ProxyContext,
  signal: AbortSignal,
): Promise<CollectedResponse> {
  const { host, port, scheme } = target;
  // With an external proxy, nobody here connects to the address, so the addresses of the name are checked in advance
  // too.
  if (isAliasHost(host) || (await isSelf(host, port, context)))
    throw new ProxyError('LOOP', `${host} port ${port} is this proxy itself`);
  const pool = context.pools.forOrigin({
    host,
    port,
    servername: scheme === 'https' ? host : null,
    localAllowed: context.localAllowed(client),
  });
  return collectResponse(pool, upstreamRequest(request, { target, path }), request.body, {
    maxBytes: MAX_BYTES,
    signal,
  });
}

/** Fields that are written here, or that would give this proxy's own rights away. */
function isKept(name: string): boolean {
  const lower = name.toLowerCase();
  return lower !== 'host' && lower !== 'content-length' && !isConnectionSpecific(lower) && !isOurs(lower);
}

/** RFC 9110 section 8.6: these methods announce a length even without content. */
const TAKES_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

function upstreamRequest(
  { method, fields, body }: FetchRequest,
  { target, path }: Destination<NetworkTarget>,
): UpstreamRequest {
  const authority = authorityOf(target);
  const hasLength = body.length > 0 || TAKES_BODY.has(method);
  const length: HeaderLines = hasLength ? [['Content-Length', String(body.length)]] : [];
  const sent = [...fields.filter(([name]) => isKept(name)), ...length];
  const lines = [['Host', authority] as const, ...sent].map(([name, value]) => `${name}: ${value}\r\n`);
  return {
    method,
    scheme: target.scheme,
    authority,
    path,
    hasBody: body.length > 0,
    contentLength: hasLength ? body.length : -1,
    fields: sent.flatMap(([name, value]) => [name.toLowerCase(), value]),
    http1Head: `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`,
  };
}

/** Returns the request that follows a redirect (Fetch Standard, 4.4); null for another response. */
function redirected(request: FetchRequest, { status, fields }: CollectedResponse): FetchRequest | null {
  const location = headerOf(fields, 'location');
  const url = location === undefined ? null : URL.parse(location, request.url);
  if (!REDIRECTS.has(status) || url === null) return null;
  const isElsewhere = url.origin !== new URL(request.url).origin;
  const { method } = request;
  const becomesGet = (status === 303 && method !== 'HEAD') || (status < 303 && method === 'POST');
  const isKeptHeader = (name: string): boolean =>
    !(isElsewhere && /^(?:authorization|cookie|proxy-authorization)$/i.test(name)) &&
    !(becomesGet && /^content-/i.test(name));
  return {
    ...request,
    url: url.href,
    method: becomesGet ? 'GET' : method,
    body: becomesGet ? Buffer.alloc(0) : request.body,
    fields: request.fields.filter(([name]) => isKeptHeader(name)),
  };
}

const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['br', 'br'],
  ['zstd', 'zstd'],
]);

/** Undoes the content coding of a body; one that cannot be undone stays. */
async function decoded(url: string, response: CollectedResponse): Promise<FetchResponse> {
  const { fields, body } = response;
  const coding = CODINGS.get(headerOf(fields, 'content-encoding')?.trim().toLowerCase() ?? '');
  if (coding === undefined || body.length === 0) return { ...response, url };
  const { bytes, hasMore, error } = await inflate(coding, body, MAX_BYTES);
  if (hasMore || bytes.length === MAX_BYTES)
    throw new Error(`the response is larger than ${MAX_BYTES} bytes`);
  return { ...response, url, body: error === null ? bytes : body };
}

function headerOf(fields: HeaderLines, lowerName: string): string | undefined {
  return fields.find(([name]) => name.toLowerCase() === lowerName)?.[1];
}
