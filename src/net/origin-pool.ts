// Where requests go: one route for each origin as seen by one kind of client, with the connections to
// it that rest between exchanges.
import { messageOf, ProxyError } from '../base/errors.ts';
import { Http2Bridge } from './http2-bridge.ts';
import { Http1Upstream, type Http1Transport } from './http1-upstream.ts';
import { Http2UpstreamExchange } from './http2-upstream-exchange.ts';
import { Http2Sessions } from './http2-sessions.ts';
import { Http1UpstreamExchange } from './http1-upstream-exchange.ts';
import type { UpstreamExchange, UpstreamExchangeHandler, UpstreamRequest } from './upstream-exchange.ts';
import { UpstreamConnection, type WireOptions, type WireTarget } from './upstream-connection.ts';

const MAX_RESTING = 64;
/** Just under the shortest keep-alive of common servers would be 4 s; a lost race is retried instead. */
const REST_MS = 60_000;

export class OriginPool {
  readonly target: WireTarget;
  readonly scheme: 'http' | 'https';
  readonly #options: WireOptions;
  readonly #idle: Http1Upstream[] = [];
  /** Whether the pool gives this route to who asks for its target: otherwise nobody closes what rests here. */
  current = true;
  /** When rules last changed: what was opened before does not rest here. */
  #renewedAt = -Infinity;

  readonly #http2 = new Http2Sessions(() => this.#openHttp2());
  /** Whether the server refuses HTTP/1.1. */
  #onlyHttp2 = false;
  /** What the server chose when it was offered HTTP/2 and HTTP/1.1; null before. */
  #speaks: 'h2' | 'http/1.1' | null = null;

  constructor(target: WireTarget, options: WireOptions) {
    this.target = target;
    this.scheme = target.servername === null ? 'http' : 'https';
    this.#options = options;
  }

  /** Connections that are kept for exchanges to come. */
  get idle(): number {
    return this.#idle.length + this.#http2.size;
  }

  /**
   * Sends a request of HTTP/2 on, in the version that the server speaks. Plain text is HTTP/2 only where the client
   * took that for granted too (`prior`). Rejects with a ProxyError.
   */
  openExchange(
    request: UpstreamRequest,
    handler: UpstreamExchangeHandler,
    priorKnowledge: boolean,
  ): UpstreamExchange | Promise<UpstreamExchange> {
    if (!this.#takesHttp2(priorKnowledge)) return this.#onHttp1(request, handler);
    const session = this.#http2.take();
    if (session !== null) return new Http2UpstreamExchange(session, request, handler);
    return this.#http2.open((opened) =>
      opened === null ? this.#onHttp1(request, handler) : new Http2UpstreamExchange(opened, request, handler),
    );
  }

  /**
   * Sends a request of HTTP/1 on, in that version; a server that refuses it is spoken to in HTTP/2. `freshMs` bounds
   * how long the connection may have rested, `upgrades`: it is to become another protocol. Rejects with a ProxyError.
   */
  openHttp1Exchange(
    request: UpstreamRequest,
    handler: UpstreamExchangeHandler,
    freshMs: number,
    upgrades: boolean,
  ): UpstreamExchange | Promise<UpstreamExchange> {
    const idle = this.take(freshMs, upgrades);
    if (idle !== null) return new Http1UpstreamExchange(idle, request, handler);
    return this.connect(upgrades).then((upstream) => new Http1UpstreamExchange(upstream, request, handler));
  }

  #takesHttp2(priorKnowledge: boolean): boolean {
    if (this.scheme === 'http') return priorKnowledge;
    return this.#options.http2 === true && this.#speaks !== 'http/1.1';
  }

  #onHttp1(
    request: UpstreamRequest,
    handler: UpstreamExchangeHandler,
  ): UpstreamExchange | Promise<UpstreamExchange> {
    const idle = this.#takeIdle(Infinity);
    if (idle !== null) return new Http1UpstreamExchange(idle, request, handler);
    return this.connectHttp1(false).then((upstream) => new Http1UpstreamExchange(upstream, request, handler));
  }

  /** Offers both versions; a connection on which the server chose HTTP/1.1 is left for the next exchange. */
  async #openHttp2(): Promise<UpstreamConnection | null> {
    if (this.scheme === 'http')
      return UpstreamConnection.open({ ...this.target, tunnel: true }, this.#options);
    const connection = await UpstreamConnection.open(this.target, {
      ...this.#options,
      alpn: ['h2', 'http/1.1'],
    });
    this.#speaks = connection.tls?.alpn === 'h2' ? 'h2' : 'http/1.1';
    if (this.#speaks === 'h2') return connection;
    this.adopt(connection);
    return null;
  }

  /**
   * A connection that rests, the one used last first; `freshMs` bounds how long it may have rested. `upgrades`: it is
   * to become another protocol.
   */
  take(freshMs = Infinity, upgrades = false): Http1Transport | null {
    if (this.#onlyHttp2) {
      const session = this.#http2.take();
      return session === null ? null : new Http2Bridge(session, this.scheme);
    }
    const idle = this.#takeIdle(freshMs);
    if (idle === null || !upgrades || idle.connection.rewrite === null) return idle;
    this.release(idle); // it goes through a proxy that would not pass the upgrade on
    return null;
  }

  #takeIdle(freshMs: number): Http1Upstream | null {
    for (;;) {
      const last = this.#idle.pop();
      if (last === undefined) return null;
      if (last.connection.destroyed || !last.connection.writable) continue;
      if (freshMs !== Infinity && performance.now() - last.idleSince > freshMs) {
        last.connection.destroy();
        continue;
      }
      return last;
    }
  }

  /** Opens a connection; rejects with a ProxyError. `upgrades`: it is to become another protocol. */
  async connect(upgrades = false): Promise<Http1Transport> {
    if (this.#onlyHttp2) return this.#bridge();
    try {
      return await this.connectHttp1(upgrades);
    } catch (error) {
      // RFC 7301 3.2: the server speaks none of the protocols that it was offered, which was HTTP/1.1.
      if (this.#options.http2 !== true || !/no application protocol/i.test(messageOf(error))) throw error;
      return this.#bridge();
    }
  }

  async #bridge(): Promise<Http2Bridge> {
    const session = this.#http2.take() ?? (await this.#http2.open((opened) => opened));
    this.#onlyHttp2 = session !== null;
    if (session === null) throw new ProxyError('TLS_FAILED', 'the server chooses another protocol each time');
    return new Http2Bridge(session, this.scheme);
  }

  /** The same, for HTTP/1.1 only. */
  async connectHttp1(upgrades: boolean): Promise<Http1Upstream> {
    // HTTP proxies do not pass upgrades on, save inside a tunnel.
    const target = upgrades ? { ...this.target, tunnel: true } : this.target;
    const openedAt = performance.now();
    return new Http1Upstream(await UpstreamConnection.open(target, this.#options), this, openedAt);
  }

  /** Takes a connection to this route that was opened by somebody else. */
  adopt(connection: UpstreamConnection): void {
    this.release(new Http1Upstream(connection, this, performance.now()));
  }

  /** Takes back a connection whose exchange is complete. */
  release(upstream: Http1Upstream): void {
    if (upstream.connection.destroyed) return;
    const isOutdated = !this.current || upstream.openedAt <= this.#renewedAt;
    if (isOutdated || this.#idle.length >= MAX_RESTING) {
      upstream.connection.destroy();
      return;
    }
    upstream.idleSince = performance.now();
    upstream.connection.resume();
    this.#idle.push(upstream);
  }

  remove(upstream: Http1Upstream): void {
    const at = this.#idle.indexOf(upstream);
    if (at >= 0) this.#idle.splice(at, 1);
  }

  /** The rules for connections have changed: none that was opened before is used again. */
  renew(): void {
    this.#renewedAt = performance.now();
    this.#onlyHttp2 = false;
    this.#speaks = null;
    for (const upstream of [...this.#idle]) upstream.connection.destroy();
    this.#http2.renew();
  }

  /** Closes the connections that have rested longer than `ms`. */
  closeIdle(ms = REST_MS): void {
    const now = performance.now();
    this.#http2.closeIdle(ms, now);
    for (const upstream of [...this.#idle]) if (now - upstream.idleSince >= ms) upstream.connection.destroy();
  }
}
