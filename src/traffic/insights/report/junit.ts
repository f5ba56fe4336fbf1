// The report as JUnit XML, for CI servers: a test for each check of the run, and one for each endpoint, which fails
// where a check of requests was asked for.
import { attributes, element } from '../../../base/xml.ts';
import type { Report } from './index.ts';
import type { CheckOutcome } from './run-facts.ts';

interface TestCase {
  readonly name: string;
  readonly seconds: number;
  readonly failures: readonly string[];
}

export function junitReport(report: Report): string {
  const suites = [
    suite('checks', report, report.run?.checks.map(checkCase) ?? []),
    suite('endpoints', report, endpointCases(report)),
  ];
  const total = { tests: sum(suites, 'tests'), failures: sum(suites, 'failures'), errors: 0 };
  const body = suites.map(({ text }) => text).join('\n');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${attributes({ name: 'traffic', ...total })}>\n${body}\n</testsuites>\n`;
}

interface Suite {
  readonly tests: number;
  readonly failures: number;
  readonly text: string;
}

function suite(name: string, { run, notes }: Report, cases: readonly TestCase[]): Suite {
  const failures = cases.filter((each) => each.failures.length > 0).length;
  const seconds = run === null ? 0 : (run.endedAt - run.startedAt) / 1000;
  const head = attributes({
    name,
    tests: cases.length,
    failures,
    errors: 0,
    skipped: 0,
    time: seconds.toFixed(3),
    ...(run !== null && { timestamp: new Date(run.startedAt).toISOString().slice(0, 19) }),
    hostname: 'localhost',
  });
  const environment = Object.entries(run?.environment ?? {});
  const properties = environment.map(([key, value]) => element('property', { name: key, value }));
  const lines = [
    `<testsuite${head}>`,
    ...(properties.length === 0 ? [] : [element('properties', {}, properties)]),
    ...cases.map((each) => testCase(name, each)),
    ...(notes.length === 0 ? [] : [element('system-out', {}, notes.join('\n'))]),
    '</testsuite>',
  ];
  return { tests: cases.length, failures, text: lines.join('\n') };
}

function testCase(suiteName: string, { name, seconds, failures }: TestCase): string {
  const [first] = failures;
  const content =
    first === undefined ? [] : [element('failure', { message: first, type: 'failure' }, failures.join('\n'))];
  return element('testcase', { name, classname: `traffic.${suiteName}`, time: seconds.toFixed(3) }, content);
}

function checkCase({ flag, hasPassed, reasons }: CheckOutcome): TestCase {
  return { name: flag, seconds: 0, failures: hasPassed ? [] : reasons };
}

function endpointCases({ endpoints, failures, run }: Report): readonly TestCase[] {
  const asked = new Set(run?.checks.map(({ flag }) => flag));
  const counts = (status: number): boolean =>
    asked.has('--fail-on-error') || (asked.has('--fail-on-5xx') && status >= 500);
  const failed = Map.groupBy(
    failures.filter(({ status }) => counts(status)),
    ({ endpoint }) => endpoint,
  );
  const known = new Map(
    endpoints.map(({ method, host, path, p50 }) => [`${method} ${host}${path}`, p50 ?? 0]),
  );
  for (const endpoint of failed.keys()) if (!known.has(endpoint)) known.set(endpoint, 0);
  return Array.from(known, ([name, ms]) => ({
    name,
    seconds: ms / 1000,
    failures: (failed.get(name) ?? []).map(({ id, reason }) => `${reason} (request ${id})`),
  }));
}

function sum(suites: readonly Suite[], key: 'tests' | 'failures'): number {
  return suites.reduce((total, each) => total + each[key], 0);
}
