// The connections to one origin, as seen by one kind of client: opens them, keeps the idle ones for the next
// exchange, and chooses between HTTP/1.1 and HTTP/2.
import { messageOf, ProxyError } from '../base/errors.ts';
import { hasConnectionLogin } from '../codec/connection-login.ts';
import type { ConnectionOwner } from './connection-owner.ts';
import { Http2Bridge } from './http2-bridge.ts';
import { Http1Upstream, type Http1Transport } from './http1-upstream.ts';
import { Http2UpstreamExchange } from './http2-upstream-exchange.ts';
import { Http2Sessions } from './http2-sessions.ts';
import { IdleConnections } from './idle-connections.ts';
import { KnownProtocols } from './known-protocols.ts';
import { Http1UpstreamExchange } from './http1-upstream-exchange.ts';
import type { UpstreamExchange, UpstreamExchangeHandler, UpstreamRequest } from './upstream-exchange.ts';
import { UpstreamConnection, type ConnectionOptions, type ConnectionTarget } from './upstream-connection.ts';

/** Longer than the keep-alive of some servers (4 s): a request that loses the race is retried. */
const MAX_IDLE_MS = 60_000;

export class OriginPool {
  readonly target: ConnectionTarget;
  readonly scheme: 'http' | 'https';
  readonly #options: ConnectionOptions;
  readonly #idle = new IdleConnections();
  /** True while `OriginPools` hands this pool out; an outdated one closes what it gets back. */
  current = true;
  /** `performance.now()` of the last change of settings: connections opened before are not kept. */
  #invalidatedAt = -Infinity;

  /** A connection that is being opened for the next exchange. */
  #ahead: Promise<Http1Upstream> | null = null;
  readonly protocols = new KnownProtocols();
  readonly #http2 = new Http2Sessions({
    open: () => this.#openHttp2(),
    http1Required: () => this.#http1Required(),
    extendedConnectAnnounced: () => this.protocols.extendedConnectAnnounced(),
  });
  /** The pool of all clients, of which this is one client's own; null for that pool itself. */
  readonly #shared: OriginPool | null;
  /** The pools of clients that have logged in on a connection. */
  readonly #bound = new Map<ConnectionOwner, OriginPool>();

  constructor(target: ConnectionTarget, options: ConnectionOptions, shared: OriginPool | null = null) {
    this.target = target;
    this.scheme = target.servername === null ? 'http' : 'https';
    this.#options = options;
    this.#shared = shared;
  }

  /** The number of idle connections. */
  get idle(): number {
    return this.#idle.size + this.#http2.size;
  }

  /** True while the pool has connections, of all clients or of one, that a change of settings concerns. */
  get isInUse(): boolean {
    return this.idle > 0 || this.#bound.size > 0;
  }

  /**
   * Returns the pool for an exchange of this client. A client has a pool of its own from the first exchange that
   * `binds` the connection, with credentials or a challenge of NTLM or Negotiate; its login starts on a new connection.
   */
  forOwner(owner: ConnectionOwner, binds: boolean): OriginPool {
    if (this.#shared !== null || (!binds && this.#bound.size === 0)) return this;
    return this.#bound.get(owner) ?? (binds ? this.#bind(owner) : this);
  }

  #bind(owner: ConnectionOwner): OriginPool {
    const own = new OriginPool(this.target, this.#options, this);
    own.#invalidatedAt = this.#invalidatedAt;
    this.#bound.set(owner, own);
    owner.bind({
      close: () => {
        this.#bound.delete(owner);
        own.close();
      },
    });
    return own;
  }

  /**
   * Starts the exchange of an HTTP/2 client, in the version that the server speaks. In plain text that is
   * HTTP/2 only with `priorKnowledge`. Rejects with a ProxyError.
   */
  openExchange(
    request: UpstreamRequest,
    handler: UpstreamExchangeHandler,
    priorKnowledge: boolean,
  ): UpstreamExchange | Promise<UpstreamExchange> {
    return this.#for(request, handler).#open(request, handler, priorKnowledge);
  }

  /**
   * Starts the exchange of an HTTP/1 client in HTTP/1.1, or in HTTP/2 when the server refuses HTTP/1.1. `maxIdleMs`
   * bounds how long the connection may have been idle; `upgrades`: the request asks for another protocol. Rejects with
   * a ProxyError.
   */
  openHttp1Exchange(
    request: UpstreamRequest,
    handler: UpstreamExchangeHandler,
    maxIdleMs: number,
    upgrades: boolean,
  ): UpstreamExchange | Promise<UpstreamExchange> {
    return this.#for(request, handler).#openHttp1(request, handler, maxIdleMs, upgrades);
  }

  #for({ fields }: UpstreamRequest, { connectionOwner }: UpstreamExchangeHandler): OriginPool {
    return this.forOwner(connectionOwner, hasConnectionLogin(fields));
  }

  #open(
    request: UpstreamRequest,
    handler: UpstreamExchangeHandler,
    priorKnowledge: boolean,
  ): UpstreamExchange | Promise<UpstreamExchange> {
    if (!this.#takesHttp2(priorKnowledge)) return this.#openHttp1(request, handler, Infinity, false);
    const session = this.#http2.take();
    if (session !== null) return new Http2UpstreamExchange(session, request, handler);
    return this.#http2.open((opened) =>
      opened === null
        ? this.#openHttp1(request, handler, Infinity, false)
        : new Http2UpstreamExchange(opened, request, handler),
    );
  }

  #openHttp1(
    request: UpstreamRequest,
    handler: UpstreamExchangeHandler,
    maxIdleMs: number,
    upgrades: boolean,
  ): UpstreamExchange | Promise<UpstreamExchange> {
    const idle = this.take(maxIdleMs, upgrades);
    if (idle !== null) return new Http1UpstreamExchange(idle, request, handler);
    return this.connect(upgrades).then((upstream) => new Http1UpstreamExchange(upstream, request, handler));
  }

  /**
   * Preconnects for the first request of a client of this HTTP version, unless a connection is idle or being opened. A
   * failure is not reported: the request connects again.
   */
  preconnect(version: 1 | 2): void {
    if (this.idle > 0 || this.#ahead !== null) return;
    if (version === 2 ? this.#takesHttp2(false) : this.protocols.onlyHttp2) {
      this.#http2.preconnect();
      return;
    }
    const ahead = this.connectHttp1(false);
    this.#ahead = ahead;
    ahead
      .then((upstream) => {
        if (this.#ahead !== ahead) return;
        upstream.used = true;
        this.release(upstream);
      })
      .catch(() => undefined)
      .finally(() => {
        if (this.#ahead === ahead) this.#ahead = null;
      });
  }

  #takeAhead(): Promise<Http1Upstream> | null {
    const ahead = this.#ahead;
    this.#ahead = null;
    return ahead;
  }

  /** A login counts for a connection of HTTP/1.1: the servers that offer it refuse it in HTTP/2. */
  #takesHttp2(priorKnowledge: boolean): boolean {
    if (this.scheme === 'http') return priorKnowledge;
    return this.#shared === null && this.#options.http2 === true && this.protocols.version !== 'http/1.1';
  }

  #http1Required(): void {
    // When our side also requires HTTP/2, no protocol is left.
    if (!this.#options.alpn.includes('h2')) this.protocols.version = 'http/1.1';
  }

  /** Offers both versions; a connection on which the server chose HTTP/1.1 is kept for the next exchange. */
  async #openHttp2(): Promise<UpstreamConnection | null> {
    if (this.scheme === 'http')
      return UpstreamConnection.open({ ...this.target, tunnel: true }, this.#options);
    const connection = await UpstreamConnection.open(this.target, {
      ...this.#options,
      alpn: ['h2', 'http/1.1'],
    });
    this.protocols.version = connection.tls?.alpn === 'h2' ? 'h2' : 'http/1.1';
    if (this.protocols.version === 'h2') return connection;
    this.adopt(connection);
    return null;
  }

  /**
   * Takes the connection that was used last; null when none is idle. `maxIdleMs` bounds how long it may have
   * been idle; `upgrades`: the request asks for another protocol.
   */
  take(maxIdleMs = Infinity, upgrades = false): Http1Transport | null {
    if (this.protocols.onlyHttp2) {
      const session = this.#http2.take();
      return session === null ? null : new Http2Bridge(session, this.scheme);
    }
    // A client's own pool has logged in on its connection only, which is therefore taken however old it is.
    const idle = this.#idle.take(this.#shared === null ? maxIdleMs : Infinity);
    if (idle === null || !upgrades || idle.connection.rewrite === null) return idle;
    this.release(idle); // it goes through a proxy that would not forward the upgrade
    return null;
  }

  /** Opens a connection; rejects with a ProxyError. `upgrades`: the request asks for another protocol. */
  async connect(upgrades = false): Promise<Http1Transport> {
    if (this.protocols.onlyHttp2) return this.#bridge();
    try {
      return await this.connectHttp1(upgrades);
    } catch (error) {
      // RFC 7301 section 3.2: the server speaks none of the protocols that it was offered, here only
      // HTTP/1.1.
      if (this.#options.http2 !== true || !/no application protocol/i.test(messageOf(error))) throw error;
      return this.#bridge();
    }
  }

  async #bridge(): Promise<Http2Bridge> {
    const session = this.#http2.take() ?? (await this.#http2.open((opened) => opened));
    this.protocols.onlyHttp2 = session !== null;
    if (session === null) throw new ProxyError('TLS_FAILED', 'the server chooses another protocol each time');
    return new Http2Bridge(session, this.scheme);
  }

  /** Opens a connection for HTTP/1.1 only, or takes the one that is being opened ahead. */
  async connectHttp1(upgrades: boolean): Promise<Http1Upstream> {
    // HTTP proxies forward upgrades only inside a tunnel, which TLS has in any case.
    const ahead = upgrades && this.scheme === 'http' ? null : this.#takeAhead();
    if (ahead !== null) return ahead;
    const target = upgrades ? { ...this.target, tunnel: true } : this.target;
    const openedAt = performance.now();
    return new Http1Upstream(await UpstreamConnection.open(target, this.#options), this, openedAt);
  }

  /** Keeps a connection to this origin that was opened elsewhere. */
  adopt(connection: UpstreamConnection): void {
    this.release(new Http1Upstream(connection, this, performance.now()));
  }

  /** Takes back a connection whose exchange is complete. */
  release(upstream: Http1Upstream): void {
    if (upstream.connection.destroyed) return;
    const isOutdated = !this.current || upstream.openedAt <= this.#invalidatedAt;
    if (isOutdated) upstream.connection.destroy();
    else this.#idle.add(upstream);
  }

  remove(upstream: Http1Upstream): void {
    this.#idle.remove(upstream);
  }

  /** Invalidates every open connection, after a change of settings: none is used again. */
  invalidate(): void {
    this.#invalidatedAt = performance.now();
    this.protocols.forget();
    this.#takeAhead()?.then(
      (upstream) => upstream.connection.destroy(),
      () => undefined,
    );
    this.#idle.close(0, Infinity);
    this.#http2.invalidate();
    for (const own of this.#bound.values()) own.invalidate();
  }

  /** Closes all connections; those that are being opened close once they are open. */
  close(): void {
    this.current = false;
    this.closeIdle(0);
    this.invalidate();
    for (const own of this.#bound.values()) own.close();
  }

  /** Closes the connections that have been idle longer than `ms`. */
  closeIdle(ms = MAX_IDLE_MS): void {
    const now = performance.now();
    this.#http2.closeIdle(ms, now);
    this.#idle.close(ms, now);
  }
}
