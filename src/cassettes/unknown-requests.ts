// Requests that were refused. Clients try again, so each is listed once.
import type { UnknownRequest } from './outcome.ts';

export class UnknownRequests {
  readonly #byKey = new Map<string, UnknownRequest>();

  /** Returns true for one that is new. */
  add(key: string, lines: readonly string[]): boolean {
    const known = this.#byKey.get(key);
    this.#byKey.set(key, { title: lines[0] ?? key, lines, count: (known?.count ?? 0) + 1 });
    return known === undefined;
  }

  get list(): readonly UnknownRequest[] {
    return [...this.#byKey.values()];
  }
}
