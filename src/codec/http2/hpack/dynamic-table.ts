// The dynamic table of field compression (RFC 7541 section 2.3.2): the newest entries that fit its size.

/** The initial size of a table, and the maximum that we use, in bytes as counted by section 4.1. */
export const TABLE_BYTES = 4096;
/** Bytes that an entry takes besides its name and value. */
export const ENTRY_OVERHEAD = 32;

/** A field with the reason why it is malformed (RFC 9113 section 8.2.1), or null. */
export interface TableEntry {
  readonly name: string;
  readonly value: string;
  readonly violation: string | null;
}

export class DynamicTable {
  /** A ring with room for the most entries that can fit. */
  readonly #entries = new Array<TableEntry | undefined>(TABLE_BYTES / ENTRY_OVERHEAD);
  #inserted = 0;
  #count = 0;
  #size = 0;
  #max = TABLE_BYTES;
  readonly #evicted: ((entry: TableEntry, serial: number) => void) | null;

  /** `evicted` is called with each entry that leaves, and its serial number. */
  constructor(evicted: ((entry: TableEntry, serial: number) => void) | null = null) {
    this.#evicted = evicted;
  }

  get count(): number {
    return this.#count;
  }

  /** The serial number of the next entry. */
  get inserted(): number {
    return this.#inserted;
  }

  /** Returns the entry that was added last but `back`; undefined beyond the oldest. */
  entry(back: number): TableEntry | undefined {
    if (back >= this.#count) return undefined;
    return this.#entries[(this.#inserted - 1 - back) % this.#entries.length];
  }

  /** Adds an entry; one that is larger than the table only empties it (section 4.4). */
  add(entry: TableEntry): void {
    const size = entry.name.length + entry.value.length + ENTRY_OVERHEAD;
    this.#evictTo(this.#max - size);
    if (size > this.#max) return;
    this.#entries[this.#inserted % this.#entries.length] = entry;
    this.#inserted += 1;
    this.#count += 1;
    this.#size += size;
  }

  /** Sets the maximum size, at most TABLE_BYTES. */
  resize(max: number): void {
    this.#max = max;
    this.#evictTo(max);
  }

  #evictTo(max: number): void {
    while (this.#count > 0 && this.#size > max) {
      const serial = this.#inserted - this.#count;
      const slot = serial % this.#entries.length;
      const oldest = this.#entries[slot];
      this.#entries[slot] = undefined;
      this.#count -= 1;
      if (oldest === undefined) continue;
      this.#size -= oldest.name.length + oldest.value.length + ENTRY_OVERHEAD;
      this.#evicted?.(oldest, serial);
    }
  }
}
