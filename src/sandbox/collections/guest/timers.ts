// `setTimeout` and the other timers. The host waits for them; a script ends when no timer is left.
import type { Kernel } from './environment.ts';

export interface Timers {
  readonly functions: Readonly<Record<string, unknown>>;
  /** Clears all timers. */
  readonly close: () => void;
}

interface Timer {
  readonly run: () => void;
  readonly ms: number;
  readonly repeats: boolean;
}

const MAX_MS = 2 ** 31 - 1;

export class HostTimers implements Timers {
  readonly functions = {
    setTimeout: (run: unknown, ms?: unknown, ...values: readonly unknown[]) =>
      this.#start(run, ms, false, values),
    setInterval: (run: unknown, ms?: unknown, ...values: readonly unknown[]) =>
      this.#start(run, ms, true, values),
    setImmediate: (run: unknown, ...values: readonly unknown[]) => this.#start(run, 0, false, values),
    clearTimeout: (id: unknown) => this.#clear(id),
    clearInterval: (id: unknown) => this.#clear(id),
    clearImmediate: (id: unknown) => this.#clear(id),
  };
  readonly #kernel: Kernel;
  readonly #guarded: (run: () => void) => void;
  readonly #open = new Map<number, Timer>();
  #lastId = 0;

  /** `guarded` calls a function and handles its exceptions. */
  constructor(kernel: Kernel, guarded: (run: () => void) => void) {
    this.#kernel = kernel;
    this.#guarded = guarded;
  }

  close(): void {
    for (const id of [...this.#open.keys()]) this.#clear(id);
  }

  #start(run: unknown, ms: unknown, repeats: boolean, values: readonly unknown[]): number {
    if (typeof run !== 'function') throw new TypeError('a timer needs a function');
    this.#lastId += 1;
    const min = repeats ? 1 : 0;
    const timer = {
      run: () => (run as (...args: readonly unknown[]) => void)(...values),
      ms: Math.min(Math.max(Number(ms) || 0, min), MAX_MS),
      repeats,
    };
    this.#open.set(this.#lastId, timer);
    this.#wait(this.#lastId, timer);
    return this.#lastId;
  }

  #wait(id: number, timer: Timer): void {
    const elapsed = this.#kernel.hostCall('timer.start', { id, ms: timer.ms });
    void elapsed.then(
      () => this.#fire(id, timer),
      (error: unknown) => {
        this.#open.delete(id);
        this.#guarded(() => {
          throw error;
        });
      },
    );
  }

  #fire(id: number, timer: Timer): void {
    if (this.#open.get(id) !== timer) return;
    if (!timer.repeats) this.#open.delete(id);
    this.#guarded(timer.run);
    // The host may refuse to wait again.
    if (this.#open.get(id) === timer) this.#guarded(() => this.#wait(id, timer));
  }

  #clear(id: unknown): void {
    if (!this.#open.delete(id as number)) return;
    // The host responds at once, so that nothing waits for a timer that was cleared.
    this.#kernel.hostCall('timer.stop', { id }).catch(() => undefined);
  }
}
