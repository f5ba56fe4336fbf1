// Prints the run while it proceeds: each request, then all failures again, and the totals.
import { styleText, type InspectColor } from 'node:util';
import { printable } from '../../../base/printable.ts';
import type { Reporter, RequestRun, RunStart, RunTotals } from '../../runner/events.ts';
import { hasFailed } from '../../runner/totals.ts';
import { defineReporter, type ReporterOptions, type ReporterSettings } from '../contract.ts';
import { Failures } from './failures.ts';
import { progressText } from './progress.ts';
import { requestLines, type Shown } from './request-lines.ts';
import { statisticsLine, summaryLine } from './summary.ts';

export const cli = defineReporter({
  name: 'cli',
  file: null,
  settings: [
    { flags: 'silent', description: 'print nothing' },
    { flags: 'show-timestamps', description: 'print the local time of each request' },
    { flags: 'no-summary', description: 'print no totals' },
    { flags: 'no-failures', description: 'do not repeat failures at the end' },
    { flags: 'no-assertions', description: 'print no tests' },
    { flags: 'no-success-assertions', description: 'print no tests that have passed' },
    { flags: 'no-console', description: 'do not print what scripts print' },
    { flags: 'no-banner', description: 'do not print the name of the collection' },
  ],
  create: (options) => Promise.resolve('silent' in options.settings ? SILENT : new CliReporter(options)),
});

const SILENT: Reporter = {};

class CliReporter implements Reporter {
  readonly #options: ReporterOptions;
  readonly #shown: Shown;
  readonly #failures: Failures;
  #run: Pick<RunStart, 'iterations' | 'requests'> = { iterations: 1, requests: 0 };
  /** The iteration of the last request that was printed. */
  #iteration = -1;
  #requests = 0;
  #failed = 0;

  constructor(options: ReporterOptions) {
    this.#options = options;
    this.#shown = shownBy(options);
    this.#failures = new Failures(this.#shown);
  }

  start(run: RunStart): void | Promise<void> {
    const { collection, environment } = run;
    this.#run = run;
    this.#failures.iterations = run.iterations;
    if ('no-banner' in this.#options.settings) return;
    const { paint } = this.#shown;
    const environmentLabel = environment === null ? '' : paint('dim', ` (${printable(environment)})`);
    return this.#print(`${paint('bold', printable(collection.name))}${environmentLabel}\n`);
  }

  request(run: RequestRun): void | Promise<void> {
    const heading = this.#heading(run.iteration);
    this.#requests += 1;
    if (hasFailed(run)) {
      this.#failed += 1;
      this.#failures.add(run);
    }
    const lines = requestLines(run, this.#shown).join('\n');
    const { isTerminal } = this.#options;
    const progress = { sent: this.#requests, failed: this.#failed, iteration: this.#iteration, ...this.#run };
    return this.#print(
      `${heading}\n${lines}\n`,
      isTerminal ? this.#shown.paint('dim', progressText(progress, this.#shown.symbols)) : '',
    );
  }

  end(totals: RunTotals): void | Promise<void> {
    const { settings } = this.#options;
    const { paint } = this.#shown;
    const { stopped, endedEarly } = totals;
    return this.#print(
      [
        ...('no-failures' in settings ? [] : this.#failures.lines()),
        '',
        ...(stopped === null ? [] : [paint('yellow', `The run ended early: ${printable(stopped)}`)]),
        ...(endedEarly === null || stopped !== null
          ? []
          : [paint('yellow', `Ended early by a script: ${printable(earlyText(endedEarly))}`)]),
        ...('no-summary' in settings ? [] : [...statisticsLine(totals, paint), summaryLine(totals, paint)]),
      ]
        .map((line) => `${line}\n`)
        .join(''),
    );
  }

  close(): void | Promise<void> {
    return this.#options.isTerminal ? this.#options.print(ERASE) : undefined;
  }

  #heading(iteration: number): string {
    const { iterations } = this.#run;
    if (iteration === this.#iteration) return '';
    this.#iteration = iteration;
    return iterations === 1
      ? ''
      : `\n${this.#shown.paint('bold', `Iteration ${iteration + 1} of ${iterations}`)}\n`;
  }

  /** Prints text; `status` stays below it until something else is printed. */
  #print(text: string, status = ''): void | Promise<void> {
    const { isTerminal, print } = this.#options;
    return print(isTerminal ? `${ERASE}${text}${status}` : text);
  }
}

function earlyText({ iterations, reason }: NonNullable<RunTotals['endedEarly']>): string {
  return iterations === 1 ? reason : `${iterations} iterations; ${reason}`;
}

/** Erases the current line. */
const ERASE = '\r\x1b[K';

function shownBy({ colors, settings }: ReporterOptions): Shown {
  return {
    paint: (color: InspectColor, text: string) =>
      colors ? styleText(color, text, { validateStream: false }) : text,
    symbols: 'disable-unicode' in settings ? PLAIN : UNICODE,
    tests: testsBy(settings),
    console: !('no-console' in settings),
    times: 'show-timestamps' in settings,
    verbose: 'verbose' in settings,
  };
}

function testsBy(settings: ReporterSettings): Shown['tests'] {
  if ('no-assertions' in settings) return 'none';
  return 'no-success-assertions' in settings ? 'failed' : 'all';
}

const UNICODE = { passed: '✓', failed: '✗', more: '…', bar: ['█', '░'] } as const;
const PLAIN = { passed: '+', failed: 'x', more: '...', bar: ['#', '.'] } as const;
