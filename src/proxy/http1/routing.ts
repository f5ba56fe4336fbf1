// Where a request goes: to us, into a tunnel, or on to its origin. Whoever opened the connection stays
// responsible for it, however the request spells our own address.
import { isAliasHost } from '../../base/alias-hosts.ts';
import { fault, type Fault } from '../../codec/http1/fields.ts';
import type { RequestHead } from '../../codec/http1/request-head.ts';
import {
  defaultPort,
  formatAuthority,
  readAuthority,
  readTarget,
  type Target,
} from '../../codec/http1/target.ts';
import { Flow, Message, type FlowTarget } from '../../flow/flow.ts';
import type { Route } from '../../net/origin-pool.ts';
import { wantedBy } from '../intercepted/call-hook.ts';
import { readNamed } from '../named-target.ts';
import { isSelf } from '../self.ts';
import { openTunnel } from '../tunnel/connect.ts';
import type { Way } from '../request-destination.ts';
import type { ActiveExchange, LastTarget, Requester } from './contract.ts';
import { Exchange } from './exchange.ts';
import { upstreamHead } from './forwarded.ts';
import { LocalExchange } from './local-exchange.ts';
import { Http1Touched } from './client-side.ts';

const SLASH = 47;

export type Found =
  | { readonly type: 'exchange'; readonly exchange: ActiveExchange }
  /** The connection has been given away. */
  | { readonly type: 'taken' }
  | Fault;

export function route(connection: Requester, head: RequestHead): Found | Promise<Found> {
  return again(connection, head) ?? anew(connection, head);
}

/** The next request to the origin of the one before, as it is most often. */
function again(connection: Requester, head: RequestHead): Found | null {
  const { last } = connection;
  if (last === null || !last.absolute || !last.route.current) return null;
  const pathAt = last.named.length;
  if (head.target.charCodeAt(pathAt) !== SLASH || !head.target.startsWith(last.named)) return null;
  return head.method === 'CONNECT' ? null : forward(connection, head, last, head.target.slice(pathAt));
}

function anew(connection: Requester, head: RequestHead): Found | Promise<Found> {
  const target = readTarget(head.method, head.target);
  switch (target.type) {
    case 'fault':
      return target;
    case 'authority':
      return connect(connection, head, target);
    case 'absolute':
      return absolute(connection, head, target);
    default:
      return relative(connection, head);
  }
}

function connect(connection: Requester, head: RequestHead, target: Target & { type: 'authority' }): Found {
  if (connection.way.type !== 'proxy') return fault(400, 'CONNECT stands inside a tunnel');
  if (head.fields.chunked || head.fields.contentLength > 0) return fault(400, 'CONNECT has a body');
  const { client, context } = connection;
  openTunnel(connection.release(), target, client, context);
  return { type: 'taken' };
}

function absolute(
  connection: Requester,
  head: RequestHead,
  target: Target & { type: 'absolute' },
): Found | Promise<Found> {
  const { context, way } = connection;
  // RFC 9112 3.2.2: a server takes the absolute form too. Where a reverse proxy leads is not the client's to say.
  if (way.type === 'origin' && way.reverse !== undefined) return toOrigin(connection, way, head, target.path);
  if (way.type === 'local' || isAliasHost(target.host))
    return local(connection, head, target.path, target.authority);
  const onwards = (): Found => forward(connection, head, lastTarget(connection, head, target), target.path);
  if (!context.isOwnPort(target.port)) return onwards();
  return isSelf(target.host, target.port, context).then((self) =>
    self ? local(connection, head, target.path, target.authority) : onwards(),
  );
}

function relative(connection: Requester, head: RequestHead): Found {
  const { way } = connection;
  if (way.type !== 'origin') return local(connection, head, head.target, head.fields.host ?? '');
  return toOrigin(connection, way, head, head.target);
}

function toOrigin(
  connection: Requester,
  way: Way & { type: 'origin' },
  head: RequestHead,
  path: string,
): Found {
  const { reverse, route, decrypted } = way;
  const replacing = reverse?.authority ?? null;
  const target = replacing === null ? namedTarget(connection, way, head.fields.host) : way.target;
  const missing = head.fields.host === null ? formatAuthority(target.host, target.port, target.scheme) : null;
  const prefixed = reverse === undefined || path === '*' ? path : reverse.prefix + path;
  const text = upstreamHead(head, prefixed, replacing ?? missing);
  return exchange(connection, head, target, route, text, decrypted);
}

function local(connection: Requester, head: RequestHead, path: string, authority: string): Found {
  return { type: 'exchange', exchange: new LocalExchange(connection, head, path, authority) };
}

function forward(connection: Requester, head: RequestHead, last: LastTarget, path: string): Found {
  const { way } = connection;
  connection.last = last;
  const authority = namesTarget(head.fields.host, last) ? null : last.authority;
  const decrypted = way.type === 'origin' && way.decrypted;
  return exchange(connection, head, last.target, last.route, upstreamHead(head, path, authority), decrypted);
}

function lastTarget(
  { way, context, client }: Requester,
  head: RequestHead,
  { scheme, host, port, authority }: Target & { type: 'absolute' },
): LastTarget {
  const named = head.target.slice(0, head.target.indexOf('://') + 3 + authority.length);
  const route =
    way.type === 'origin'
      ? way.route
      : context.pool.route({
          host,
          port,
          servername: scheme === 'https' ? host : null,
          localAllowed: context.localAllowed(client),
        });
  return { absolute: true, named, target: { scheme, host, port }, authority, route };
}

function exchange(
  connection: Requester,
  head: RequestHead,
  target: FlowTarget,
  route: Route,
  text: string,
  decrypted: boolean,
): Found {
  const { context, client } = connection;
  const request = new Message(text, context.captures);
  const flow = new Flow(context.flows.takeId(), client, head.method, target, request, decrypted, Date.now());
  flow.marks.start = performance.now();
  const hook = context.hooks.exchange === undefined ? null : wantedBy(context.hooks, flow);
  context.flows.add(flow, client.isReplay);
  if (hook === null)
    return { type: 'exchange', exchange: new Exchange(connection, head, flow, request, route) };
  const touched = new Http1Touched({ client: connection, head, flow, target, route, text, hook });
  return { type: 'exchange', exchange: touched };
}

/** RFC 9112 3.2.2: a Host that disagrees with the target is replaced; one that agrees stays as it is. */
function namesTarget(host: string | null, { target, authority }: LastTarget): boolean {
  if (host === authority) return true;
  const named = host === null ? null : readAuthority(host, defaultPort(target.scheme));
  return named !== null && named.host === target.host && named.port === target.port;
}

/** The origin as Host names it, since a tunnel may have been asked for by address. */
function namedTarget(connection: Requester, way: Way & { type: 'origin' }, host: string | null): FlowTarget {
  const { target, route } = way;
  if (host === null) return target;
  if (connection.last?.named !== host || connection.last.absolute)
    connection.last = {
      absolute: false,
      named: host,
      target: readNamed(target, host),
      authority: host,
      route,
    };
  return connection.last.target;
}
