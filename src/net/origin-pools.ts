// The routes in use, each made once, so that every client of an origin shares its connections.
import { OriginPool } from './origin-pool.ts';
import type { Place, WireOptions, WireTarget } from './upstream-connection.ts';

const SWEEP_MS = 10_000;
/** Routes without a resting connection are forgotten beyond this many. */
const MAX_ROUTES = 2000;

export class OriginPools {
  readonly #options: WireOptions;
  readonly #routes = new Map<string, OriginPool>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: WireOptions) {
    this.#options = { ...options };
    this.#sweep = setInterval(() => {
      for (const forOrigin of this.#routes.values()) forOrigin.closeIdle();
    }, SWEEP_MS).unref();
  }

  /** Live: what holds for connections that are opened from now on. */
  get options(): WireOptions {
    return this.#options;
  }

  /**
   * Other rules for connections that are opened from now on. Exchanges under way end on those they have; none that was
   * opened under the old rules is used again.
   */
  change(options: Partial<WireOptions>): void {
    Object.assign(this.#options, options);
    for (const pool of this.#routes.values()) pool.renew();
  }

  forOrigin(target: WireTarget): OriginPool {
    const { endpoint: endpoint, mark } = this.#diverted(target);
    const key = `${target.localAllowed ? '' : 'device '}${target.host} ${target.port} ${target.servername ?? ''}${mark}`;
    const known = this.#routes.get(key);
    if (known !== undefined) return known;
    if (this.#routes.size >= MAX_ROUTES) this.#forgetIdle();
    const pool = new OriginPool(
      endpoint === null ? target : { ...target, connectTo: endpoint },
      this.#options,
    );
    this.#routes.set(key, pool);
    return pool;
  }

  /** Where to connect to instead, and what tells such routes apart. */
  #diverted({ host, port, connectTo }: WireTarget): {
    readonly endpoint: Place | null;
    readonly mark: string;
  } {
    try {
      const endpoint = connectTo ?? this.#options.connectOverride?.(host, port) ?? null;
      return { endpoint, mark: endpoint === null ? '' : ` to ${endpoint.host} ${endpoint.port}` };
    } catch {
      // Whoever opens a connection asks again, and fails with the reason.
      return { endpoint: null, mark: ' unknown' };
    }
  }

  close(): void {
    clearInterval(this.#sweep);
    for (const pool of this.#routes.values()) pool.closeIdle(0);
    this.#routes.clear();
  }

  #forgetIdle(): void {
    for (const [key, pool] of this.#routes) {
      if (pool.idle > 0) continue;
      pool.current = false;
      this.#routes.delete(key);
    }
  }
}
