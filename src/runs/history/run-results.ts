// The result of each request of a run: how long it took, and whether it failed. A later run is compared with them.
import type { PickedIteration } from '../runner/options.ts';
import type { RequestRun } from '../runner/events.ts';
import { hasFailed } from '../runner/totals.ts';

/** Results that are kept of a run; later ones are left out. */
const MAX_RESULTS = 200_000;

export interface RunResult {
  /** Counted from 0. */
  readonly iteration: number;
  /** The id of the request. */
  readonly request: string;
  /** 0 without a response. */
  readonly timeMs: number;
  readonly hasFailed: boolean;
}

/** Collects the results of a run as lines of JSON. */
export class RunResults {
  readonly #lines: string[] = [];

  add(run: RequestRun): void {
    if (this.#lines.length >= MAX_RESULTS) return;
    const { iteration, request, timeMs, hasFailed: failed } = resultOf(run);
    this.#lines.push(JSON.stringify([iteration, request, timeMs, failed ? 1 : 0]));
  }

  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }
}

function resultOf(run: RequestRun): RunResult {
  const { iteration, id, response } = run;
  const timeMs = Math.round((response?.timeMs ?? 0) * 10) / 10;
  return { iteration, request: id, timeMs, hasFailed: hasFailed(run) };
}

/** Reads lines of JSON. Damaged lines are skipped. */
export function readResults(text: string): readonly RunResult[] {
  return text.split('\n').flatMap((line) => {
    try {
      const [iteration, request, timeMs, failed] = JSON.parse(line) as unknown[];
      if (typeof iteration !== 'number' || typeof request !== 'string' || typeof timeMs !== 'number')
        return [];
      return [{ iteration, request, timeMs, hasFailed: failed === 1 }];
    } catch {
      return [];
    }
  });
}

/** Returns what has failed, by iteration. A request that is there twice in one is sent twice again. */
export function failedParts(results: readonly RunResult[]): readonly PickedIteration[] {
  const failed = results.filter((each) => each.hasFailed);
  return [...Map.groupBy(failed, ({ iteration }) => iteration)]
    .map(([iteration, own]) => ({ iteration, requests: own.map(({ request }) => request) }))
    .sort((one, other) => one.iteration - other.iteration);
}
