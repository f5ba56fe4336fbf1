// Requests that are named for a reason: so many, and of these the weightiest.
import type { Flow } from '../../../../flow/flow.ts';
import { shownUrl } from '../../shown-url.ts';

export interface PerformanceFinding {
  readonly id: number;
  /** Without what looks secret in it. */
  readonly url: string;
  /** Why it is named; a sentence. */
  readonly detail: string;
}

/** Most that is kept of one kind. */
export const MAX_FINDINGS = 10_000;

/** A request as it is kept: the exchange itself would keep its bodies. */
export interface RequestRef {
  readonly id: number;
  readonly url: string;
}

export function requestRef({ id, url }: Flow): RequestRef {
  // A copy of its own: a part of a text keeps the whole of it.
  return { id, url: Buffer.from(url.slice(0, 2000), 'latin1').toString('latin1') };
}

export function performanceFinding({ id, url }: RequestRef, detail: string): PerformanceFinding {
  return { id, url: shownUrl(url), detail };
}

interface WeightedFinding {
  readonly finding: PerformanceFinding;
  readonly weight: number;
}

export class TopFindings {
  #findings: WeightedFinding[] = [];
  /** What is lighter is not among the weightiest. */
  #minWeight = -Infinity;

  add(flow: Flow, detail: string, weight = 0): void {
    if (weight <= this.#minWeight) return;
    this.#findings.push({ finding: performanceFinding(requestRef(flow), detail), weight });
    if (this.#findings.length < 2 * MAX_FINDINGS) return;
    this.#findings = this.#heaviest(MAX_FINDINGS);
    this.#minWeight = this.#findings.at(-1)?.weight ?? -Infinity;
  }

  result(limit: number): readonly PerformanceFinding[] {
    return this.#heaviest(Math.min(limit, MAX_FINDINGS)).map((note) => note.finding);
  }

  /** Among equals the earliest. */
  #heaviest(max: number): WeightedFinding[] {
    return [...this.#findings].sort((a, b) => b.weight - a.weight).slice(0, max);
  }
}
