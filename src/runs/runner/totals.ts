// Counts the results of a run.
import { Percentiles } from './percentiles.ts';
import type { ReceivedResponse } from '../../requests/response.ts';
import type { RequestRun, RunTotals } from './events.ts';

/** The end of an iteration before its last request, as a script chose. */
export interface EarlyEnd {
  /** The name of the request whose script chose it. */
  readonly after: string;
  /** The name that belongs to no request; null where the script chose none. */
  readonly next: string | null;
  /** The number of requests behind it in the order of the collection. */
  readonly missed: number;
}

export class Totals {
  readonly #startedAt = performance.now();
  #requests = 0;
  #failedRequests = 0;
  #tests = 0;
  #failedTests = 0;
  #scriptErrors = 0;
  #responses = 0;
  #responseMs = 0;
  readonly #times = new Percentiles();
  #receivedBytes = 0;
  #endedEarly: { readonly iterations: number; readonly reason: string } | null = null;

  /** `iteration` is counted from 0. */
  endedEarly(iteration: number, { after, next, missed }: EarlyEnd): void {
    const chosen =
      next === null
        ? 'chose no next request'
        : `chose the next request ${JSON.stringify(next)}, which is not there`;
    const reason = `iteration ${iteration + 1}: a script of ${JSON.stringify(after)} ${chosen}, with ${missed} more in order`;
    const { iterations = 0, reason: first = reason } = this.#endedEarly ?? {};
    this.#endedEarly = { iterations: iterations + 1, reason: first };
  }

  add({ error, response, tests, scriptErrors, skipped }: RequestRun): void {
    if (!skipped) this.#requests += 1;
    if (error !== null) this.#failedRequests += 1;
    const executed = tests.filter((test) => !test.skipped);
    this.#tests += executed.length;
    this.#failedTests += executed.filter(({ passed }) => !passed).length;
    this.#scriptErrors += scriptErrors.length;
    if (response === null) return;
    this.#responses += 1;
    this.#responseMs += response.timeMs;
    this.#times.add(response.timeMs);
    this.#receivedBytes += response.size;
  }

  /** `failsOnEarlyEnd`: an iteration that a script ended is the reason of an early end of the run. */
  result(iterations: number, stopped: string | null, { failsOnEarlyEnd = false } = {}): RunTotals {
    const [medianMs = 0, p90Ms = 0, p95Ms = 0, p99Ms = 0] = this.#times.at([0.5, 0.9, 0.95, 0.99]);
    return {
      iterations,
      requests: this.#requests,
      failedRequests: this.#failedRequests,
      tests: this.#tests,
      failedTests: this.#failedTests,
      scriptErrors: this.#scriptErrors,
      averageMs: this.#responses === 0 ? 0 : this.#responseMs / this.#responses,
      responseMs: {
        min: this.#times.min,
        median: medianMs,
        p90: p90Ms,
        p95: p95Ms,
        p99: p99Ms,
        max: this.#times.max,
      },
      receivedBytes: this.#receivedBytes,
      durationMs: performance.now() - this.#startedAt,
      stopped: stopped ?? (failsOnEarlyEnd ? (this.#endedEarly?.reason ?? null) : null),
      endedEarly: this.#endedEarly,
    };
  }
}

/** Returns true when a request, test or script failed. */
export function hasFailed({ error, tests, scriptErrors }: RequestRun): boolean {
  return (
    error !== null || scriptErrors.length > 0 || tests.some(({ passed, skipped }) => !passed && !skipped)
  );
}

/** Returns true for the status of an error: 400 and above, or that of another protocol, such as gRPC. */
export function isErrorStatus({ status }: Pick<ReceivedResponse, 'status'>): boolean {
  return status >= 400 || (status > 0 && status < 100);
}

export function isSuccess({ failedRequests, failedTests, scriptErrors, stopped }: RunTotals): boolean {
  return failedRequests === 0 && failedTests === 0 && scriptErrors === 0 && stopped === null;
}
