// Prints a run: one line per request, and on a terminal a line of counters below.
import { flowSummary } from '../../flow/summary.ts';
import type { Flow } from '../../flow/flow.ts';
import { runLine } from '../flow-line.ts';
import type { RequestLog } from './request-log.ts';
import type { Tally } from './tally.ts';

const CLEAR_LINE = '\r\x1b[2K';
const REFRESH_MS = 250;

export interface Printer {
  print(flow: Flow): void;
  /** Prints a line that is not about a request. */
  say(line: string): void;
  /** Removes the line of counters. Rejects when the lines for requests could not be written. */
  close(): Promise<void>;
}

/** Starts printing. With `live`, the counters use the last line, so no other program may write to the terminal. */
export function startPrinter(options: {
  readonly quiet: boolean;
  /** Takes the lines for requests. */
  readonly log: RequestLog;
  readonly live: boolean;
  readonly tally: Tally;
  readonly pending: () => number;
  /** Returns a line without secrets; null where they may be shown. */
  readonly redact: ((line: string) => string) | null;
}): Printer {
  const { quiet, log, tally, pending, redact } = options;
  const live = options.live && process.stdout.isTTY && process.stderr.isTTY;
  const counters = (): void => {
    process.stderr.write(`${CLEAR_LINE}${tally.summary}, ${pending()} in progress`);
  };
  const timer = live ? setInterval(counters, REFRESH_MS) : undefined;
  return {
    print(flow) {
      if (quiet) return;
      if (live) process.stderr.write(CLEAR_LINE);
      const line = runLine(flowSummary(flow), log.colors);
      log.write(redact === null ? line : redact(line));
    },
    say(line) {
      process.stderr.write(`${live ? CLEAR_LINE : ''}${line}\n`);
    },
    close() {
      clearInterval(timer);
      if (live) process.stderr.write(CLEAR_LINE);
      return log.close();
    },
  };
}
