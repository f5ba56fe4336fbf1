// One run of a script: its tests, its first error outside of them, and its result.
import type { Environment } from './environment.ts';
import type { Settle } from './cookies.ts';
import { Tests, type TestRun } from './tests.ts';
import { HostTimers, type Timers } from './timers.ts';
import type { ChosenSettings, ScriptResult } from './script-data.ts';
import { define } from './web-globals.ts';

/** Captured now, because a script may replace the global one. */
const { stringify } = JSON;

export interface Run {
  script: (() => Promise<unknown>) | null;
  readonly main: () => Promise<void>;
  /** Returns the result as JSON. */
  readonly end: () => string;
  readonly settle: Settle;
  readonly tests: TestRun;
  /** Undefined when the script did not choose a next request. */
  next: string | null | undefined;
  skip: boolean;
  /** Settings that the script has chosen. */
  settings: ChosenSettings;
  /** Always throws. As in Postman, the script ends there and later actions have no effect. */
  readonly skipRequest: () => never;
  pm: unknown;
  changes: () => Pick<ScriptResult, 'scopes' | 'request'>;
  legacyTests: () => Readonly<Record<string, unknown>>;
}

/** The state of a run that its functions share. */
interface Status {
  /** The description of the first error, as JSON; null without one. */
  error: string | null;
  /** The result at the moment when the script skipped its request; null when it did not. */
  skipped: string | null;
}

/** Calls a function, and records an exception as the error of the script. */
type Guard = (run: () => void) => void;
type Fail = (thrown: unknown) => void;

const SKIPPED = new Error('the request is skipped');

/** Creates the run and defines the timer functions of the script. */
export function runFor({ kernel, host }: Environment): Run {
  const status: Status = { error: null, skipped: null };
  const fail: Fail = (thrown) => {
    if (thrown !== SKIPPED) status.error ??= kernel.describe(thrown);
  };
  const guard = guardWith(fail);
  const timers = new HostTimers(kernel, guard);
  for (const [name, value] of Object.entries(timers.functions)) define(name, value);
  const run: Run = {
    script: null,
    main: () => runScript(run, fail),
    end: () => endRun(run, status),
    settle: settleWith(guard),
    skipRequest: () => skipRequest(run, status, timers),
    tests: new Tests(
      (test) => {
        if (status.skipped === null) host.note(stringify(test));
      },
      () => run.pm,
    ),
    next: undefined,
    skip: false,
    settings: {},
    pm: null,
    changes: () => ({ scopes: {}, request: null }),
    legacyTests: () => ({}),
  };
  return run;
}

function guardWith(fail: Fail): Guard {
  return (run) => {
    try {
      run();
    } catch (thrown) {
      fail(thrown);
    }
  };
}

function settleWith(guard: Guard): Settle {
  return (promise, callback) => {
    if (callback === undefined) return promise;
    void promise.then(
      (value) => guard(() => callback(null, value)),
      (thrown: unknown) => guard(() => callback(thrown)),
    );
    return undefined;
  };
}

async function runScript(run: Run, fail: Fail): Promise<void> {
  try {
    await run.script?.();
  } catch (thrown) {
    // The engine throws null when it has no memory for an error, and only the host can tell that from the script's null.
    if (thrown === null) throw thrown;
    fail(thrown);
  }
}

function endRun(run: Run, status: Status): string {
  if (status.skipped !== null) return status.skipped;
  run.tests.addAll(run.legacyTests());
  run.tests.close();
  return stringify(resultOf(run, status.error));
}

function skipRequest(run: Run, status: Status, timers: Timers): never {
  run.skip = true;
  run.tests.addAll(run.legacyTests());
  status.skipped ??= stringify(resultOf(run, status.error));
  timers.close();
  throw SKIPPED;
}

function resultOf(run: Run, error: string | null): ScriptResult {
  const { next, skip, settings } = run;
  return { error, ...run.changes(), ...(next === undefined ? {} : { next }), skip, settings };
}
