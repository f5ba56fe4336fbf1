// `bru.runner`, and the results of the script's tests that have ended so far.
import { asText } from '../as-text.ts';
import type { TestResult } from '../script-data.ts';
import type { AssertionResult } from './assertions.ts';
import type { BrunoParts } from './parts.ts';

export function runnerFunctions({ pm, run, input }: BrunoParts): Readonly<Record<string, unknown>> {
  const setNextRequest = (name: unknown): void => {
    run.next = name === null || name === undefined ? name : asText(name);
  };
  const data = pm.iterationData;
  const iterationData = {
    get: (name?: string) => (name === undefined ? data.toObject() : data.own(name)),
    has: (name: string) => data.own(name) !== undefined,
    set: (name: string, value: unknown) => data.set(name, value),
    unset: (name: string) => data.unset(name),
    stringify: () => JSON.stringify(data.toObject()),
  };
  const runner = {
    setNextRequest,
    skipRequest: () => run.skipRequest(),
    stopExecution: () => setNextRequest(null),
    iterationData,
    get iterationIndex() {
      return input().info.iteration;
    },
    get totalIterations() {
      return input().info.iterationCount;
    },
  };
  return { setNextRequest, runner };
}

export function resultFunctions(
  tests: readonly TestResult[],
  assertions: readonly AssertionResult[],
): Readonly<Record<string, unknown>> {
  const plainTests = (): readonly object[] => {
    const asserted = new Set(assertions.map(({ name }) => name));
    return tests.filter(({ name }) => !asserted.has(name)).map(shown);
  };
  const shown = ({ name, passed, skipped, error }: TestResult): object => ({
    description: name,
    status: statusOf({ passed, skipped }),
    ...(error !== null && { error: error.message, expected: error.expected, actual: error.actual }),
  });
  const checks = (): readonly object[] =>
    assertions.map(({ name, ...parts }) => {
      const { error = null, ...found } = tests.find((test) => test.name === name) ?? {};
      const status = statusOf({ passed: true, skipped: false, ...found });
      return { ...parts, status, ...(error !== null && { error: error.message }) };
    });
  const summarized = (results: readonly object[]): object => {
    const count = (status: string): number =>
      results.filter((result) => 'status' in result && result.status === status).length;
    const summary = {
      total: results.length,
      passed: count('pass'),
      failed: count('fail'),
      skipped: count('skip'),
    };
    return { summary, results };
  };
  return {
    getTestResults: () => Promise.resolve(summarized(plainTests())),
    getAssertionResults: () => Promise.resolve(summarized(checks())),
  };
}

function statusOf({ passed, skipped }: Pick<TestResult, 'passed' | 'skipped'>): string {
  return skipped ? 'skip' : passed ? 'pass' : 'fail';
}
