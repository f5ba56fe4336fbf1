// Turns at something of which only so much happens at a time.

export class Turns {
  readonly #max: number;
  #taken = 0;
  #waiting: readonly (() => void)[] = [];

  constructor(max: number) {
    this.#max = max;
  }

  get isFull(): boolean {
    return this.#taken >= this.#max;
  }

  /** Resolves with a function that gives the turn back. Rejects with the reason of `signal`. */
  async take(signal: AbortSignal): Promise<() => void> {
    while (this.isFull) await this.#next(signal);
    signal.throwIfAborted();
    this.#taken += 1;
    return () => {
      this.#taken -= 1;
      const [first, ...others] = this.#waiting;
      this.#waiting = others;
      first?.();
    };
  }

  #next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiting = this.#waiting.filter((each) => each !== woken);
        reject(signal.reason as Error);
      };
      const woken = (): void => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      if (signal.aborted) leave();
      else {
        signal.addEventListener('abort', leave, { once: true });
        this.#waiting = [...this.#waiting, woken];
      }
    });
  }
}
