// The idle HTTP/1.1 connections to one origin. The most recently used one is taken first, so that surplus ones time
// out.
import type { Http1Upstream } from './http1-upstream.ts';

const MAX_IDLE = 64;

export class IdleConnections {
  readonly #idle: Http1Upstream[] = [];

  get size(): number {
    return this.#idle.length;
  }

  /** Takes a connection that has been idle for `maxIdleMs` at most, and closes older ones; null for none. */
  take(maxIdleMs: number): Http1Upstream | null {
    for (;;) {
      const last = this.#idle.pop();
      if (last === undefined) return null;
      if (last.connection.destroyed || !last.connection.writable) continue;
      if (maxIdleMs !== Infinity && performance.now() - last.idleSince > maxIdleMs) {
        last.connection.destroy();
        continue;
      }
      return last;
    }
  }

  /** Keeps a connection, or closes it when there are enough. */
  add(upstream: Http1Upstream): void {
    if (this.#idle.length >= MAX_IDLE) {
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

  /** Closes the connections that have been idle for `ms` at least. */
  close(ms: number, now: number): void {
    // A copy, because each connection is removed when it closes.
    for (const upstream of this.#idle.slice())
      if (now - upstream.idleSince >= ms) upstream.connection.destroy();
  }
}
