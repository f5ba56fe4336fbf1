// Joins equal events that follow each other within a short time: readers fetch the new state anyway.
import type { WorkspaceEvent } from '../client-files/events.ts';

const DELAY_MS = 50;

export class JoinedEvents {
  readonly #emit: (event: WorkspaceEvent) => void;
  readonly #waiting = new Map<string, WorkspaceEvent>();
  #timer: NodeJS.Timeout | null = null;

  constructor(emit: (event: WorkspaceEvent) => void) {
    this.#emit = emit;
  }

  add(event: WorkspaceEvent): void {
    const key = JSON.stringify(event);
    // The latest is told last.
    this.#waiting.delete(key);
    this.#waiting.set(key, event);
    this.#timer ??= setTimeout(() => this.#flush(), DELAY_MS).unref();
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #flush(): void {
    this.#timer = null;
    const events = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const event of events) this.#emit(event);
  }
}
