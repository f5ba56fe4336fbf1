// The HTTP/2 connections to one origin, shared by its clients. A further one is opened when the open ones have reached
// the server's limit of streams.
import { ProxyError } from '../base/errors.ts';
import { Http2Upstream } from './http2-upstream.ts';
import type { UpstreamConnection } from './upstream-connection.ts';

/** When this many connections are open, further streams wait. */
const MAX_SESSIONS = 8;

/** The origin, as its sessions use it. */
export interface Http2Origin {
  /**
   * Opens a connection; null when the server does not speak HTTP/2, in which case the callee keeps the
   * connection.
   */
  open(): Promise<UpstreamConnection | null>;
  /** Called when the server requires HTTP/1.1. */
  http1Required(): void;
  /** Called when the server announces extended CONNECT (RFC 8441). */
  extendedConnectAnnounced(): void;
}

export class Http2Sessions {
  readonly #origin: Http2Origin;
  readonly #sessions: Http2Upstream[] = [];
  #opening: Promise<Http2Upstream | null> | null = null;
  /** Requests that wait for a stream, oldest first. */
  readonly #waiters: (() => void)[] = [];
  /** Incremented when the open connections become outdated. */
  #era = 0;

  constructor(origin: Http2Origin) {
    this.#origin = origin;
  }

  get size(): number {
    return this.#sessions.length;
  }

  /** Returns a connection that takes a request now; null when there is none. */
  take(): Http2Upstream | null {
    for (const session of this.#sessions) if (session.usable && session.room > 0) return session;
    return null;
  }

  /**
   * Opens connections, or waits, until one takes a request, and calls `use` with it at once; with null when the server
   * does not speak HTTP/2. Requests that arrive together share what is opened. Rejects with a ProxyError.
   */
  open<T>(use: (session: Http2Upstream | null) => T | Promise<T>): Promise<T> {
    if (this.#sessions.length >= MAX_SESSIONS) return this.#wait(use);
    return this.#another().then((opened) => {
      if (opened === null) return use(null);
      if (!opened.usable) throw new ProxyError('UPSTREAM_CLOSED', 'it went away before it took a request');
      const session = this.take();
      return session === null ? this.open(use) : use(session);
    });
  }

  /** Opens a connection for later requests. A failure is not reported. */
  preconnect(): void {
    this.#another()
      .then((session) => {
        if (session === null) return;
        // The requests that waited for the session take it in this turn of the event loop; later ones find it idle.
        setImmediate(() => (session.used = true));
      })
      .catch(() => undefined);
  }

  /** Waits until a stream ends, or a connection. */
  async #wait<T>(use: (session: Http2Upstream | null) => T | Promise<T>): Promise<T> {
    await new Promise<void>((resolve) => this.#waiters.push(resolve));
    const session = this.take();
    return session === null ? this.open(use) : use(session);
  }

  #another(): Promise<Http2Upstream | null> {
    if (this.#opening !== null) return this.#opening;
    const era = this.#era;
    const opening = this.#origin
      .open()
      .then(async (connection) => {
        if (connection === null) return null;
        const session = new Http2Upstream(connection, this);
        await session.ready;
        this.#sessions.push(session);
        // The requests that waited for the session take it in this turn of the event loop; later ones must not.
        if (era !== this.#era) setImmediate(() => session.close());
        return session;
      })
      .finally(() => {
        if (this.#opening === opening) this.#opening = null;
      });
    this.#opening = opening;
    return opening;
  }

  /** Retires the open connections: they take no more requests and close after those in progress. */
  invalidate(): void {
    this.#era += 1;
    this.#opening = null;
    for (const session of [...this.#sessions]) session.close();
  }

  forget(session: Http2Upstream): void {
    const at = this.#sessions.indexOf(session);
    if (at >= 0) this.#sessions.splice(at, 1);
    for (const waiter of this.#waiters.splice(0)) waiter();
  }

  http1Required(): void {
    this.#origin.http1Required();
  }

  extendedConnectAnnounced(): void {
    this.#origin.extendedConnectAnnounced();
  }

  hasRoom(): void {
    this.#waiters.shift()?.();
  }

  /** Closes connections that have been idle for `ms`; 0 closes all, busy or not. */
  closeIdle(ms: number, now: number): void {
    for (const session of [...this.#sessions]) {
      if (ms === 0) session.destroy();
      else if (session.active === 0 && now - session.idleSince >= ms) session.close();
    }
  }
}
