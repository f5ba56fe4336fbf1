// Opens a connection to an origin, directly or through proxies, which are tried one after another. This file decides
// where to connect and performs proxy handshakes; `connect` does the socket work.
import net from 'node:net';
import { messageOf, ProxyError } from '../base/errors.ts';
import { isLocalAddress } from './address.ts';
import { ProxyUnreachable, proxyError, type TrustAdvice } from './connect-error.ts';
import type { DialOptions } from './dial.ts';
import { absoluteForm, type HeadRewrite } from './proxy-routes/absolute-form.ts';
import { isLoopbackHost } from './proxy-routes/bypass.ts';
import { handshake, type Handshake } from './proxy-routes/handshake.ts';
import { DIRECT, proxyName, type UpstreamProxy, type ProxyResolver } from './proxy-routes/proxy-route.ts';

/** A host and a port to connect to. */
export interface HostPort {
  readonly host: string;
  readonly port: number;
}

export interface ConnectionTarget extends HostPort {
  /** The name to request by SNI and to verify; null for plain TCP. */
  readonly servername: string | null;
  /** False for a client on another device: it may not reach this machine's own and link-local addresses. */
  readonly localAllowed: boolean;
  /**
   * True when the connection carries arbitrary bytes of a client; plain TCP without it carries HTTP requests.
   */
  readonly tunnel?: boolean | undefined;
  /** The address to connect to instead of `host` and `port`; the names in HTTP and TLS stay. */
  readonly connectTo?: HostPort | null | undefined;
}

/** Time to reach a server by default: for DNS and connect, and as much for the TLS handshake. */
export const CONNECT_TIMEOUT_MS = 30_000;

export interface ConnectionOptions extends DialOptions {
  /** Milliseconds for DNS and connect, and as many for the TLS handshake. */
  readonly timeoutMs: number;
  /** True to offer HTTP/2 to servers for clients that speak it. */
  readonly http2?: boolean | undefined;
  /** Called with each address before a connection to it; a returned error refuses it. */
  readonly guard: (address: string, port: number) => ProxyError | null;
  /** Called with the name of a server when the TLS handshake with it begins. */
  readonly securing?: ((servername: string) => void) | undefined;
  /** Says how a server is reached whose certificate is not trusted; by default by a setting of the proxy. */
  readonly trustAdvice?: TrustAdvice | undefined;
  /** Chooses the proxies for a destination; by default every connection is direct. */
  readonly proxies?: ProxyResolver | undefined;
  /**
   * Returns the address to connect to instead of a host and port; null for no change. Called for each
   * connection.
   */
  readonly connectOverride?: ((host: string, port: number) => HostPort | null) | undefined;
  /**
   * Returns the path of a Unix socket that leads to a host and port; null for TCP, as by default. Called for each
   * connection that is opened.
   */
  readonly socketPath?: ((host: string, port: number) => Promise<string | null>) | undefined;
}

/** One connection to open. */
export interface Link<W> extends HostPort {
  /** The name to request by SNI and to verify; null for plain TCP. */
  readonly servername: string | null;
  /** The Unix socket to connect to; null for TCP. */
  readonly path: string | null;
  /** A tunnel through a proxy, to run TLS over; null for none. */
  readonly carrier: W | null;
  readonly via: UpstreamProxy | null;
  readonly timeoutMs: number;
}

/** The operations that a connection to a proxy must support. */
export interface ProxyConnection {
  rewrite: HeadRewrite | null;
  /**
   * Performs the handshake with the proxy until the tunnel is open; rejects with the reason. Bytes that the
   * origin sends already are kept, unless TLS comes next, in which we speak first.
   */
  handshake(question: Handshake, timeoutMs: number, tlsNext: boolean): Promise<void>;
  destroy(): void;
}

/** Opens one connection; rejects with a ProxyError. */
export type Connect<W> = (target: ConnectionTarget, link: Link<W>, options: ConnectionOptions) => Promise<W>;

/** Opens a connection to the target. Rejects with a ProxyError. */
export async function open<W extends ProxyConnection>(
  target: ConnectionTarget,
  options: ConnectionOptions,
  connect: Connect<W>,
): Promise<W> {
  const endpoint = target.connectTo ?? overridden(target, options) ?? target;
  const refused =
    net.isIP(endpoint.host) === 0 ? null : refusal(target, endpoint.host, endpoint.port, options);
  if (refused !== null) throw refused;
  const path = (await options.socketPath?.(endpoint.host, endpoint.port)) ?? null;
  const opening: Opening<W> = { target, endpoint, path, options, connect };
  return path !== null || options.proxies === undefined
    ? direct(opening, options.timeoutMs)
    : byRoutes(opening, options.proxies);
}

function overridden({ host, port }: HostPort, { connectOverride }: ConnectionOptions): HostPort | null {
  try {
    return connectOverride?.(host, port) ?? null;
  } catch (error) {
    throw new ProxyError('CONNECT_FAILED', `where to connect to could not be decided: ${messageOf(error)}`);
  }
}

/** Returns why a client may not reach an address; null when it may. */
export function refusal(
  target: ConnectionTarget,
  address: string,
  port: number,
  options: ConnectionOptions,
): ProxyError | null {
  if (!target.localAllowed && isLocalAddress(address)) {
    return new ProxyError(
      'NOT_ALLOWED',
      `another device may not reach ${address}, an address of this machine or its link`,
    );
  }
  return options.guard(address, port);
}

interface Opening<W> {
  readonly target: ConnectionTarget;
  readonly endpoint: HostPort;
  readonly path: string | null;
  readonly options: ConnectionOptions;
  readonly connect: Connect<W>;
}

function direct<W>({ target, endpoint, path, options, connect }: Opening<W>, timeoutMs: number): Promise<W> {
  const { servername } = target;
  return connect(target, { ...endpoint, servername, path, carrier: null, via: null, timeoutMs }, options);
}

async function byRoutes<W extends ProxyConnection>(opening: Opening<W>, proxies: ProxyResolver): Promise<W> {
  const { target, endpoint, options } = opening;
  const isSecure = target.servername !== null || target.tunnel === true;
  const routes = await proxies.resolve({ host: endpoint.host, port: endpoint.port, isSecure });
  const deadline = performance.now() + options.timeoutMs;
  for (let at = 0; ; at += 1) {
    const route = routes[at] ?? DIRECT;
    const remainingRoutes = Math.max(1, routes.length - at);
    const timeoutMs = Math.max(1, (deadline - performance.now()) / remainingRoutes);
    try {
      if (route.type === 'direct') return await direct(opening, timeoutMs);
      return await through(route.proxy, opening, timeoutMs);
    } catch (error) {
      if (route.type === 'proxy' && error instanceof ProxyUnreachable) proxies.reportFailure(route.proxy);
      if (remainingRoutes === 1 || !isWorthAnother(error)) throw error;
    }
  }
}

const UNREACHED = new Set(['DNS_FAILED', 'CONNECT_FAILED', 'CONNECT_TIMEOUT']);

/** A proxy that refuses has decided; one that cannot be reached has not. */
function isWorthAnother(error: unknown): boolean {
  return error instanceof ProxyUnreachable || (error instanceof ProxyError && UNREACHED.has(error.code));
}

async function through<W extends ProxyConnection>(
  proxy: UpstreamProxy,
  opening: Opening<W>,
  timeoutMs: number,
): Promise<W> {
  const { target, endpoint, options, connect } = opening;
  const deadline = performance.now() + timeoutMs;
  await refuseByName(opening);
  const connection = await toProxy(proxy, opening, timeoutMs);
  if (target.servername === null && target.tunnel !== true && isHttp(proxy)) {
    connection.rewrite = absoluteForm(endpoint.host, endpoint.port, proxy);
    return connection;
  }
  try {
    const question = handshake(proxy, endpoint.host, endpoint.port);
    await connection.handshake(question, deadline - performance.now(), target.servername !== null);
  } catch (error) {
    connection.destroy();
    throw error instanceof ProxyUnreachable
      ? proxyError(error, proxy)
      : new ProxyError('EXTERNAL_PROXY_FAILED', `${proxyName(proxy)}: ${messageOf(error)}`);
  }
  const { servername } = target;
  if (servername === null) return connection;
  const remainingMs = Math.max(1, deadline - performance.now());
  return connect(
    target,
    { ...endpoint, servername, path: null, carrier: connection, via: proxy, timeoutMs: remainingMs },
    options,
  );
}

function isHttp({ type }: UpstreamProxy): boolean {
  return type === 'http' || type === 'https';
}

/**
 * Connects to the proxy, which is the user's choice: a client that may not reach this machine may use a proxy
 * that runs on it.
 */
async function toProxy<W>(
  proxy: UpstreamProxy,
  { target, options, connect }: Opening<W>,
  timeoutMs: number,
): Promise<W> {
  const { host, port } = proxy;
  const servername = proxy.type === 'https' ? host : null;
  const link: Link<W> = { host, port, servername, path: null, carrier: null, via: proxy, timeoutMs };
  try {
    const refused = net.isIP(host) === 0 ? null : options.guard(host, port);
    if (refused !== null) throw refused;
    return await connect({ ...target, localAllowed: true }, link, { ...options, alpn: ['http/1.1'] });
  } catch (error) {
    throw proxyError(error, proxy);
  }
}

/**
 * Refuses targets that another device may not reach, as far as that is known here: the proxy resolves the name itself.
 */
async function refuseByName<W>({ target, endpoint, options }: Opening<W>): Promise<void> {
  if (target.localAllowed || net.isIP(endpoint.host) !== 0) return;
  // A proxy may know spellings of loopback that the resolver does not.
  const addresses = isLoopbackHost(endpoint.host) ? ['127.0.0.1'] : await addressesOf(endpoint.host, options);
  for (const address of addresses) {
    const refused = refusal(target, address, endpoint.port, options);
    if (refused !== null) throw refused;
  }
}

function addressesOf(host: string, { resolve }: ConnectionOptions): Promise<readonly string[]> {
  return resolve(host).then(
    (addresses) => addresses.map(({ address }) => address),
    () => [],
  );
}
