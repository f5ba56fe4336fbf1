// Writes JUnit XML for CI servers, valid against the schema of Jenkins (`test/runs/schemas/junit-4.xsd`).
import { attributes, element } from './xml.ts';

export interface JunitSuite {
  readonly name: string;
  readonly cases: readonly JunitCase[];
  readonly seconds: number;
  /** Epoch milliseconds; null when it is not known. */
  readonly startedAt: number | null;
  readonly properties: Readonly<Record<string, string | number>>;
  /** Further attributes. */
  readonly attributes?: Readonly<Record<string, string | number>>;
  /** Empty for none. */
  readonly out: string;
  readonly err?: string;
}

export interface JunitCase {
  readonly name: string;
  readonly classname: string;
  readonly seconds: number;
  /** Undefined for a test that has passed. */
  readonly outcome?: JunitOutcome | undefined;
}

export type JunitOutcome =
  | {
      readonly type: 'failure' | 'error';
      readonly kind: string;
      /** In one line; `text` is the whole. */
      readonly message: string;
      readonly text: string;
    }
  | { readonly type: 'skipped' };

export const JUNIT_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

export interface JunitCounts {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
}

export function junitCounts(cases: readonly JunitCase[]): JunitCounts {
  const count = (type: JunitOutcome['type']): number =>
    cases.filter(({ outcome }) => outcome?.type === type).length;
  return { tests: cases.length, failures: count('failure'), errors: count('error') };
}

export function junitSuite(suite: JunitSuite): string {
  const { name, cases, startedAt, properties, out, err = '' } = suite;
  const head = attributes({
    name,
    ...junitCounts(cases),
    skipped: cases.filter(({ outcome }) => outcome?.type === 'skipped').length,
    time: junitTime(suite.seconds),
    ...(startedAt !== null && { timestamp: new Date(startedAt).toISOString().slice(0, 19) }),
    hostname: 'localhost',
    ...suite.attributes,
  });
  const entries = Object.entries(properties).map(([key, value]) => element('property', { name: key, value }));
  return [
    `<testsuite${head}>`,
    ...(entries.length === 0 ? [] : [element('properties', {}, entries)]),
    ...cases.map(testCase),
    ...(out === '' ? [] : [element('system-out', {}, out)]),
    ...(err === '' ? [] : [element('system-err', {}, err)]),
    '</testsuite>\n',
  ].join('\n');
}

function testCase({ name, classname, seconds, outcome }: JunitCase): string {
  const head = { name, classname, time: junitTime(seconds) };
  if (outcome === undefined) return element('testcase', head);
  if (outcome.type === 'skipped') return element('testcase', head, [element('skipped', {})]);
  const { type, kind, message, text } = outcome;
  return element('testcase', head, [element(type, { type: kind, message }, text)]);
}

export function junitTime(seconds: number): string {
  return seconds.toFixed(3);
}
