// Requests that are named for a reason: so many, and of these the weightiest.
import type { Flow } from '../../flow/flow.ts';
import { shownUrl } from './shown-url.ts';

export interface PerformanceFinding {
  readonly id: number;
  /** Without what looks secret in it. */
  readonly url: string;
  /** Why it is named; a sentence. */
  readonly detail: string;
}

/** Most that is kept of one kind. */
export const MAX_NOTED = 10_000;

/** A request as it is kept: the exchange itself would keep its bodies. */
export interface Place {
  readonly id: number;
  readonly url: string;
}

export function placeOf({ id, url }: Flow): Place {
  // A copy of its own: a part of a text keeps the whole of it.
  return { id, url: Buffer.from(url.slice(0, 2000), 'latin1').toString('latin1') };
}

export function finding({ id, url }: Place, detail: string): PerformanceFinding {
  return { id, url: shownUrl(url), detail };
}

interface Note {
  readonly finding: PerformanceFinding;
  readonly weight: number;
}

export class Noted {
  #notes: Note[] = [];
  /** What is lighter is not among the weightiest. */
  #min = -Infinity;

  add(flow: Flow, detail: string, weight = 0): void {
    if (weight <= this.#min) return;
    this.#notes.push({ finding: finding(placeOf(flow), detail), weight });
    if (this.#notes.length < 2 * MAX_NOTED) return;
    this.#notes = this.#heaviest(MAX_NOTED);
    this.#min = this.#notes.at(-1)?.weight ?? -Infinity;
  }

  result(limit: number): readonly PerformanceFinding[] {
    return this.#heaviest(Math.min(limit, MAX_NOTED)).map((note) => note.finding);
  }

  /** Among equals the earliest. */
  #heaviest(max: number): Note[] {
    return [...this.#notes].sort((a, b) => b.weight - a.weight).slice(0, max);
  }
}
