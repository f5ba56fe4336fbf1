// `setTimeout` and the other timers. The host waits; a script has ended when no timer is left.
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

/** `guarded` calls a function and handles what it throws. */
export function createTimers(kernel: Kernel, guarded: (run: () => void) => void): Timers {
  const open = new Map<number, Timer>();
  let lastId = 0;

  function fire(id: number, timer: Timer): void {
    if (open.get(id) !== timer) return;
    if (!timer.repeats) open.delete(id);
    guarded(timer.run);
    // The host may refuse to wait again.
    if (open.get(id) === timer) guarded(() => wait(id, timer));
  }

  function wait(id: number, timer: Timer): void {
    const elapsed = kernel.hostCall('timer.start', { id, ms: timer.ms });
    void elapsed.then(
      () => fire(id, timer),
      (error: unknown) => {
        open.delete(id);
        guarded(() => {
          throw error;
        });
      },
    );
  }

  function start(run: unknown, ms: unknown, repeats: boolean, values: readonly unknown[]): number {
    if (typeof run !== 'function') throw new TypeError('a timer needs a function');
    lastId += 1;
    const min = repeats ? 1 : 0;
    const time = Math.min(Math.max(Number(ms) || 0, min), MAX_MS);
    const timer = {
      run: () => (run as (...args: readonly unknown[]) => void)(...values),
      ms: time,
      repeats,
    };
    open.set(lastId, timer);
    wait(lastId, timer);
    return lastId;
  }

  function clear(id: unknown): void {
    if (!open.delete(id as number)) return;
    // The host responds at once, so that nothing waits for a timer that was cleared.
    kernel.hostCall('timer.stop', { id }).catch(() => undefined);
  }

  return {
    functions: {
      setTimeout: (run: unknown, ms?: unknown, ...values: readonly unknown[]) =>
        start(run, ms, false, values),
      setInterval: (run: unknown, ms?: unknown, ...values: readonly unknown[]) =>
        start(run, ms, true, values),
      setImmediate: (run: unknown, ...values: readonly unknown[]) => start(run, 0, false, values),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    },
    close: () => {
      for (const id of [...open.keys()]) clear(id);
    },
  };
}
