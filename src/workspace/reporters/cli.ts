// Prints the run for people while it proceeds.
import { styleText, type InspectColor } from 'node:util';
import { byteSize, printable } from '../../base/printable.ts';
import type { ReceivedResponse } from '../protocols/shared/response.ts';
import type { Reporter, RequestRun, RunStart, RunTotals, TestResult } from '../runner/events.ts';
import { defineReporter, type ReporterOptions } from './contract.ts';

export const cli = defineReporter({
  name: 'cli',
  file: null,
  create: (options) => Promise.resolve(new CliReporter(options)),
});

type Paint = (color: InspectColor, text: string) => string;

class CliReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #paint: Paint;
  #iterations = 1;
  /** The iteration of the last request that was printed. */
  #iteration = -1;
  #requests = 0;
  #failed = 0;

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#paint = (color, text) =>
      options.colors ? styleText(color, text, { validateStream: false }) : text;
  }

  start({ collection, environment, iterations }: RunStart): void | Promise<void> {
    this.#iterations = iterations;
    const environmentLabel = environment === null ? '' : this.#paint('dim', ` (${printable(environment)})`);
    return this.#print(`${this.#paint('bold', printable(collection.name))}${environmentLabel}\n`);
  }

  request(run: RequestRun): void | Promise<void> {
    const heading = this.#heading(run.iteration);
    this.#requests += 1;
    if (run.error !== null || run.tests.some(isFailed) || run.scriptErrors.length > 0) this.#failed += 1;
    const lines = requestLines(run, this.#paint).join('\n');
    return this.#print(`${heading}\n${lines}\n`, this.#progress());
  }

  end(totals: RunTotals): void | Promise<void> {
    const { stopped } = totals;
    const reason =
      stopped === null ? '' : `${this.#paint('yellow', `The run ended early: ${printable(stopped)}`)}\n`;
    return this.#print(`\n${reason}${summary(totals, this.#paint)}\n`);
  }

  close(): void | Promise<void> {
    return this.#options.isTerminal ? this.#options.print(ERASE) : undefined;
  }

  #heading(iteration: number): string {
    if (this.#iterations === 1 || iteration === this.#iteration) return '';
    this.#iteration = iteration;
    return `\n${this.#paint('bold', `Iteration ${iteration + 1} of ${this.#iterations}`)}\n`;
  }

  #progress(): string {
    const failed = this.#failed === 0 ? '' : `, ${this.#failed} failed`;
    const iteration =
      this.#iterations === 1 ? '' : `, iteration ${this.#iteration + 1} of ${this.#iterations}`;
    return this.#paint('dim', `… ${this.#requests} sent${failed}${iteration}`);
  }

  /** Prints text; `status` stays below it until something else is printed. */
  #print(text: string, status = ''): void | Promise<void> {
    const { isTerminal, print } = this.#options;
    return print(isTerminal ? `${ERASE}${text}${status}` : text);
  }
}

/** Erases the current line. */
const ERASE = '\r\x1b[K';

function requestLines(run: RequestRun, paint: Paint): readonly string[] {
  const { name, folders, method, url, response, error, skipped } = run;
  const path = [...folders, name].map(printable).join(' / ');
  const result = response === null ? [] : [responseText(response, paint)];
  const state = skipped ? [paint('yellow', 'skipped by its script')] : result;
  return [
    paint('bold', path),
    `  ${[printable(method), printable(url), ...state].join(' ')}`,
    ...(error === null ? [] : indentLines(error).map((line) => paint('red', line))),
    ...run.tests.flatMap((test) => testLines(test, paint)),
    ...run.console.flatMap(({ level, text }) =>
      indentLines(`${level}: ${text}`).map((line) => paint('dim', line)),
    ),
    ...run.scriptErrors.flatMap(({ where, message }) =>
      indentLines(`script error (${where}): ${message}`).map((line) => paint('red', line)),
    ),
    ...(run.unresolved.length === 0
      ? []
      : [`  ${paint('yellow', `without a value: ${run.unresolved.map(printable).join(', ')}`)}`]),
  ];
}

function responseText({ status, reason, size, timeMs }: ReceivedResponse, paint: Paint): string {
  const word = reason === '' ? String(status) : `${status} ${printable(reason)}`;
  return `${paint(statusColor(status), word)} ${paint('dim', `${byteSize(size)} ${duration(timeMs)}`)}`;
}

function statusColor(status: number): InspectColor {
  if (status >= 500) return 'red';
  if (status >= 400) return 'yellow';
  return status >= 300 ? 'cyan' : 'green';
}

function testLines({ name, passed, skipped, error }: TestResult, paint: Paint): readonly string[] {
  if (skipped) return [`  ${paint('dim', `- ${printable(name)} (skipped)`)}`];
  if (passed) return [`  ${paint('green', '✓')} ${printable(name)}`];
  const reason = error === null ? [] : indentLines(`${error.name}: ${error.message}`, '      ');
  return [paint('red', `  ✗ ${printable(name)}`), ...reason.map((line) => paint('red', line))];
}

function isFailed({ passed, skipped }: TestResult): boolean {
  return !passed && !skipped;
}

function indentLines(text: string, by = '    '): readonly string[] {
  return text.split(/\r?\n/).map((line) => by + printable(line));
}

function summary(totals: RunTotals, paint: Paint): string {
  const part = (count: number, noun: string, failed: number): string => {
    const text = `${countText(count, noun)} (${failed} failed)`;
    return failed === 0 ? text : paint('red', text);
  };
  return [
    ...(totals.iterations > 1 ? [countText(totals.iterations, 'iteration')] : []),
    part(totals.requests, 'request', totals.failedRequests),
    part(totals.tests, 'test', totals.failedTests),
    ...(totals.scriptErrors === 0 ? [] : [paint('red', countText(totals.scriptErrors, 'script error'))]),
    `average response ${duration(totals.averageMs)}`,
    `total ${duration(totals.durationMs)}`,
  ].join(', ');
}

function countText(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)}ms`;
  return ms < 100_000 ? `${(ms / 1000).toFixed(2)}s` : `${Math.round(ms / 1000)}s`;
}
