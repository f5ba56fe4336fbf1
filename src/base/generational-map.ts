// A bounded map that keeps recently used entries in two generations, which costs less than keeping the order of all
// uses.

/** Keeps between `capacity` and twice as many entries, the most recently used ones among them. */
export class GenerationalMap<K, V extends NonNullable<unknown>> {
  readonly #capacity: number;
  #newer = new Map<K, V>();
  #older = new Map<K, V>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: K): V | undefined {
    const value = this.#newer.get(key);
    if (value !== undefined) return value;
    const aged = this.#older.get(key);
    if (aged !== undefined) this.set(key, aged);
    return aged;
  }

  set(key: K, value: V): void {
    this.#newer.set(key, value);
    if (this.#newer.size < this.#capacity) return;
    this.#older = this.#newer;
    this.#newer = new Map();
  }
}
