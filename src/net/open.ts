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
  readonly over: W | null;
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
  asked: ConnectionTarget,
  options: ConnectionOptions,
  connect: Connect<W>,
): Promise<W> {
  const place = asked.connectTo ?? diverted(asked, options) ?? asked;
  const refused = net.isIP(place.host) === 0 ? null : refusal(asked, place.host, place.port, options);
  if (refused !== null) throw refused;
  const opening: Opening<W> = { target: asked, place, options, connect };
  return options.proxies === undefined
    ? direct(opening, options.timeoutMs)
    : byWays(opening, options.proxies);
}

function diverted({ host, port }: HostPort, { connectOverride: divert }: ConnectionOptions): HostPort | null {
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
  readonly place: HostPort;
  readonly options: ConnectionOptions;
  readonly connect: Connect<W>;
}

function direct<W>({ target, place, options, connect }: Opening<W>, timeoutMs: number): Promise<W> {
  const { servername } = target;
  return connect(target, { ...place, servername, over: null, via: null, timeoutMs }, options);
}

async function byWays<W extends ProxyConnection>(opening: Opening<W>, ways: ProxyResolver): Promise<W> {
  const { target, place, options } = opening;
  const isSecure = target.servername !== null || target.tunnel === true;
  const found = await ways.resolve({ host: place.host, port: place.port, isSecure });
  const deadline = performance.now() + options.timeoutMs;
  for (let at = 0; ; at += 1) {
    const way = found[at] ?? DIRECT;
    const left = Math.max(1, found.length - at);
    const timeoutMs = Math.max(1, (deadline - performance.now()) / left);
    try {
      if (way.type === 'direct') return await direct(opening, timeoutMs);
      return await through(way.proxy, opening, timeoutMs);
    } catch (error) {
      if (way.type === 'proxy' && error instanceof ProxyUnreachable) ways.reportFailure(way.proxy);
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
  const { target, place, options, connect } = opening;
  const deadline = performance.now() + timeoutMs;
  await refuseByName(opening);
  const wire = await toProxy(proxy, opening, timeoutMs);
  if (target.servername === null && target.tunnel !== true && isHttp(proxy)) {
    wire.rewrite = absoluteForm(place.host, place.port, proxy);
    return wire;
  }
  try {
    const question = handshake(proxy, place.host, place.port);
    await wire.ask(question, deadline - performance.now(), target.servername !== null);
  } catch (error) {
    wire.destroy();
    throw error instanceof ProxyUnreachable
      ? proxyError(error, proxy)
      : new ProxyError('EXTERNAL_PROXY_FAILED', `${proxyName(proxy)}: ${messageOf(error)}`);
  }
  const { servername } = target;
  if (servername === null) return wire;
  const left = Math.max(1, deadline - performance.now());
  return connect(target, { ...place, servername, over: wire, via: proxy, timeoutMs: left }, options);
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
  const link: Link<W> = { host, port, servername, over: null, via: proxy, timeoutMs };
  try {
    const refused = net.isIP(host) === 0 ? null : options.guard(host, port);
    if (refused !== null) throw refused;
    return await connect({ ...target, localAllowed: true }, link, { ...options, alpn: ['http/1.1'] });
  } catch (error) {
    throw proxyError(error, proxy);
  }
}

/** A proxy resolves names itself. What another device may not reach is refused as far as we can tell. */
async function refuseByName<W>({ target, place, options }: Opening<W>): Promise<void> {
  if (target.localAllowed || net.isIP(place.host) !== 0) return;
  // Not every resolver knows all spellings of loopback that a proxy's may know.
  const found = isLoopbackHost(place.host) ? ['127.0.0.1'] : await addressesOf(place.host, options);
  for (const address of found) {
    const refused = refusal(target, address, place.port, options);
    if (refused !== null) throw refused;
  }
}

function addressesOf(host: string, { resolve }: ConnectionOptions): Promise<readonly string[]> {
  return resolve(host).then(
    (found) => found.map(({ address }) => address),
    () => [],
  );
}
