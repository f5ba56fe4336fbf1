// The routes in use, each made once, so that every client of an origin shares its connections.
import { Route } from './route.ts';
import type { WireOptions, WireTarget } from './wire.ts';

const SWEEP_MS = 10_000;
/** Routes without a resting connection are forgotten beyond this many. */
const MOST_ROUTES = 2000;

export class Pool {
  readonly options: WireOptions;
  readonly #routes = new Map<string, Route>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: WireOptions) {
    this.options = options;
    this.#sweep = setInterval(() => {
      for (const route of this.#routes.values()) route.closeResting();
    }, SWEEP_MS).unref();
  }

  route(target: WireTarget): Route {
    const place = target.connectTo ?? this.options.divert?.(target.host, target.port) ?? null;
    const diverted = place === null ? '' : ` to ${place.host} ${place.port}`;
    const key = `${target.localAllowed ? '' : 'device '}${target.host} ${target.port} ${target.servername ?? ''}${diverted}`;
    const known = this.#routes.get(key);
    if (known !== undefined) return known;
    if (this.#routes.size >= MOST_ROUTES) this.#forgetIdle();
    const route = new Route(place === null ? target : { ...target, connectTo: place }, this.options);
    this.#routes.set(key, route);
    return route;
  }

  close(): void {
    clearInterval(this.#sweep);
    for (const route of this.#routes.values()) route.closeResting(0);
    this.#routes.clear();
  }

  #forgetIdle(): void {
    for (const [key, route] of this.#routes) {
      if (route.resting > 0) continue;
      route.current = false;
      this.#routes.delete(key);
    }
  }
}
