// The live screen of a load test on a terminal: a panel of figures with sparklines, redrawn each second. Other
// outputs get one line per second.
import { printable } from '../../base/printable.ts';
import type { Second } from '../../services/perf/options.ts';
import { figure, ms, secondLine } from './print.ts';

export interface Screen {
  second(second: Second): void;
  /** Prints a line on standard error without damage to the panel. */
  say(line: string): void;
  /** Leaves the last state of the panel, and gives the cursor back. */
  close(): void;
}

export interface ScreenTitle {
  readonly collection: string;
  readonly durationMs: number;
}

const CLEAR_TO_END = '\x1b[0J';
const HIDE_CURSOR = '\x1b[?25l';
const SHOW_CURSOR = '\x1b[?25h';
/** A narrower terminal gets lines. */
const MIN_COLUMNS = 40;
const MAX_COLUMNS = 100;
const LABEL_COLUMNS = 12;
const VALUE_COLUMNS = 14;
/** Characters that may take two columns. */
const WIDE = /[\u1100-\uffff]/;
const BARS = '▁▂▃▄▅▆▇█';

/** Starts the screen, or prints one line per second if the output cannot show it. */
export function startScreen(title: ScreenTitle, output: NodeJS.WriteStream): Screen {
  const isTerminal = output.isTTY && process.env['TERM'] !== 'dumb' && output.columns >= MIN_COLUMNS;
  return isTerminal ? new Panel(title, output) : lines(output);
}

function lines(output: NodeJS.WriteStream): Screen {
  return {
    second: (second) => void output.write(`${secondLine(second)}\n`),
    say: (line) => void process.stderr.write(`${line}\n`),
    close: () => undefined,
  };
}

class Panel implements Screen {
  readonly #title: ScreenTitle;
  readonly #output: NodeJS.WriteStream;
  readonly #seconds: Second[] = [];
  /** The number of lines on the terminal that belong to the panel. */
  #height = 0;

  constructor(title: ScreenTitle, output: NodeJS.WriteStream) {
    this.#title = title;
    this.#output = output;
    output.write(HIDE_CURSOR);
    this.#draw();
  }

  second(second: Second): void {
    this.#seconds.push(second);
    this.#draw();
  }

  say(line: string): void {
    this.#output.write(this.#cleared());
    process.stderr.write(`${line}\n`);
    this.#draw();
  }

  close(): void {
    this.#output.write(SHOW_CURSOR);
  }

  #draw(): void {
    const panel = panelLines(this.#title, this.#seconds, Math.min(this.#output.columns, MAX_COLUMNS));
    this.#output.write(`${this.#cleared()}${panel.join('\n')}\n`);
    this.#height = panel.length;
  }

  /** Returns what removes the panel, with the cursor at its first line. */
  #cleared(): string {
    const height = this.#height;
    this.#height = 0;
    return height === 0 ? '' : `\x1b[${height}A\r${CLEAR_TO_END}`;
  }
}

/** Returns the lines of the panel, none wider than the terminal. */
export function panelLines(
  { collection, durationMs }: ScreenTitle,
  seconds: readonly Second[],
  columns: number,
): readonly string[] {
  const last = seconds.at(-1);
  const sum = (value: (second: Second) => number): number =>
    seconds.reduce((total, second) => total + value(second), 0);
  const [requests, errors] = [sum((each) => each.requests), sum((each) => each.errors)];
  const share = requests === 0 ? 0 : (errors / requests) * 100;
  const row = (label: string, value: string, figure: (second: Second) => number): string =>
    `${label.padEnd(LABEL_COLUMNS)}${value.padStart(VALUE_COLUMNS)}  ${sparkline(seconds.map(figure), columns - LABEL_COLUMNS - VALUE_COLUMNS - 2)}`;
  return [
    cut(printable(collection), WIDE.test(collection) ? columns / 2 : columns),
    progress((last?.at ?? 0) * 1000, durationMs, columns),
    row('users', String(last?.users ?? 0), (each) => each.users),
    row('requests/s', figure(last?.requestsPerSecond ?? 0), (each) => each.requestsPerSecond),
    row('average', ms(last?.averageMs ?? 0), (each) => each.averageMs),
    row('p95', ms(last?.p95Ms ?? 0), (each) => each.p95Ms),
    row('errors', String(last?.errors ?? 0), (each) => each.errors),
    cut(
      `${'total'.padEnd(LABEL_COLUMNS)}${requests} requests, ${errors} errors (${share.toFixed(2)}%)`,
      columns,
    ),
  ];
}

function progress(elapsedMs: number, durationMs: number, columns: number): string {
  const text = ` ${Math.round(elapsedMs / 1000)}s of ${durationMs / 1000}s`;
  const width = Math.max(0, columns - text.length);
  const done = Math.round(width * Math.min(1, elapsedMs / durationMs));
  return `${'━'.repeat(done)}${'─'.repeat(width - done)}${text}`;
}

/** Draws the latest values from 0 to their maximum, one column each. */
function sparkline(values: readonly number[], columns: number): string {
  const shown = values.slice(-columns);
  const max = Math.max(...shown, 0);
  const bar = (value: number): string =>
    max === 0 ? BARS[0]! : BARS[Math.min(BARS.length - 1, Math.floor((value / max) * BARS.length))]!;
  return shown.map(bar).join('');
}

function cut(text: string, columns: number): string {
  return text.length <= columns ? text : `${text.slice(0, columns - 1)}…`;
}
