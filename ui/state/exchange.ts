// A value that the app and all its windows share: changes are gathered and sent, and changes of other windows are read.
// One call runs at a time, so that an older answer never follows a newer one.

/** Milliseconds in which changes are gathered, such as those of a border that is dragged. */
const GATHER_MS = 250;

export class Exchange {
  readonly #run: () => Promise<void>;
  #state: 'idle' | 'busy' | 'again' = 'idle';
  #timer: ReturnType<typeof setTimeout> | null = null;

  /** `run` sends what has changed, or reads where nothing has. It never rejects. */
  constructor(run: () => Promise<void>) {
    this.#run = run;
  }

  /** Runs soon. */
  announce(): void {
    this.#timer ??= setTimeout(() => void this.now(), GATHER_MS);
  }

  /** Runs now, or again after the run that goes on. */
  async now(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#state !== 'idle') {
      this.#state = 'again';
      return;
    }
    do {
      this.#state = 'busy';
      await this.#run();
    } while (this.#isAskedAgain());
    this.#state = 'idle';
  }

  #isAskedAgain(): boolean {
    return this.#state === 'again';
  }
}
