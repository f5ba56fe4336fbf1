// A request of a run as the window lists it.
import type { RequestRun } from '../../runs/runner/events.ts';
import type { EarlierResult } from '../../runs/history/earlier-run.ts';
import { hasFailed } from '../../runs/runner/totals.ts';
import type { SecretMask } from './secret-mask.ts';

export interface RunRow {
  /** Counted from 0. */
  readonly index: number;
  readonly iteration: number;
  readonly request: string;
  readonly name: string;
  readonly folders: readonly string[];
  readonly method: string;
  readonly url: string;
  /** 0 without a response. */
  readonly status: number;
  readonly timeMs: number;
  readonly size: number;
  readonly hasFailed: boolean;
  readonly skipped: boolean;
  readonly error: string | null;
  readonly tests: readonly {
    readonly name: string;
    readonly passed: boolean;
    readonly error: string | null;
  }[];
  readonly scriptErrors: readonly string[];
  /** The same request of the same iteration in the run that this one is compared with. */
  readonly before: EarlierResult | null;
}

export function rowOf(
  run: RequestRun,
  index: number,
  before: EarlierResult | null,
  mask: SecretMask,
): RunRow {
  const { iteration, id, name, folders, method, url, response, skipped, error, tests, scriptErrors } = run;
  return {
    index,
    iteration,
    request: id,
    name,
    folders,
    method,
    url: mask.text(url),
    status: response?.status ?? 0,
    timeMs: response?.timeMs ?? 0,
    size: response?.size ?? 0,
    hasFailed: hasFailed(run),
    skipped,
    error: error === null ? null : mask.text(error),
    tests: tests.map((test) => ({
      name: mask.text(test.name),
      passed: test.passed || test.skipped,
      error: test.error === null ? null : mask.text(test.error.message),
    })),
    scriptErrors: scriptErrors.map(({ where, message }) => mask.text(`${where}: ${message}`)),
    before: before === null ? null : { timeMs: before.timeMs, hasFailed: before.hasFailed },
  };
}
