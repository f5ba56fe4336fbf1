// Opens connections by the ways that lead out: on our own, or through a proxy, trying one after another. What a
// connection is made of is handed in: this file decides where it goes and what is said on the way.
import net from 'node:net';
import { messageOf, ProxyError } from '../base/errors.ts';
import { isLocalAddress } from './address.ts';
import { ProxyUnreachable, proxyError } from './connect-error.ts';
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
  /** TLS: the name to ask for and to verify; null for plain TCP. */
  readonly servername: string | null;
  /** False when another device asks: it may not reach this machine's own and link-local addresses. */
  readonly localAllowed: boolean;
  /** True when it carries whatever a client sends; plain TCP without it carries HTTP requests. */
  readonly tunnel?: boolean | undefined;
  /** Where to connect to in place of `host` and `port`; the names asked for stay. */
  readonly connectTo?: HostPort | null | undefined;
}

export interface ConnectionOptions extends DialOptions {
  /** Milliseconds for resolving, connecting and the TLS handshake together. */
  readonly timeoutMs: number;
  /** Whether HTTP/2 is offered to servers for clients that speak it. */
  readonly http2?: boolean | undefined;
  /** Told where a connection is about to be made to; an error refuses it. */
  readonly guard: (address: string, port: number) => ProxyError | null;
  /** Which ways lead out; by default every connection is made by ourselves. */
  readonly proxies?: ProxyResolver | undefined;
  /** Where to connect to in place of a host and port, asked for each connection; null for there. */
  readonly connectOverride?: ((host: string, port: number) => HostPort | null) | undefined;
}

/** One connection to be made. */
export interface Link<W> extends HostPort {
  /** TLS: the name to ask for and to verify. */
  readonly servername: string | null;
  /** An open way through a proxy, for TLS over it. */
  readonly carrier: W | null;
  readonly via: UpstreamProxy | null;
  readonly timeoutMs: number;
}

/** What a connection to a proxy must be able to do. */
export interface ProxyConnection {
  rewrite: HeadRewrite | null;
  /**
   * Speaks with the proxy until the way is open; rejects with the reason. What the origin says already is kept, unless
   * TLS comes next, in which we speak first.
   */
  ask(question: Handshake, timeoutMs: number, tlsNext: boolean): Promise<void>;
  destroy(): void;
}

/** Makes a connection; rejects with a ProxyError. */
export type Connect<W> = (target: ConnectionTarget, link: Link<W>, options: ConnectionOptions) => Promise<W>;

/** Rejects with a ProxyError. */
export async function open<W extends ProxyConnection>(
  target: ConnectionTarget,
  options: ConnectionOptions,
  connect: Connect<W>,
): Promise<W> {
  const endpoint = target.connectTo ?? overridden(target, options) ?? target;
  const refused =
    net.isIP(endpoint.host) === 0 ? null : refusal(target, endpoint.host, endpoint.port, options);
  if (refused !== null) throw refused;
  const opening: Opening<W> = { target, endpoint, options, connect };
  return options.proxies === undefined
    ? direct(opening, options.timeoutMs)
    : byRoutes(opening, options.proxies);
}

function overridden(
  { host, port }: HostPort,
  { connectOverride: divert }: ConnectionOptions,
): HostPort | null {
  try {
    return divert?.(host, port) ?? null;
  } catch (error) {
    throw new ProxyError('CONNECT_FAILED', `where to connect to could not be decided: ${messageOf(error)}`);
  }
}

/** Why a client may not reach an address; null when it may. */
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
  readonly options: ConnectionOptions;
  readonly connect: Connect<W>;
}

function direct<W>(
  { target, endpoint: endpoint, options, connect }: Opening<W>,
  timeoutMs: number,
): Promise<W> {
  const { servername } = target;
  return connect(target, { ...endpoint, servername, carrier: null, via: null, timeoutMs }, options);
}

async function byRoutes<W extends ProxyConnection>(opening: Opening<W>, ways: ProxyResolver): Promise<W> {
  const { target, endpoint: endpoint, options } = opening;
  const isSecure = target.servername !== null || target.tunnel === true;
  const routes = await ways.resolve({ host: endpoint.host, port: endpoint.port, isSecure });
  const deadline = performance.now() + options.timeoutMs;
  for (let at = 0; ; at += 1) {
    const route = routes[at] ?? DIRECT;
    const left = Math.max(1, routes.length - at);
    const timeoutMs = Math.max(1, (deadline - performance.now()) / left);
    try {
      if (route.type === 'direct') return await direct(opening, timeoutMs);
      return await through(route.proxy, opening, timeoutMs);
    } catch (error) {
      if (route.type === 'proxy' && error instanceof ProxyUnreachable) ways.reportFailure(route.proxy);
      if (left === 1 || !isWorthAnother(error)) throw error;
    }
  }
}

const UNREACHED = new Set(['DNS_FAILED', 'CONNECT_FAILED', 'CONNECT_TIMEOUT']);

/** A proxy that says no has decided; one that is not there has not. */
function isWorthAnother(error: unknown): boolean {
  return error instanceof ProxyUnreachable || (error instanceof ProxyError && UNREACHED.has(error.code));
}

async function through<W extends ProxyConnection>(
  proxy: UpstreamProxy,
  opening: Opening<W>,
  timeoutMs: number,
): Promise<W> {
  const { target, endpoint: endpoint, options, connect } = opening;
  const deadline = performance.now() + timeoutMs;
  await refuseByName(opening);
  const connection = await toProxy(proxy, opening, timeoutMs);
  if (target.servername === null && target.tunnel !== true && isHttp(proxy)) {
    connection.rewrite = absoluteForm(endpoint.host, endpoint.port, proxy);
    return connection;
  }
  try {
    const question = handshake(proxy, endpoint.host, endpoint.port);
    await connection.ask(question, deadline - performance.now(), target.servername !== null);
  } catch (error) {
    connection.destroy();
    throw error instanceof ProxyUnreachable
      ? proxyError(error, proxy)
      : new ProxyError('EXTERNAL_PROXY_FAILED', `${proxyName(proxy)}: ${messageOf(error)}`);
  }
  const { servername } = target;
  if (servername === null) return connection;
  const left = Math.max(1, deadline - performance.now());
  return connect(
    target,
    { ...endpoint, servername, carrier: connection, via: proxy, timeoutMs: left },
    options,
  );
}

function isHttp({ type }: UpstreamProxy): boolean {
  return type === 'http' || type === 'https';
}

/** The proxy is the user's choice: who may not reach this machine may go through one that runs on it. */
async function toProxy<W>(
  proxy: UpstreamProxy,
  { target, options, connect }: Opening<W>,
  timeoutMs: number,
): Promise<W> {
  const { host, port } = proxy;
  const servername = proxy.type === 'https' ? host : null;
  const link: Link<W> = { host, port, servername, carrier: null, via: proxy, timeoutMs };
  try {
    const refused = net.isIP(host) === 0 ? null : options.guard(host, port);
    if (refused !== null) throw refused;
    return await connect({ ...target, localAllowed: true }, link, { ...options, alpn: ['http/1.1'] });
  } catch (error) {
    throw proxyError(error, proxy);
  }
}

/** A proxy resolves names itself. What another device may not reach is refused as far as we can tell. */
async function refuseByName<W>({ target, endpoint: endpoint, options }: Opening<W>): Promise<void> {
  if (target.localAllowed || net.isIP(endpoint.host) !== 0) return;
  // Not every resolver knows all spellings of loopback that a proxy's may know.
  const routes = isLoopbackHost(endpoint.host) ? ['127.0.0.1'] : await addressesOf(endpoint.host, options);
  for (const address of routes) {
    const refused = refusal(target, address, endpoint.port, options);
    if (refused !== null) throw refused;
  }
}

function addressesOf(host: string, { resolve }: ConnectionOptions): Promise<readonly string[]> {
  return resolve(host).then(
    (routes) => routes.map(({ address }) => address),
    () => [],
  );
}
