// Assigns unique names by appending a number to names that are in use.

export class UniqueNames {
  readonly #taken = new Set<string>();
  /** The number from which the search continues for a name. */
  readonly #next = new Map<string, number>();
  readonly #separator: string;

  /** `separator` precedes the number. */
  constructor(separator: string) {
    this.#separator = separator;
  }

  /** The names in the order in which they were assigned. */
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
