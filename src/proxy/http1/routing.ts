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
import type { Route } from '../../net/route.ts';
import { isSelf } from '../self.ts';
import { openTunnel } from '../tunnel/connect.ts';
import type { ActiveExchange, Requester } from './contract.ts';
import { Exchange } from './exchange.ts';
import { upstreamHead } from './forwarded.ts';
import { LocalExchange } from './local-exchange.ts';

export type Found =
  | { readonly type: 'exchange'; readonly exchange: ActiveExchange }
  /** The connection has been given away. */
  | { readonly type: 'taken' }
  | Fault;

export function route(connection: Requester, head: RequestHead): Found | Promise<Found> {
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
  const { context } = connection;
  if (connection.way.type === 'local' || isAliasHost(target.host))
    return local(connection, head, target.path, target.authority);
  if (!context.isOwnPort(target.port)) return forward(connection, head, target);
  return isSelf(target.host, target.port, context).then((self) =>
    self ? local(connection, head, target.path, target.authority) : forward(connection, head, target),
  );
}

function relative(connection: Requester, head: RequestHead): Found {
  const { way } = connection;
  if (way.type !== 'origin') return local(connection, head, head.target, head.fields.host ?? '');
  const target = namedTarget(connection, way.target, head.fields.host);
  const missing = head.fields.host === null ? formatAuthority(target.host, target.port, target.scheme) : null;
  return exchange(
    connection,
    head,
    target,
    way.route,
    upstreamHead(head, head.target, missing),
    way.decrypted,
  );
}

function local(connection: Requester, head: RequestHead, path: string, authority: string): Found {
  return { type: 'exchange', exchange: new LocalExchange(connection, head, path, authority) };
}

function forward(connection: Requester, head: RequestHead, target: Target & { type: 'absolute' }): Found {
  const { way, context, client } = connection;
  const named = remembered(connection, `${target.scheme} ${target.authority}`, () => ({
    scheme: target.scheme,
    host: target.host,
    port: target.port,
  }));
  const route =
    way.type === 'origin'
      ? way.route
      : context.pool.route({
          host: named.host,
          port: named.port,
          servername: named.scheme === 'https' ? named.host : null,
          localAllowed: client.isLoopback,
        });
  const authority = namesTarget(head.fields.host, target) ? null : target.authority;
  return exchange(
    connection,
    head,
    named,
    route,
    upstreamHead(head, target.path, authority),
    way.type === 'origin' && way.decrypted,
  );
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
  context.flows.add(flow, client.isReplay);
  return { type: 'exchange', exchange: new Exchange(connection, head, flow, request, route) };
}

/** RFC 9112 3.2.2: a Host that disagrees with the target is replaced; one that agrees stays as it is. */
function namesTarget(host: string | null, target: Target & { type: 'absolute' }): boolean {
  if (host === target.authority) return true;
  const named = host === null ? null : readAuthority(host, defaultPort(target.scheme));
  return named !== null && named.host === target.host && named.port === target.port;
}

/** The origin as Host names it, since a tunnel may have been asked for by address. */
function namedTarget(connection: Requester, target: FlowTarget, host: string | null): FlowTarget {
  if (host === null) return target;
  return remembered(connection, host, () => {
    const named = readAuthority(host, defaultPort(target.scheme));
    if (named === null || named.host === '' || (named.host === target.host && named.port === target.port))
      return target;
    return { scheme: target.scheme, ...named };
  });
}

/** Reads a target only when it is spelled differently from the one before on this connection. */
function remembered(connection: Requester, named: string, read: () => FlowTarget): FlowTarget {
  if (connection.last?.named !== named) connection.last = { named, target: read() };
  return connection.last.target;
}
