// Repeats the failures at the end of a run, where a reader of a long log looks first.
import { printable } from '../../../base/printable.ts';
import type { RequestRun, TestResult } from '../../runner/events.ts';
import { scriptPlace } from '../shared/script-place.ts';
import { indentLines, pathOf, type Shown } from './request-lines.ts';

/** The number of requests whose failures are repeated. */
const MAX_REQUESTS = 100;

export class Failures {
  readonly #shown: Pick<Shown, 'paint' | 'symbols'>;
  readonly #texts: (readonly string[])[] = [];
  #others = 0;
  iterations = 1;

  constructor(shown: Pick<Shown, 'paint' | 'symbols'>) {
    this.#shown = shown;
  }

  /** Keeps only the lines of a failed request. */
  add(run: RequestRun): void {
    if (this.#texts.length >= MAX_REQUESTS) this.#others += 1;
    else this.#texts.push(this.#linesOf(run));
  }

  lines(): readonly string[] {
    if (this.#texts.length === 0) return [];
    const { paint } = this.#shown;
    const others =
      this.#others === 0 ? [] : [`and ${this.#others} more requests that failed, which are shown above`];
    return ['', paint('bold', 'Failures'), ...this.#texts.flatMap((text) => ['', ...text]), ...others];
  }

  #linesOf(run: RequestRun): readonly string[] {
    const { paint } = this.#shown;
    const iteration = this.iterations === 1 ? '' : paint('dim', ` (iteration ${run.iteration + 1})`);
    const number = this.#texts.length + 1;
    return [
      `${number}. ${paint('bold', pathOf(run))}${iteration}`,
      ...(run.error === null ? [] : indentLines(`${run.method} ${run.url}: ${run.error}`)),
      ...run.tests
        .filter(({ passed, skipped }) => !passed && !skipped)
        .flatMap((test) => this.#testLines(test)),
      ...run.scriptErrors.flatMap(({ name, message, ...script }) => [
        paint('red', `    ${printable(name)} in the ${printable(scriptPlace(script))}`),
        ...indentLines(message, '      '),
      ]),
    ];
  }

  #testLines({ name, error, where, event }: TestResult): readonly string[] {
    const { paint, symbols } = this.#shown;
    const position = scriptPlace({ where, event, line: error?.line ?? null });
    const head = `    ${paint('red', `${symbols.failed} ${printable(name)}`)} ${paint('dim', `(${printable(position)})`)}`;
    if (error === null) return [head];
    const { expected, actual } = error;
    return [
      head,
      ...indentLines(`${error.name}: ${error.message}`, '      '),
      ...(expected === undefined || actual === undefined
        ? []
        : [`      expected ${printable(expected)}`, `      got      ${printable(actual)}`]),
    ];
  }
}
