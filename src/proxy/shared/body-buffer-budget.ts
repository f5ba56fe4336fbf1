// The memory for bodies that are buffered until they are complete: one budget for all exchanges of a proxy.

export class BodyBufferBudget {
  readonly #max: number;
  #used = 0;

  /** `max`: bytes. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Bytes in use. */
  get used(): number {
    return this.#used;
  }

  /** Reserves bytes; false, with nothing reserved, when fewer are left. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#max) return false;
    this.#used += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#used -= bytes;
  }
}
