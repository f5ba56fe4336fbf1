// The log of one rule. Its rate is limited, so that a script that floods its console does not push out the lines of
// others.
import type { ConsoleLine, Level } from '../../../sandbox/job.ts';
import type { ScriptLog } from '../../script-log.ts';

const WINDOW_MS = 1000;
const MAX_LINES = 100;

export class RuleLog {
  readonly #log: ScriptLog;
  #since = 0;
  #lines = 0;
  #isClosed = false;

  constructor(log: ScriptLog) {
    this.#log = log;
  }

  /** Adds a line; drops lines beyond the first 100 of a second. */
  add(level: Level, script: string, message: string): void {
    if (this.#isClosed) return;
    const now = performance.now();
    if (now - this.#since > WINDOW_MS) {
      this.#since = now;
      this.#lines = 0;
    }
    this.#lines += 1;
    if (this.#lines <= MAX_LINES) this.#log.add(level, script, message);
    else if (this.#lines === MAX_LINES + 1)
      this.#log.add('warn', script, `More than ${MAX_LINES} lines in a second: the rest is dropped.`);
  }

  /** Records the error of a call. */
  failed(rule: string, message: string): void {
    if (!this.#isClosed) this.#log.failed(rule, message);
  }

  /** Drops further lines: that a stopped script did not finish is not worth reporting. */
  close(): void {
    this.#isClosed = true;
  }

  console(script: string, lines: readonly ConsoleLine[]): void {
    for (const { level, text } of lines) this.add(level, script, text);
  }
}
