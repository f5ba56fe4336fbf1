// A change notification without content: listeners read the new state on demand.

export class ChangeSignal {
  #revision = 0;
  #listeners: readonly (() => void)[] = [];

  /** Increases with each change. */
  get revision(): number {
    return this.#revision;
  }

  readonly notify = (): void => {
    this.#revision += 1;
    for (const listener of this.#listeners) listener();
  };

  /** Calls `listener` at each change. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }
}
