// Connections that one request at a time uses alone, because the server knows them by their credentials. They are
// kept for later requests with the same credentials.
import type { OriginPools } from '../../../net/origin-pools.ts';

/** The number of owners of connections that wait for another request. */
const MAX_IDLE = 32;

/** Disposing of it makes the connections free for the next request. */
export interface OwnConnections extends Disposable {
  readonly pools: OriginPools;
}

export class OwnConnectionStore {
  /** The least recently used first. */
  readonly #idle: { readonly name: string; readonly pools: OriginPools }[] = [];
  readonly #create: () => OriginPools;

  constructor(create: () => OriginPools) {
    this.#create = create;
  }

  /** Returns connections that were last used with this name, or new ones. */
  take(name: string): OwnConnections {
    const index = this.#idle.findLastIndex((each) => each.name === name);
    const pools = this.#idle[index]?.pools ?? this.#create();
    if (index >= 0) this.#idle.splice(index, 1);
    return { pools, [Symbol.dispose]: () => this.#putBack(name, pools) };
  }

  close(): void {
    for (const { pools } of this.#idle.splice(0)) pools.close();
  }

  #putBack(name: string, pools: OriginPools): void {
    this.#idle.push({ name, pools });
    if (this.#idle.length > MAX_IDLE) this.#idle.shift()?.pools.close();
  }
}
