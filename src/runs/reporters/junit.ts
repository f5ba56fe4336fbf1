// Reports the run as JUnit XML for CI servers, valid by the schema of Jenkins (`test/schemas/junit-4.xsd`), with a
// test suite for each request of each iteration.
import type { RequestRun, RunStart, RunTotals } from '../runner/events.ts';
import { defineReporter } from './contract.ts';
import { fileReporter, type ReportFormat } from './shared/report-file.ts';
import { scriptPlace } from './shared/script-place.ts';
import { attributes, element } from '../../base/xml.ts';

export const junit = defineReporter({
  name: 'junit',
  settings: [],
  file: { defaultPath: 'cloak-run.xml', description: 'where the JUnit report goes' },
  create: ({ path }) => fileReporter(path, new JunitFormat()),
});

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** The number of digits that is reserved for each count in the first element. */
const DIGITS = 12;

class JunitFormat implements ReportFormat {
  #collection = '';
  #iterations = 1;
  #suites = 0;
  readonly #counts = { tests: 0, failures: 0, errors: 0 };

  /** Writes the start with room for the counts, which are known at the end. */
  start({ collection, iterations }: RunStart): string {
    this.#collection = collection.name;
    this.#iterations = iterations;
    return `${DECLARATION}${this.#root({})}\n`;
  }

  request(run: RequestRun): string {
    const cases = casesOf(run);
    const counts = {
      tests: cases.length,
      failures: cases.filter(({ outcome }) => outcome?.type === 'failure').length,
      errors: cases.filter(({ outcome }) => outcome?.type === 'error').length,
    };
    for (const key of ['tests', 'failures', 'errors'] as const) this.#counts[key] += counts[key];
    const skipped = cases.filter(({ outcome }) => outcome?.type === 'skipped').length;
    const path = [...run.folders, run.name];
    const head = attributes({
      name: `${this.#iterations > 1 ? `Iteration ${run.iteration + 1}: ` : ''}${path.join(' / ')}`,
      ...counts,
      skipped,
      time: seconds(run.durationMs),
      timestamp: new Date(run.startedAt).toISOString().slice(0, 19),
      hostname: 'localhost',
      id: this.#suites,
      package: this.#collection,
    });
    this.#suites += 1;
    const classname = [this.#collection, ...path].map((part) => part.replaceAll('.', '_')).join('.');
    const time = seconds(run.durationMs / cases.length);
    return [
      `<testsuite${head}>`,
      properties(run),
      ...cases.map((each) => testcase(each, classname, time)),
      ...(run.console.length === 0 ? [] : [element('system-out', {}, consoleText(run.console))]),
      ...(run.unresolved.length === 0 ? [] : [element('system-err', {}, unresolvedText(run.unresolved))]),
      '</testsuite>\n',
    ].join('\n');
  }

  end(): string {
    return '</testsuites>\n';
  }

  rewriteStart({ durationMs }: RunTotals): string {
    const root = this.#root({ ...this.#counts, time: seconds(durationMs) });
    return `${DECLARATION}${root}\n`;
  }

  #root(counts: Readonly<Record<string, string | number>>): string {
    const text = attributes(counts);
    const room = COUNTS.length + 4 * DIGITS - text.length;
    return `<testsuites${attributes({ name: this.#collection })}${text}${' '.repeat(Math.max(0, room))}>`;
  }
}

const COUNTS = attributes({ tests: '', failures: '', errors: '', time: '' });

interface Case {
  readonly name: string;
  /** Undefined for a passed test. */
  readonly outcome?:
    | { readonly type: 'failure' | 'error'; readonly kind: string; readonly message: string }
    | { readonly type: 'skipped' };
}

/** Returns at least one case, since a suite without any would not be shown. */
function casesOf(run: RequestRun): readonly Case[] {
  const { method, error, skipped, response } = run;
  const errors = [
    ...(error === null ? [] : [failedCase(`${method} request`, 'error', 'RequestError', error)]),
    ...run.scriptErrors.map(({ name, message, ...place }) =>
      failedCase(scriptPlace(place), 'error', 'ScriptError', `${name}: ${message}`),
    ),
  ];
  const cases = [...errors, ...run.tests.map(caseOf)];
  if (cases.length > 0) return cases;
  return [
    skipped
      ? { name: `${method} request`, outcome: { type: 'skipped' } }
      : { name: `${method} request: ${response?.status ?? ''}` },
  ];
}

function caseOf({ name, passed, skipped, error }: RequestRun['tests'][number]): Case {
  if (skipped) return { name, outcome: { type: 'skipped' } };
  return passed ? { name } : failedCase(name, 'failure', error?.name ?? 'Error', error?.message ?? '');
}

function failedCase(name: string, type: 'failure' | 'error', kind: string, message: string): Case {
  return { name, outcome: { type, kind, message } };
}

function testcase({ name, outcome }: Case, classname: string, time: string): string {
  const head = { name, classname, time };
  if (outcome === undefined) return element('testcase', head);
  if (outcome.type === 'skipped') return element('testcase', head, [element('skipped', {})]);
  const { type, kind, message } = outcome;
  return element('testcase', head, [element(type, { type: kind, message }, `${kind}: ${message}`)]);
}

function properties({ iteration, method, url, response }: RequestRun): string {
  const given = { iteration: iteration + 1, method, url, status: response?.status ?? 0 };
  return element(
    'properties',
    {},
    Object.entries(given).map(([name, value]) => element('property', { name, value })),
  );
}

function unresolvedText(names: readonly string[]): string {
  return `variables without a value: ${names.join(', ')}\n`;
}

function consoleText(lines: RequestRun['console']): string {
  return lines.map(({ level, text }) => `${level}: ${text}\n`).join('');
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3);
}
