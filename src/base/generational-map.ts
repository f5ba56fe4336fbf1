// A map that remembers what was used lately, in bounded memory: cheaper than one that knows the order of all uses.

/** Between `capacity` and twice as many entries are remembered: those used last are among them. */
export class RecentMap<K, V extends NonNullable<unknown>> {
  readonly #capacity: number;
  #young = new Map<K, V>();
  #old = new Map<K, V>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get(key: K): V | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const aged = this.#old.get(key);
    if (aged !== undefined) this.set(key, aged);
    return aged;
  }

  set(key: K, value: V): void {
    this.#young.set(key, value);
    if (this.#young.size < this.#capacity) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
