// Open streams by identifier, in one array with linear probing. Streams come and go by the thousands, and a Map
// replaces its table after every few of them. A replaced table in V8's old generation keeps its streams and the next
// table alive until a major collection, so each stream would be copied twice instead of dying young.

/** Slots of a new index; a power of two, as its doubles. */
const SLOTS = 16;

export class StreamIndex<Stream extends { readonly id: number }> {
  #slots = emptySlots<Stream>(SLOTS);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(id: number): Stream | undefined {
    return this.#slots[this.#slotOf(id)];
  }

  /** Returns the streams in the order of their identifiers. */
  list(): Stream[] {
    return this.#slots.filter((stream) => stream !== undefined).sort((a, b) => a.id - b.id);
  }

  /** Adds a stream whose identifier is not in the index. */
  add(stream: Stream): void {
    this.#size += 1;
    if (this.#size * 2 > this.#slots.length) this.#grow();
    this.#slots[this.#slotOf(stream.id)] = stream;
  }

  delete(id: number): void {
    let free = this.#slotOf(id);
    if (this.#slots[free] === undefined) return;
    this.#size -= 1;
    // Streams that were moved on from their own slots move back, so that a search never meets a gap before its stream.
    for (let at = this.#next(free); ; at = this.#next(at)) {
      const stream = this.#slots[at];
      if (stream === undefined) break;
      const home = this.#home(stream.id);
      const isReachable = free <= at ? free < home && home <= at : home > free || home <= at;
      if (isReachable) continue;
      this.#slots[free] = stream;
      free = at;
    }
    this.#slots[free] = undefined;
  }

  /** Returns the slot of a stream, or the free one where it would go. */
  #slotOf(id: number): number {
    let at = this.#home(id);
    for (let stream = this.#slots[at]; stream !== undefined && stream.id !== id; stream = this.#slots[at])
      at = this.#next(at);
    return at;
  }

  /** Consecutive streams of one side differ by two. */
  #home(id: number): number {
    return (id >>> 1) & (this.#slots.length - 1);
  }

  #next(at: number): number {
    return (at + 1) & (this.#slots.length - 1);
  }

  #grow(): void {
    const streams = this.list();
    this.#slots = emptySlots(this.#slots.length * 2);
    for (const stream of streams) this.#slots[this.#slotOf(stream.id)] = stream;
  }
}

function emptySlots<Stream>(count: number): (Stream | undefined)[] {
  return new Array<Stream | undefined>(count).fill(undefined);
}
