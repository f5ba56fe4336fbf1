// A bounded list of the most significant findings.
import type { Flow } from '../../../../flow/flow.ts';
import { shownUrl } from '../../shown-url.ts';

export interface PerformanceFinding {
  readonly id: number;
  /** With secrets redacted. */
  readonly url: string;
  /** The reason, as a sentence. */
  readonly detail: string;
}

/** The maximum number of findings of one kind. */
export const MAX_FINDINGS = 10_000;

/** A reference to a request, used because the flow itself would keep its bodies in memory. */
export interface RequestRef {
  readonly id: number;
  readonly url: string;
}

export function requestRef(id: number, url: string): RequestRef {
  // A copy, because a substring keeps its whole parent in memory.
  return { id, url: Buffer.from(url.slice(0, 2000)).toString() };
}

export function performanceFinding({ id, url }: RequestRef, detail: string): PerformanceFinding {
  return { id, url: shownUrl(url), detail };
}

interface WeightedFinding {
  readonly request: RequestRef;
  readonly detail: string;
  readonly weight: number;
}

export class TopFindings {
  #findings: WeightedFinding[] = [];
  /** Findings of this weight or less do not qualify. */
  #minWeight = -Infinity;

  add(flow: Flow, detail: string, weight = 0): void {
    if (weight <= this.#minWeight) return;
    this.#findings.push({ request: requestRef(flow.id, flow.url), detail, weight });
    if (this.#findings.length < 2 * MAX_FINDINGS) return;
    this.#findings = this.#heaviest(MAX_FINDINGS);
    this.#minWeight = this.#findings.at(-1)?.weight ?? -Infinity;
  }

  result(limit: number): readonly PerformanceFinding[] {
    return this.#heaviest(Math.min(limit, MAX_FINDINGS)).map(({ request, detail }) =>
      performanceFinding(request, detail),
    );
  }

  /** Returns the heaviest findings; the earliest first when weights are equal. */
  #heaviest(max: number): WeightedFinding[] {
    return [...this.#findings].sort((a, b) => b.weight - a.weight).slice(0, max);
  }
}
