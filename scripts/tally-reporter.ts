// Ends a test run with one plain line, `N passed, N failed`, that people and scripts can read. Tests that passed only on
// a second try stand before it by name: they wait to be mended.
import type { Reporter, TestModule } from 'vitest/node';

export class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    for (const name of modules.flatMap(retried)) process.stdout.write(`passed on the second try: ${name}\n`);
    process.stdout.write(`${tallyLine(modules.map(countModule), unhandledErrors.length)}\n`);
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

function retried(module: TestModule): string[] {
  const flaky = [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky === true);
  return flaky.map(({ fullName }) => `${module.relativeModuleId} > ${fullName}`);
}

function countModule(module: TestModule): Tally {
  const states = [...module.children.allTests()].map((test) => test.result().state);
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
