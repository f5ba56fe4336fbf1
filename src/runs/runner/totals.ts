// Counts the results of a run.
import { Percentiles } from './percentiles.ts';
import type { RequestRun, RunTotals } from './events.ts';

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

  result(iterations: number, stopped: string | null): RunTotals {
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
      stopped,
    };
  }
}

/** Returns true when a request, test or script failed. */
export function hasFailed({ error, tests, scriptErrors }: RequestRun): boolean {
  return (
    error !== null || scriptErrors.length > 0 || tests.some(({ passed, skipped }) => !passed && !skipped)
  );
}

export function isSuccess({ failedRequests, failedTests, scriptErrors, stopped }: RunTotals): boolean {
  return failedRequests === 0 && failedTests === 0 && scriptErrors === 0 && stopped === null;
}
