// Where requests go: one route for each origin as seen by one kind of client, with the connections to
// it that rest between exchanges.
import { Http1Upstream } from './http1-upstream.ts';
import { Wire, type WireOptions, type WireTarget } from './wire.ts';

const MOST_RESTING = 64;
/** Just under the shortest keep-alive of common servers would be 4 s; a lost race is retried instead. */
const REST_MS = 60_000;

export class Route {
  readonly target: WireTarget;
  readonly scheme: 'http' | 'https';
  readonly #options: WireOptions;
  readonly #resting: Http1Upstream[] = [];

  constructor(target: WireTarget, options: WireOptions) {
    this.target = target;
    this.scheme = target.servername === null ? 'http' : 'https';
    this.#options = options;
  }

  get resting(): number {
    return this.#resting.length;
  }

  /** A connection that rests, the one used last first; `freshMs` bounds how long it may have rested. */
  take(freshMs = Infinity): Http1Upstream | null {
    for (;;) {
      const last = this.#resting.pop();
      if (last === undefined) return null;
      if (last.wire.destroyed || !last.wire.writable) continue;
      if (freshMs !== Infinity && performance.now() - last.restingSince > freshMs) {
        last.wire.destroy();
        continue;
      }
      return last;
    }
  }

  /** Opens a connection; rejects with a ProxyError. */
  async connect(): Promise<Http1Upstream> {
    return new Http1Upstream(await Wire.open(this.target, this.#options), this);
  }

  /** Takes a connection to this route that was opened by somebody else. */
  adopt(wire: Wire): void {
    this.rest(new Http1Upstream(wire, this));
  }

  /** Takes back a connection whose exchange is complete. */
  rest(upstream: Http1Upstream): void {
    if (upstream.wire.destroyed) return;
    if (this.#resting.length >= MOST_RESTING) {
      upstream.wire.destroy();
      return;
    }
    upstream.restingSince = performance.now();
    upstream.wire.resume();
    this.#resting.push(upstream);
  }

  forget(upstream: Http1Upstream): void {
    const at = this.#resting.indexOf(upstream);
    if (at >= 0) this.#resting.splice(at, 1);
  }

  /** Closes the connections that have rested longer than `ms`. */
  closeResting(ms = REST_MS): void {
    const now = performance.now();
    for (const upstream of [...this.#resting]) if (now - upstream.restingSince >= ms) upstream.wire.destroy();
  }
}
