// The memory for bodies that are held until they are whole: one account for all exchanges of a proxy.

export class BodyBufferBudget {
  readonly #max: number;
  #used = 0;

  /** `most`: bytes. */
  constructor(max: number) {
    this.#max = max;
  }

  /** Bytes that are held. */
  get used(): number {
    return this.#used;
  }

  /** False when there is not so much left: then nothing is taken. */
  take(bytes: number): boolean {
    if (this.#used + bytes > this.#max) return false;
    this.#used += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#used -= bytes;
  }
}
