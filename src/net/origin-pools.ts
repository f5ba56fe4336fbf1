// The pools of all origins in use. Clients of one origin share its pool.
import { OriginPool } from './origin-pool.ts';
import type { HostPort, ConnectionOptions, ConnectionTarget } from './upstream-connection.ts';

const SWEEP_MS = 10_000;
/** Beyond this many, pools without a connection are forgotten. */
const MAX_POOLS = 2000;

export class OriginPools {
  readonly #options: ConnectionOptions;
  readonly #pools = new Map<string, OriginPool>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: ConnectionOptions) {
    this.#options = { ...options };
    this.#sweep = setInterval(() => {
      for (const forOrigin of this.#pools.values()) forOrigin.closeIdle();
    }, SWEEP_MS).unref();
  }

  /** The options of connections that are opened from now on. Live: `reconfigure` changes them. */
  get options(): ConnectionOptions {
    return this.#options;
  }

  /**
   * Changes the options of connections that are opened from now on. Exchanges in progress end on the
   * connections they have; none of those is used again.
   */
  reconfigure(options: Partial<ConnectionOptions>): void {
    Object.assign(this.#options, options);
    for (const pool of this.#pools.values()) pool.invalidate();
  }

  forOrigin(target: ConnectionTarget): OriginPool {
    const { endpoint, mark } = this.#override(target);
    const key = `${target.localAllowed ? '' : 'device '}${target.host} ${target.port} ${target.servername ?? ''}${mark}`;
    const known = this.#pools.get(key);
    if (known !== undefined) return known;
    if (this.#pools.size >= MAX_POOLS) this.#forgetIdle();
    const pool = new OriginPool(
      endpoint === null ? target : { ...target, connectTo: endpoint },
      this.#options,
    );
    this.#pools.set(key, pool);
    return pool;
  }

  /** Returns the address to connect to instead, and a key that separates the pools of such targets. */
  #override({ host, port, connectTo }: ConnectionTarget): {
    readonly endpoint: HostPort | null;
    readonly mark: string;
  } {
    try {
      const endpoint = connectTo ?? this.#options.connectOverride?.(host, port) ?? null;
      return { endpoint, mark: endpoint === null ? '' : ` to ${endpoint.host} ${endpoint.port}` };
    } catch {
      // Opening a connection tries again, and fails with the reason.
      return { endpoint: null, mark: ' unknown' };
    }
  }

  close(): void {
    clearInterval(this.#sweep);
    for (const pool of this.#pools.values()) pool.close();
    this.#pools.clear();
  }

  #forgetIdle(): void {
    for (const [key, pool] of this.#pools) {
      if (pool.isInUse) continue;
      pool.current = false;
      this.#pools.delete(key);
    }
  }
}
