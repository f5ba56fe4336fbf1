// A bounded list of the most significant findings.
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

/** Returns a reference to keep. */
export function keptRef({ id, url }: RequestRef): RequestRef {
  if (url === '') return { id, url };
  // A copy, because a substring keeps its whole parent in memory.
  return { id, url: Buffer.from(url.slice(0, 2000)).toString() };
}

export function performanceFinding({ id, url }: RequestRef, detail: string): PerformanceFinding {
  return { id, url: shownUrl(url), detail };
}

interface WeightedFinding extends RequestRef {
  readonly weight: number;
  /** Another number that the detail tells; 0 for none. */
  readonly more: number;
}

export class TopFindings {
  #findings: WeightedFinding[] = [];
  /** Findings of this weight or less do not qualify. */
  #minWeight = -Infinity;
  readonly #detail: (weight: number, more: number) => string;

  readonly #max: number;

  /** `detail` returns the reason from the numbers of a finding; `max`: findings that are kept. */
  constructor(detail: (weight: number, more: number) => string, max = MAX_FINDINGS) {
    this.#detail = detail;
    this.#max = max;
  }

  add(request: RequestRef, weight: number, more = 0): void {
    if (weight > this.#minWeight) this.#add({ ...keptRef(request), weight, more });
  }

  /** Adds what another one has, whose requests come after those of this one. */
  merge(other: TopFindings): void {
    for (const finding of other.#findings) this.#add(finding);
  }

  result(limit: number): readonly PerformanceFinding[] {
    return this.#heaviest(Math.min(limit, this.#max)).map((finding) =>
      performanceFinding(finding, this.#detail(finding.weight, finding.more)),
    );
  }

  #add(finding: WeightedFinding): void {
    if (finding.weight <= this.#minWeight) return;
    this.#findings.push(finding);
    if (this.#findings.length < 2 * this.#max) return;
    this.#findings = this.#heaviest(this.#max);
    this.#minWeight = this.#findings.at(-1)?.weight ?? -Infinity;
  }

  /** Returns the heaviest findings; the earliest first when weights are equal. */
  #heaviest(max: number): WeightedFinding[] {
    return [...this.#findings].sort((a, b) => b.weight - a.weight).slice(0, max);
  }
}
