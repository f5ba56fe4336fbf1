// Schedules jobs on a thread. The next job begins when the running one has ended or waits for the host. Jobs that start
// together would each need an engine.

/** Called before code runs and when it pauses. */
export type OnRunning = (isRunning: boolean) => void;

export class Turns {
  readonly #maxActive: number;
  readonly #queue: (() => Promise<void>)[] = [];
  /** The number of jobs that have begun, most of which wait for the host. */
  #active = 0;
  /** True while a job begins, or its code runs. */
  #isBusy = false;

  constructor(maxActive = Infinity) {
    this.#maxActive = maxActive;
  }

  /** Runs the job when it is its turn. Resolves with its result. */
  take<T>(job: (onRunning: OnRunning) => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#queue.push(() => job(this.#onRunning).then(resolve, reject));
      this.#startNext();
    });
  }

  #startNext(): void {
    if (this.#isBusy || this.#active >= this.#maxActive) return;
    const start = this.#queue.shift();
    if (start === undefined) return;
    this.#active += 1;
    this.#isBusy = true;
    void start().then(() => {
      this.#active -= 1;
      this.#isBusy = false;
      this.#startNext();
    });
  }

  readonly #onRunning: OnRunning = (isRunning) => {
    this.#isBusy = isRunning;
    // A turn later this job either has ended, so that its engine or context can be reused, or waits for the host.
    if (!isRunning && this.#queue.length > 0) setImmediate(() => this.#startNext());
  };
}
