// Routes a request: to the proxy itself, into a tunnel, or on to its origin. Permissions follow the opener of
// the connection, however the request spells our own address.
import { isAliasHost } from '../../base/alias-hosts.ts';
import { violation, type Violation } from '../../codec/http1/fields.ts';
import type { RequestHead } from '../../codec/http1/request-head.ts';
import {
  defaultPort,
  formatAuthority,
  readAuthority,
  readTarget,
  type RequestTarget,
} from '../../codec/http1/target.ts';
import type { NetworkTarget } from '../../flow/flow.ts';
import { Message } from '../../flow/message.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import { exchangeHookFor } from '../shared/call-hook.ts';
import { readNamed } from '../shared/named-target.ts';
import { isSelf } from '../shared/self.ts';
import { openTunnel } from '../tunnel/tunnel.ts';
import type { RequestDestination } from '../shared/request-destination.ts';
import type { ActiveExchange, PreviousTarget, ClientHandle } from './contract.ts';
import { PassThroughExchange } from './pass-through.ts';
import { upstreamHead } from './forwarded.ts';
import { LocalExchange } from './local-exchange.ts';
import { Http1ClientSide } from './client-side.ts';

const SLASH = 47;

export type RoutingResult =
  | { readonly type: 'exchange'; readonly exchange: ActiveExchange }
  /** The stream has been handed over. */
  | { readonly type: 'taken' }
  | Violation;

export function route(connection: ClientHandle, head: RequestHead): RoutingResult | Promise<RoutingResult> {
  return reusePrevious(connection, head) ?? resolveTarget(connection, head);
}

/** Reuses the target of the previous request, as is most often right. */
function reusePrevious(connection: ClientHandle, head: RequestHead): RoutingResult | null {
  const { previous: last } = connection;
  if (last === null || !last.absolute || !last.pool.current) return null;
  const pathAt = last.named.length;
  if (head.target.charCodeAt(pathAt) !== SLASH || !head.target.startsWith(last.named)) return null;
  return head.method === 'CONNECT' ? null : forward(connection, head, last, head.target.slice(pathAt));
}

function resolveTarget(connection: ClientHandle, head: RequestHead): RoutingResult | Promise<RoutingResult> {
  const target = readTarget(head.method, head.target);
  switch (target.type) {
    case 'violation':
      return target;
    case 'authority':
      return connect(connection, head, target);
    case 'absolute':
      return absolute(connection, head, target);
    default:
      return relative(connection, head);
  }
}

function connect(
  connection: ClientHandle,
  head: RequestHead,
  target: RequestTarget & { type: 'authority' },
): RoutingResult {
  if (connection.destination.type !== 'proxy') return violation(400, 'CONNECT stands inside a tunnel');
  if (head.fields.chunked || head.fields.contentLength > 0) return violation(400, 'CONNECT has a body');
  const { client, context } = connection;
  openTunnel(connection.detach(), target, client, context);
  return { type: 'taken' };
}

function absolute(
  connection: ClientHandle,
  head: RequestHead,
  target: RequestTarget & { type: 'absolute' },
): RoutingResult | Promise<RoutingResult> {
  const { context, destination } = connection;
  // RFC 9112 section 3.2.2: a server accepts the absolute form too. In a reverse proxy, the client does not choose the
  // target.
  if (destination.type === 'origin' && destination.reverse !== undefined)
    return toDestination(connection, destination, head, target.path);
  if (destination.type === 'local' || isAliasHost(target.host))
    return local(connection, head, target.path, target.authority);
  const forwarded = (): RoutingResult =>
    forward(connection, head, lastTarget(connection, head, target), target.path);
  if (!context.isOwnPort(target.port)) return forwarded();
  return isSelf(target.host, target.port, context).then((self) =>
    self ? local(connection, head, target.path, target.authority) : forwarded(),
  );
}

function relative(connection: ClientHandle, head: RequestHead): RoutingResult {
  const { destination } = connection;
  if (destination.type !== 'origin') return local(connection, head, head.target, head.fields.host ?? '');
  return toDestination(connection, destination, head, head.target);
}

function toDestination(
  connection: ClientHandle,
  destination: RequestDestination & { type: 'origin' },
  head: RequestHead,
  path: string,
): RoutingResult {
  const { reverse, pool: route, decrypted } = destination;
  const replacing = reverse?.authority ?? null;
  const target =
    replacing === null ? namedTarget(connection, destination, head.fields.host) : destination.target;
  const missing = head.fields.host === null ? formatAuthority(target.host, target.port, target.scheme) : null;
  const prefixed = reverse === undefined || path === '*' ? path : reverse.prefix + path;
  const text = upstreamHead(head, prefixed, replacing ?? missing);
  return exchange(connection, head, target, route, text, decrypted);
}

function local(connection: ClientHandle, head: RequestHead, path: string, authority: string): RoutingResult {
  return { type: 'exchange', exchange: new LocalExchange(connection, head, path, authority) };
}

function forward(
  connection: ClientHandle,
  head: RequestHead,
  last: PreviousTarget,
  path: string,
): RoutingResult {
  const { destination } = connection;
  connection.previous = last;
  const authority = namesTarget(head.fields.host, last) ? null : last.authority;
  const decrypted = destination.type === 'origin' && destination.decrypted;
  return exchange(connection, head, last.target, last.pool, upstreamHead(head, path, authority), decrypted);
}

function lastTarget(
  { destination, context, client }: ClientHandle,
  head: RequestHead,
  { scheme, host, port, authority }: RequestTarget & { type: 'absolute' },
): PreviousTarget {
  const named = head.target.slice(0, head.target.indexOf('://') + 3 + authority.length);
  const route =
    destination.type === 'origin'
      ? destination.pool
      : context.pools.forOrigin({
          host,
          port,
          servername: scheme === 'https' ? host : null,
          localAllowed: context.localAllowed(client),
        });
  return { absolute: true, named, target: { scheme, host, port }, authority, pool: route };
}

function exchange(
  connection: ClientHandle,
  head: RequestHead,
  target: NetworkTarget,
  route: OriginPool,
  text: string,
  decrypted: boolean,
): RoutingResult {
  const { context, client } = connection;
  const request = new Message(text, context.captures);
  const flow = context.flows.create({ client, method: head.method, target, request, decrypted });
  const hook = context.hooks.exchange === undefined ? null : exchangeHookFor(context.hooks, flow);
  context.flows.add(flow, client.isReplay);
  if (hook === null)
    return { type: 'exchange', exchange: new PassThroughExchange(connection, head, flow, request, route) };
  const intercepted = new Http1ClientSide({
    client: connection,
    head,
    flow,
    target,
    pool: route,
    text,
    hook,
  });
  return { type: 'exchange', exchange: intercepted };
}

/** RFC 9112 section 3.2.2: a Host that disagrees with the target is replaced; one that agrees stays. */
function namesTarget(host: string | null, { target, authority }: PreviousTarget): boolean {
  if (host === authority) return true;
  const named = host === null ? null : readAuthority(host, defaultPort(target.scheme));
  return named !== null && named.host === target.host && named.port === target.port;
}

/** Returns the origin as Host names it, since a tunnel may have been opened by address. */
function namedTarget(
  connection: ClientHandle,
  destination: RequestDestination & { type: 'origin' },
  host: string | null,
): NetworkTarget {
  const { target, pool: route } = destination;
  if (host === null) return target;
  if (connection.previous?.named !== host || connection.previous.absolute)
    connection.previous = {
      absolute: false,
      named: host,
      target: readNamed(target, host),
      authority: host,
      pool: route,
    };
  return connection.previous.target;
}
