// Names of which a document takes each only once: one that is there already gets a number.

export class UniqueNames {
  readonly #taken = new Set<string>();
  /** Where the search goes on for a name that was given before. */
  readonly #next = new Map<string, number>();
  readonly #separator: string;

  /** `separator`: before the number. */
  constructor(separator: string) {
    this.#separator = separator;
  }

  /** In the order in which they were taken. */
  get all(): readonly string[] {
    return [...this.#taken];
  }

  take(name: string): string {
    let count = this.#next.get(name) ?? 1;
    const numbered = (): string => (count === 1 ? name : `${name}${this.#separator}${count}`);
    while (this.#taken.has(numbered())) count += 1;
    const free = numbered();
    this.#next.set(name, count + 1);
    this.#taken.add(free);
    return free;
  }
}
