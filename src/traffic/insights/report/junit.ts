// The report as JUnit XML, for CI servers: a test for each check of the run, and one for each endpoint, which fails
// where a check of requests was asked for, or its exchanges do not fit the API description.
import { attributes, element } from '../../../base/xml.ts';
import { violationText } from './contract.ts';
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

function endpointCases(report: Report): readonly TestCase[] {
  const known = new Map(
    report.endpoints.map(({ method, host, path, p50 }) => [`${method} ${host}${path}`, p50 ?? 0]),
  );
  const failed = Map.groupBy(
    [...failedRequests(report), ...contractFailures(report)],
    ({ endpoint }) => endpoint,
  );
  for (const endpoint of failed.keys()) if (!known.has(endpoint)) known.set(endpoint, 0);
  return Array.from(known, ([name, ms]) => ({
    name,
    seconds: ms / 1000,
    failures: (failed.get(name) ?? []).map(({ text }) => text),
  }));
}

interface EndpointFailure {
  readonly endpoint: string;
  readonly text: string;
}

function failedRequests({ failures, run }: Report): readonly EndpointFailure[] {
  const asked = new Set(run?.checks.map(({ flag }) => flag));
  const counts = (status: number): boolean =>
    asked.has('--fail-on-error') || (asked.has('--fail-on-5xx') && status >= 500);
  return failures
    .filter(({ status }) => counts(status))
    .map(({ endpoint, reason, id }) => ({ endpoint, text: `${reason} (request ${id})` }));
}

/** An API description is given to compare with it, so what does not fit fails without a check too. */
function contractFailures({ contract }: Report): readonly EndpointFailure[] {
  return (contract?.violations ?? []).flatMap((found) =>
    found.calls.map((endpoint) => ({ endpoint, text: violationText(found) })),
  );
}

function sum(suites: readonly Suite[], key: 'tests' | 'failures'): number {
  return suites.reduce((total, each) => total + each[key], 0);
}
