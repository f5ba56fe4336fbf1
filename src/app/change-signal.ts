// That something has changed, for those who follow it: they ask for the state when it suits them.

export class ChangeSignal {
  #revision = 0;
  #listeners: readonly (() => void)[] = [];

  /** Rises with each change. */
  get revision(): number {
    return this.#revision;
  }

  readonly notify = (): void => {
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  };

  /** Calls `listener` at every change until the function returned is called. */
  subscribe(listener: () => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }
}
