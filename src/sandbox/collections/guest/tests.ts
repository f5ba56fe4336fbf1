// `pm.test`: runs tests and reports each to the host as soon as it has ended.
import { asText } from './as-text.ts';
import type { TestResult } from './script-data.ts';

export interface TestRun {
  readonly test: TestFunction;
  /** Adds the results of old-style tests, `tests['name'] = true`. */
  readonly addAll: (results: Readonly<Record<string, unknown>>) => void;
  /** Fails the tests that have started but not ended. */
  readonly close: () => void;
}

export interface TestFunction {
  (name: unknown, check?: unknown): unknown;
  skip: (name: unknown) => unknown;
  index: () => number;
}

interface Running {
  readonly name: string;
  isDone: boolean;
}

/** `chain` returns the result of `pm.test`. */
export function testRun(note: (test: TestResult) => void, chain: () => unknown): TestRun {
  let count = 0;
  const open = new Set<Running>();

  function end(running: Running, error?: { readonly thrown: unknown }, skipped = false): void {
    if (running.isDone) return;
    running.isDone = true;
    open.delete(running);
    note({
      name: running.name,
      passed: error === undefined,
      skipped,
      error: error === undefined ? null : describeError(error.thrown),
    });
  }

  function begin(name: unknown): Running {
    count += 1;
    const running = { name: asText(name), isDone: false };
    open.add(running);
    return running;
  }

  function run(running: Running, check: (done?: unknown) => unknown): void {
    try {
      const done = (error?: unknown): void => end(running, error ? { thrown: error } : undefined);
      const value = check.length > 0 ? check(done) : check();
      const then = isThenable(value);
      if (then)
        Promise.resolve(value).then(
          () => (check.length > 0 ? undefined : end(running)),
          (thrown: unknown) => end(running, { thrown }),
        );
      else if (check.length === 0) end(running);
    } catch (thrown) {
      end(running, { thrown });
    }
  }

  const test = ((name: unknown, check?: unknown) => {
    const running = begin(name);
    if (typeof check === 'function') run(running, check as (done?: unknown) => unknown);
    else end(running);
    return chain();
  }) as TestFunction;
  test.skip = (name) => {
    end(begin(name), undefined, true);
    return chain();
  };
  test.index = () => count;

  return {
    test,
    addAll: (results) => {
      for (const [name, value] of Object.entries(results))
        end(begin(name), value ? undefined : { thrown: notTruthy(value) });
    },
    close: () => {
      for (const running of [...open]) end(running, { thrown: TEST_NOT_ENDED });
    },
  };
}

const TEST_NOT_ENDED = {
  name: 'Error',
  message: 'the test has not ended: its `done` was not called, or its promise never settles',
};

function notTruthy(value: unknown): TestResult['error'] {
  return { name: 'AssertionError', message: `expected ${asText(value)} to be truthy` };
}

function isThenable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}

function describeError(thrown: unknown): { readonly name: string; readonly message: string } {
  if (typeof thrown !== 'object' || thrown === null) return { name: 'Error', message: asText(thrown) };
  const { name, message } = thrown as { readonly name?: unknown; readonly message?: unknown };
  return { name: asText(name ?? 'Error'), message: asText(message ?? 'no message') };
}
