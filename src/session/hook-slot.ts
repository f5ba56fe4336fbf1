// A place for hooks that come and go while the proxy runs.
import type { ProxyHooks } from '../proxy/hooks.ts';

export class HookSlot {
  /** Hooks of which each exists while those in the slot have it. */
  readonly hooks: ProxyHooks;
  #current: ProxyHooks | null = null;

  constructor() {
    const current = (): ProxyHooks | null => this.#current;
    this.hooks = {
      get exchange() {
        return current()?.exchange;
      },
      get tunnel() {
        return current()?.tunnel;
      },
    };
  }

  get isEmpty(): boolean {
    return this.#current === null;
  }

  /** Puts hooks for exchanges and tunnels into the slot; null empties it. */
  set(hooks: Pick<ProxyHooks, 'exchange' | 'tunnel'> | null): void {
    this.#current = hooks;
  }
}
