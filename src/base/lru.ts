// A map of bounded size that evicts the least recently used entry.

/** Reading an entry counts as using it. `capacity` is a number of entries, at least 1. */
export class Lru<K, V extends NonNullable<unknown>> {
  readonly #entries = new Map<K, V>();
  readonly #oldest = this.#entries.keys();
  readonly #capacity: number;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.#capacity) this.#dropOldest();
  }

  delete(key: K): boolean {
    return this.#entries.delete(key);
  }

  /** Iterates over the values, those used last at the end. */
  values(): IterableIterator<V> {
    return this.#entries.values();
  }

  #dropOldest(): void {
    // A Map keeps insertion order, and `get` inserts again, so the first key is the least recently used. The iterator
    // stays where it is: one from the start would pass all that was deleted, thousands in a large map.
    const { value } = this.#oldest.next();
    if (value !== undefined) this.#entries.delete(value);
  }
}
