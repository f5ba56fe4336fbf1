// The run that another one is compared with: how each of its requests ended.
import type { RequestRun } from '../runner/events.ts';
import type { PastRun, RunHistory } from './run-history.ts';
import type { RunResult } from './run-results.ts';

/** The end of a request in the earlier run. `timeMs` is null where that is not kept any more. */
export interface EarlierResult {
  readonly timeMs: number | null;
  readonly hasFailed: boolean;
}

export class EarlierRun {
  readonly run: PastRun;
  /** Of requests that an iteration sends several times there is one for each; null where they are not kept any more. */
  readonly #results: Map<string, RunResult[]> | null;
  readonly #failures: ReadonlySet<string>;

  constructor(run: PastRun, results: readonly RunResult[] | null) {
    this.run = run;
    this.#results =
      results === null ? null : Map.groupBy(results, ({ iteration, request }) => `${iteration} ${request}`);
    this.#failures = new Set(run.failures.map(keyOf));
  }

  /** False when it has failed too often for all of it to be known. */
  get isWhole(): boolean {
    return this.#results !== null || this.run.moreFailures === 0;
  }

  /** Returns the result of the next run of a request; null for one that the earlier run did not have. */
  take(run: Pick<RequestRun, 'iteration' | 'id' | 'name' | 'folders'>): EarlierResult | null {
    if (this.#results !== null) return this.#results.get(`${run.iteration} ${run.id}`)?.shift() ?? null;
    const hasFailed = this.#failures.has(keyOf(run));
    return hasFailed || this.isWhole ? { timeMs: null, hasFailed } : null;
  }
}

/** Resolves with an earlier run and its results; null for null. */
export async function earlierRun(history: RunHistory, run: PastRun | undefined): Promise<EarlierRun | null> {
  return run === undefined ? null : new EarlierRun(run, await history.results(run.id));
}

function keyOf({ iteration, folders, name }: Pick<RequestRun, 'iteration' | 'folders' | 'name'>): string {
  return JSON.stringify([iteration, ...folders, name]);
}
