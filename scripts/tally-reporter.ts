// Ends a test run with one plain line, `N passed, N failed`, that people and scripts can read. Before it stand the tests
// that passed only on a second try, and those that were skipped, with the condition that skipped them.
import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

/** The most that a run may have before it fails. */
export interface TallyLimits {
  readonly skipped: number;
  readonly secondTries: number;
}

export interface TallyOptions {
  /** False in a run that leaves the tests with the tag `full` out. */
  readonly isFull: boolean;
  /** Without limits a run may skip and repeat as many tests as it likes. */
  readonly limits?: TallyLimits | undefined;
}

/** Tells a test that the run leaves out from one that a condition skipped. */
type IsLeftOut = (test: TestCase) => boolean;

export class TallyReporter implements Reporter {
  readonly #options: TallyOptions;

  constructor(options: TallyOptions) {
    this.#options = options;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const { isFull, limits } = this.#options;
    const isLeftOut: IsLeftOut = ({ tags }) => !isFull && tags.includes('full');
    const secondTries = modules.flatMap(retried);
    const skips = modules.flatMap((module) => skipsOf(module, isLeftOut));
    const excess = limits === undefined ? [] : excessOf(limits, skips.length, secondTries.length);
    const tallies = modules.map((module) => countModule(module, isLeftOut));
    const lines = [
      ...secondTries.map((name) => `passed on the second try: ${name}`),
      ...skipLines(skips),
      ...excess,
      tallyLine(tallies, unhandledErrors.length + excess.length),
    ];
    process.stdout.write(`${lines.join('\n')}\n`);
    if (excess.length > 0) process.exitCode = 1;
  }
}

/** The numbers of tests of one file, by their result. */
export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/**
 * The closing line. Errors that belong to no test (unhandled rejections, a run that found no test) count as
 * failures, so that the line never says `0 failed` of a run that failed.
 */
export function tallyLine(tallies: readonly Tally[], strayErrors: number): string {
  const sum = (key: keyof Tally) => tallies.reduce((total, tally) => total + tally[key], 0);
  const passed = sum('passed');
  const failed = sum('failed') + strayErrors;
  const skipped = sum('skipped');
  const foundNothing = passed + failed + skipped === 0;
  const line = `${passed} passed, ${failed + (foundNothing ? 1 : 0)} failed`;
  return skipped > 0 ? `${line}, ${skipped} skipped` : line;
}

/** Returns a sentence for each limit that is exceeded. */
export function excessOf(limits: TallyLimits, skipped: number, secondTries: number): readonly string[] {
  return [
    ...(skipped > limits.skipped
      ? [`failed: ${skipped} tests were skipped, at most ${limits.skipped} may be`]
      : []),
    ...(secondTries > limits.secondTries
      ? [`failed: ${secondTries} tests needed a second try, at most ${limits.secondTries} may`]
      : []),
  ];
}

/** A skipped test: its file, and the condition that skipped it. */
export interface Skip {
  readonly file: string;
  readonly reason: string;
}

/** Returns a line for each condition of a file, with the number of tests that it skipped. */
export function skipLines(skips: readonly Skip[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { file, reason } of skips) {
    const key = `${file}: ${reason}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => `skipped: ${count} of ${key}`);
}

/**
 * Returns the condition in a line such as `test.skipIf(missing('curl'))('…', …)`, or null for one without. Parentheses
 * are matched, since conditions call functions.
 */
export function conditionIn(line: string): string | null {
  const start = /\.(?:skipIf|runIf)\(/.exec(line);
  if (start === null) return null;
  const rest = line.slice(start.index + start[0].length);
  let depth = 1;
  let end = 0;
  while (end < rest.length && depth > 0) {
    if (rest[end] === '(') depth += 1;
    if (rest[end] === ')') depth -= 1;
    end += 1;
  }
  const condition = depth === 0 ? rest.slice(0, end - 1) : rest;
  return start[0].includes('runIf') ? `not ${condition}` : condition;
}

function retried(module: TestModule): string[] {
  const flaky = [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky === true);
  return flaky.map(({ fullName }) => `${module.relativeModuleId} > ${fullName}`);
}

function skipsOf(module: TestModule, isLeftOut: IsLeftOut): readonly Skip[] {
  const skipped = [...module.children.allTests()].filter(
    (test) => test.result().state === 'skipped' && !isLeftOut(test),
  );
  if (skipped.length === 0) return [];
  const lines = readFileSync(module.moduleId, 'utf8').split('\n');
  const file = module.relativeModuleId;
  return skipped.map((test) => ({ file, reason: reasonOf(test, lines) }));
}

function reasonOf(test: TestCase, lines: readonly string[]): string {
  const result = test.result();
  if (result.state === 'skipped' && result.note !== undefined) return result.note;
  for (let at: TestCase | TestSuite | TestModule = test; at.type !== 'module'; at = at.parent) {
    const condition = at.location === undefined ? null : conditionIn(lines[at.location.line - 1] ?? '');
    if (condition !== null) return condition;
  }
  return test.fullName;
}

function countModule(module: TestModule, isLeftOut: IsLeftOut): Tally {
  const tests = [...module.children.allTests()].filter((test) => !isLeftOut(test));
  const states = tests.map((test) => test.result().state);
  const count = (state: string) => states.filter((each) => each === state).length;
  // A file or suite that fails outside its tests (a syntax error, a failing hook) has errors of its own.
  const suites = [module, ...module.children.allSuites()];
  const errors = suites.reduce((total, suite) => total + suite.errors().length, 0);
  // Left pending is neither passed nor skipped on purpose: the run was cut short.
  return {
    passed: count('passed'),
    failed: count('failed') + count('pending') + errors,
    skipped: count('skipped'),
  };
}
