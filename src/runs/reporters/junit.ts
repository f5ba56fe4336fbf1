// Reports the run as JUnit XML, with a test suite for each request of each iteration.
import type { RequestRun, RunStart, RunTotals } from '../runner/events.ts';
import { defineReporter } from './contract.ts';
import { fileReporter, type ReportFormat } from './shared/report-file.ts';
import { scriptPlace } from './shared/script-place.ts';
import {
  JUNIT_DECLARATION,
  junitCounts,
  junitSuite,
  junitTime,
  type JunitCase,
  type JunitSuite,
} from '../../base/junit.ts';
import { attributes } from '../../base/xml.ts';

export const junit = defineReporter({
  name: 'junit',
  settings: [],
  file: { defaultPath: 'cloak-run.xml', description: 'where the JUnit report goes' },
  create: ({ path }) => fileReporter(path, new JunitFormat()),
});

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
    return `${JUNIT_DECLARATION}${this.#root({})}\n`;
  }

  request(run: RequestRun): string {
    const path = [...run.folders, run.name];
    const classname = [this.#collection, ...path].map((part) => part.replaceAll('.', '_')).join('.');
    const found = casesOf(run);
    const cases = found.map((each) => ({
      ...each,
      classname,
      seconds: run.durationMs / 1000 / found.length,
    }));
    const counts = junitCounts(cases);
    for (const key of ['tests', 'failures', 'errors'] as const) this.#counts[key] += counts[key];
    const suite = junitSuite({
      name: `${this.#iterations > 1 ? `Iteration ${run.iteration + 1}: ` : ''}${path.join(' / ')}`,
      cases,
      seconds: run.durationMs / 1000,
      startedAt: run.startedAt,
      properties: propertiesOf(run),
      attributes: { id: this.#suites, package: this.#collection },
      out: consoleText(run.console),
      err: run.unresolved.length === 0 ? '' : unresolvedText(run.unresolved),
    });
    this.#suites += 1;
    return suite;
  }

  /** A run that is not complete fails in a suite of its own: its requests may all have passed. */
  end({ stopped }: RunTotals): string {
    if (stopped === null) return '</testsuites>\n';
    this.#counts.tests += 1;
    this.#counts.errors += 1;
    const name = 'The run is not complete';
    const suite = junitSuite({
      name,
      cases: [{ ...failedCase(name, 'error', 'RunError', stopped), classname: this.#collection, seconds: 0 }],
      seconds: 0,
      startedAt: null,
      properties: {},
      attributes: { id: this.#suites, package: this.#collection },
      out: '',
    });
    return `${suite}</testsuites>\n`;
  }

  rewriteStart({ durationMs }: RunTotals): string {
    const root = this.#root({ ...this.#counts, time: junitTime(durationMs / 1000) });
    return `${JUNIT_DECLARATION}${root}\n`;
  }

  #root(counts: Readonly<Record<string, string | number>>): string {
    const text = attributes(counts);
    const room = COUNTS.length + 4 * DIGITS - text.length;
    return `<testsuites${attributes({ name: this.#collection })}${text}${' '.repeat(Math.max(0, room))}>`;
  }
}

const COUNTS = attributes({ tests: '', failures: '', errors: '', time: '' });

type Case = Pick<JunitCase, 'name' | 'outcome'>;

/** Returns at least one case, since a suite without any would not be shown. */
function casesOf(run: RequestRun): readonly Case[] {
  const { method, error, skipped, response } = run;
  const errors = [
    ...(error === null ? [] : [failedCase(`${method} request`, 'error', 'RequestError', error)]),
    ...run.scriptErrors.map(({ name, message, ...position }) =>
      failedCase(scriptPlace(position), 'error', 'ScriptError', `${name}: ${message}`),
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
  return { name, outcome: { type, kind, message, text: `${kind}: ${message}` } };
}

function propertiesOf({ iteration, method, url, response }: RequestRun): JunitSuite['properties'] {
  return { iteration: iteration + 1, method, url, status: response?.status ?? 0 };
}

function unresolvedText(names: readonly string[]): string {
  return `variables without a value: ${names.join(', ')}\n`;
}

function consoleText(lines: RequestRun['console']): string {
  return lines.map(({ level, text }) => `${level}: ${text}\n`).join('');
}
