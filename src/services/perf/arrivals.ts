// The clock of the open model. It schedules iterations by the rate and the profile, and queues them until a user is
// free.
import { loadUntil, type ProfilePoint } from './profile.ts';

export interface ArrivalOptions {
  /** Iterations a second at full load. */
  readonly rate: number;
  readonly points: readonly ProfilePoint[];
  readonly durationMs: number;
  /** Iterations are dealt out to the shares in turn; by default there is one. */
  readonly share?: number;
  readonly shares?: number;
}

/** Milliseconds that a timer may be late, which is no delay of the server. */
const TIMER_MS = 2;
/** Beyond this many, times that were taken are removed from the queue. */
const MAX_TAKEN = 10_000;

export class Arrivals {
  readonly #options: ArrivalOptions;
  /** Planned times in milliseconds since the start. */
  #queue: number[] = [];
  #taken = 0;
  #due = 0;
  #now = 0;

  constructor(options: ArrivalOptions) {
    this.#options = options;
  }

  /** The number of iterations that are due and not taken. */
  get waiting(): number {
    return this.#queue.length - this.#taken;
  }

  /** Adds the iterations that have become due up to `elapsed`, evenly spread over the time since the last call. */
  advance(elapsed: number): void {
    const { rate, points, durationMs, share = 0, shares = 1 } = this.#options;
    const all = Math.floor((rate * durationMs * loadUntil(points, elapsed / durationMs)) / 1000 + 1e-9);
    const due = Math.max(0, Math.ceil((all - share) / shares));
    const count = due - this.#due;
    const before = this.#now;
    for (let index = 1; index <= count; index += 1)
      this.#queue.push(before + ((elapsed - before) * index) / count);
    this.#due = due;
    this.#now = elapsed;
  }

  /** Returns the planned time of the next iteration, in milliseconds since the start. */
  take(): number {
    const planned = this.#queue[this.#taken] ?? this.#now;
    this.#taken += 1;
    if (this.#taken > MAX_TAKEN) {
      this.#queue = this.#queue.slice(this.#taken);
      this.#taken = 0;
    }
    return this.#now - planned <= TIMER_MS ? this.#now : planned;
  }
}
