// A store whose value is computed from other stores. It is computed so rarely that bursts of changes cost little.
import type { Store } from './store.ts';

type Followed = Pick<Store<unknown>, 'get' | 'subscribe'>;

/**
 * Returns a store of what `derive` computes. It computes again after a source changes, at most once every `ms`
 * milliseconds, and only while it has subscribers.
 */
export function createDerived<T>(
  sources: readonly Followed[],
  ms: number,
  derive: () => T,
): Pick<Store<T>, 'get' | 'subscribe'> {
  const listeners = new Set<() => void>();
  let from: readonly unknown[] = [];
  let value: T | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  let derivedAt = -Infinity;
  let stops: readonly (() => void)[] = [];
  const isCurrent = (): boolean =>
    from.length > 0 && sources.every((source, at) => source.get() === from[at]);
  const renew = (): void => {
    if (isCurrent()) return;
    from = sources.map((source) => source.get());
    value = derive();
  };
  const onChange = (): void => {
    timer ??= setTimeout(
      () => {
        timer = null;
        renew();
        // The pace counts from a change on, so that whatever follows the first value, such as a loaded list, is shown
        // at once.
        derivedAt = performance.now();
        for (const listener of listeners) listener();
      },
      Math.max(0, derivedAt + ms - performance.now()),
    );
  };
  return {
    get() {
      if (listeners.size === 0 || value === null) renew();
      return value!;
    },
    subscribe(listener) {
      if (listeners.size === 0) stops = sources.map((source) => source.subscribe(onChange));
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        for (const stop of stops) stop();
        if (timer !== null) clearTimeout(timer);
        timer = null;
      };
    },
  };
}
