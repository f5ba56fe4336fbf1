// `pm.test`: runs tests and reports each to the host as soon as it has ended.
import { asText } from './as-text.ts';
import type { TestResult } from './script-data.ts';

export interface TestRun {
  readonly test: TestFunction;
  /** Adds the results of old-style tests, `tests['name'] = true`. */
  readonly addAll: (results: Readonly<Record<string, unknown>>) => void;
  /** The results so far. */
  readonly results: readonly TestResult[];
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

export class Tests implements TestRun {
  /** The results so far. */
  readonly results: TestResult[] = [];
  readonly test: TestFunction;
  readonly #note: (test: TestResult) => void;
  readonly #open = new Set<Running>();
  #count = 0;

  /** `note` is called with each result; `chain` returns the result of `pm.test`. */
  constructor(note: (test: TestResult) => void, chain: () => unknown) {
    this.#note = note;
    const test = (name: unknown, check?: unknown): unknown => {
      const running = this.#begin(name);
      if (typeof check === 'function') this.#run(running, check as Check);
      else this.#end(running);
      return chain();
    };
    this.test = Object.assign(test, {
      skip: (name: unknown) => {
        this.#end(this.#begin(name), undefined, true);
        return chain();
      },
      index: () => this.#count,
    });
  }

  addAll(results: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(results))
      this.#end(this.#begin(name), value ? undefined : { thrown: notTruthy(value) });
  }

  close(): void {
    for (const running of [...this.#open]) this.#end(running, { thrown: TEST_NOT_ENDED });
  }

  #begin(name: unknown): Running {
    this.#count += 1;
    const running = { name: asText(name), isDone: false };
    this.#open.add(running);
    return running;
  }

  #run(running: Running, check: Check): void {
    const takesDone = check.length > 0;
    try {
      const done = (error?: unknown): void => this.#end(running, error ? { thrown: error } : undefined);
      const value = takesDone ? check(done) : check();
      if (isThenable(value))
        Promise.resolve(value).then(
          () => (takesDone ? undefined : this.#end(running)),
          (thrown: unknown) => this.#end(running, { thrown }),
        );
      else if (!takesDone) this.#end(running);
    } catch (thrown) {
      this.#end(running, { thrown });
    }
  }

  #end(running: Running, error?: { readonly thrown: unknown }, skipped = false): void {
    if (running.isDone) return;
    running.isDone = true;
    this.#open.delete(running);
    const result = {
      name: running.name,
      passed: error === undefined,
      skipped,
      error: error === undefined ? null : describeError(error.thrown),
    };
    this.results.push(result);
    this.#note(result);
  }
}

type Check = (done?: unknown) => unknown;

const TEST_NOT_ENDED = {
  name: 'Error',
  line: null,
  message: 'the test has not ended: its `done` was not called, or its promise never settles',
};

function notTruthy(value: unknown): TestResult['error'] {
  return { name: 'AssertionError', line: null, message: `expected ${asText(value)} to be truthy` };
}

function isThenable(value: unknown): boolean {
  return (
    typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
  );
}

interface Thrown {
  readonly name?: unknown;
  readonly message?: unknown;
  readonly stack?: unknown;
  /** Assertion errors of chai have these fields. */
  readonly showDiff?: unknown;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

function describeError(thrown: unknown): NonNullable<TestResult['error']> {
  if (typeof thrown !== 'object' || thrown === null)
    return { name: 'Error', message: asText(thrown), line: null };
  const error = thrown as Thrown;
  const { name, message, stack } = error;
  const [, line] = (typeof stack === 'string' && SCRIPT_LINE.exec(stack)) || [];
  return {
    name: asText(name ?? 'Error'),
    message: asText(message ?? 'no message'),
    line: line === undefined ? null : Number(line),
    ...compared(error),
  };
}

const SCRIPT_LINE = /\bscript\.js:(\d{1,9})/;
/** The maximum length of a compared value. */
const MAX_CHARS = 1000;

function compared({ showDiff, expected, actual }: Thrown): { expected?: string; actual?: string } {
  if (showDiff !== true) return {};
  const [wanted, got] = [json(expected), json(actual)];
  return wanted === undefined || got === undefined ? {} : { expected: wanted, actual: got };
}

/** Undefined for what JSON cannot express. */
function json(value: unknown): string | undefined {
  try {
    const text = JSON.stringify(value) as string | undefined;
    return text !== undefined && text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}…` : text;
  } catch {
    return undefined;
  }
}
