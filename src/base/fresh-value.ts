// Caches an expensive value for a limited time.

export interface FreshValue<Key, T> {
  /** Resolves with what was found for this key, at most so long ago as `fresh` was told. */
  get(key: Key): Promise<T>;
  /** The next value is found out again. */
  forget(): void;
}

/** Caches the result of `load` for `ageMs` milliseconds, for one key at a time. `load` must not reject. */
export function fresh<Key, T>(ageMs: number, load: (key: Key) => Promise<T>): FreshValue<Key, T> {
  let last: { readonly key: Key; readonly at: number; readonly value: Promise<T> } | null = null;
  return {
    get(key) {
      const now = performance.now();
      if (last === null || last.key !== key || now - last.at > ageMs)
        last = { key, at: now, value: load(key) };
      return last.value;
    },
    forget() {
      last = null;
    },
  };
}
