// One script to its end: its tests, its first error outside of them, and what it leaves.
import type { Environment } from './environment.ts';
import type { Settle } from './cookies.ts';
import { testRun, type TestRun } from './tests.ts';
import { timers } from './timers.ts';
import type { End } from './script-data.ts';
import { define } from './web-globals.ts';

/** A script may put its own in the place of the global one. */
const { stringify } = JSON;

export interface Run {
  script: (() => Promise<unknown>) | null;
  readonly main: () => Promise<void>;
  /** JSON. */
  readonly end: () => string;
  /** Runs what may throw: the first error is that of the script. */
  readonly guarded: (run: () => void) => void;
  readonly settle: Settle;
  readonly tests: TestRun;
  /** Undefined: not said. */
  next: string | null | undefined;
  skip: boolean;
  /** Throws: as in Postman the script ends there, and nothing of what it may do yet counts. */
  readonly skipRequest: () => never;
  pm: unknown;
  changes: () => Pick<End, 'scopes' | 'request'>;
  legacyTests: () => Readonly<Record<string, unknown>>;
}

export function runFor({ kernel, host }: Environment): Run {
  let error: string | null = null;
  /** What is left where the script has chosen that its request is not sent. */
  let skipped: string | null = null;
  const fail = (thrown: unknown): void => {
    if (thrown !== SKIPPED) error ??= kernel.describe(thrown);
  };
  const guarded = (run: () => void): void => {
    try {
      run();
    } catch (thrown) {
      fail(thrown);
    }
  };
  const settle: Settle = (promise, callback) => {
    if (callback === undefined) return promise;
    void promise.then(
      (value) => guarded(() => callback(null, value)),
      (thrown: unknown) => guarded(() => callback(thrown)),
    );
    return undefined;
  };
  const waiting = timers(kernel, guarded);
  for (const [name, value] of Object.entries(waiting.functions)) define(name, value);

  const run: Run = {
    script: null,
    main: async () => {
      try {
        await run.script?.();
      } catch (thrown) {
        // Where there is no room for an error null is thrown, which only the engine can tell from one of the script.
        if (thrown === null) throw thrown;
        fail(thrown);
      }
    },
    end: () => {
      if (skipped !== null) return skipped;
      run.tests.addAll(run.legacyTests());
      run.tests.close();
      return stringify(left(run, error));
    },
    guarded,
    settle,
    skipRequest: () => {
      run.skip = true;
      run.tests.addAll(run.legacyTests());
      skipped ??= stringify(left(run, error));
      waiting.close();
      throw SKIPPED;
    },
    tests: testRun(
      (test) => {
        if (skipped === null) host.note(stringify(test));
      },
      () => run.pm,
    ),
    next: undefined,
    skip: false,
    pm: null,
    changes: () => ({ scopes: {}, request: null }),
    legacyTests: () => ({}),
  };
  return run;
}

const SKIPPED = new Error('the request is skipped');

function left(run: Run, error: string | null): End {
  const { next, skip } = run;
  return { error, ...run.changes(), ...(next === undefined ? {} : { next }), skip };
}
