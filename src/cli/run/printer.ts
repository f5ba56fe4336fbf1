// Prints a run: a line per request on standard output, and on a terminal a line of counters below.
import { flowSummary } from '../../flow/summary.ts';
import type { Flow } from '../../flow/flow.ts';
import { runLine, wantsColors } from '../flow-line.ts';
import type { Tally } from './tally.ts';

const CLEAR_LINE = '\r\x1b[2K';
const REFRESH_MS = 250;

export interface Printer {
  print(flow: Flow): void;
  /** Prints a line that is not about a request. */
  say(line: string): void;
  /** Removes the line of counters. */
  close(): void;
}

/** Starts printing. With `live`, the counters take the last line, which no other program may write to. */
export function startPrinter(options: {
  readonly quiet: boolean;
  readonly live: boolean;
  readonly tally: Tally;
  readonly pending: () => number;
  /** Returns a line without secrets; null where they may be shown. */
  readonly redact: ((line: string) => string) | null;
}): Printer {
  const { quiet, tally, pending, redact } = options;
  const live = options.live && process.stdout.isTTY && process.stderr.isTTY;
  const colors = wantsColors(process.stdout);
  const counters = (): void => {
    process.stderr.write(`${CLEAR_LINE}${tally.summary}, ${pending()} in progress`);
  };
  const timer = live ? setInterval(counters, REFRESH_MS) : undefined;
  return {
    print(flow) {
      if (quiet) return;
      if (live) process.stderr.write(CLEAR_LINE);
      const line = runLine(flowSummary(flow), colors);
      process.stdout.write(`${redact === null ? line : redact(line)}\n`);
    },
    say(line) {
      process.stderr.write(`${live ? CLEAR_LINE : ''}${line}\n`);
    },
    close() {
      clearInterval(timer);
      if (live) process.stderr.write(CLEAR_LINE);
    },
  };
}
