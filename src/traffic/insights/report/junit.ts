// The report as JUnit XML, for CI servers: a test for each check of the run, and a test for each endpoint. An
// endpoint's test fails when requests were checked and failed, or when its exchanges violate the API description.
import {
  JUNIT_DECLARATION,
  junitCounts,
  junitSuite,
  type JunitCase,
  type JunitSuite,
} from '../../../base/junit.ts';
import { attributes } from '../../../base/xml.ts';
import { violationText } from './contract.ts';
import type { Report } from './index.ts';
import type { CheckOutcome } from './run-facts.ts';

export function junitReport(report: Report): string {
  const suites = [
    suite('checks', report, report.run?.checks.map(checkCase) ?? []),
    suite('endpoints', report, endpointCases(report)),
  ];
  const counts = junitCounts(suites.flatMap(({ cases }) => cases));
  const root = attributes({ name: 'traffic', ...counts });
  return `${JUNIT_DECLARATION}<testsuites${root}>\n${suites.map(junitSuite).join('')}</testsuites>\n`;
}

interface TestCase {
  readonly name: string;
  readonly seconds: number;
  readonly failures: readonly string[];
}

function suite(name: string, { run, notes }: Report, cases: readonly TestCase[]): JunitSuite {
  return {
    name,
    cases: cases.map((each) => caseOf(each, `traffic.${name}`)),
    seconds: run === null ? 0 : (run.endedAt - run.startedAt) / 1000,
    startedAt: run?.startedAt ?? null,
    properties: run?.environment ?? {},
    out: notes.join('\n'),
  };
}

function caseOf({ name, seconds, failures }: TestCase, classname: string): JunitCase {
  const [message] = failures;
  const outcome =
    message === undefined
      ? undefined
      : { type: 'failure' as const, kind: 'failure', message, text: failures.join('\n') };
  return { name, classname, seconds, outcome };
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
  return (contract?.violations ?? []).flatMap((violation) =>
    violation.calls.map((endpoint) => ({ endpoint, text: violationText(violation) })),
  );
}
