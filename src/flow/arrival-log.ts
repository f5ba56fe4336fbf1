// The times at which the bytes of a body arrived, for bodies that are a sequence of messages.

/** Reads that are noted; later ones are not, and messages in them have no time. */
const MAX_ENTRIES = 10_000;

export class ArrivalLog {
  /** Offsets behind the bytes that had arrived, ascending. */
  readonly #ends: number[] = [];
  /** Epoch milliseconds, one for each offset. */
  readonly #times: number[] = [];

  /** Notes that all bytes before `end` have arrived by now. */
  add(end: number): void {
    const last = this.#ends.length - 1;
    const now = Date.now();
    if (last >= 0 && this.#times[last] === now) this.#ends[last] = end;
    else if (last + 1 < MAX_ENTRIES) {
      this.#ends.push(end);
      this.#times.push(now);
    }
  }

  /** Returns when the byte before `end` arrived, in epoch milliseconds; null when that is not known. */
  timeOf(end: number): number | null {
    let low = 0;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] ?? 0) < end) low = middle + 1;
      else high = middle;
    }
    return this.#times[low] ?? null;
  }
}
