// What a rule's script prints, and what is said of it, within bounds: a script that floods its console leaves room for
// the lines of others.
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

  /** Of each second the first 100 lines count. */
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
      this.#log.add(
        'warn',
        script,
        `More than ${MAX_LINES} lines in a second: the rest of them is left out.`,
      );
  }

  /** Nothing is taken any more: of a script that is ended, that it did not come to its end is no news. */
  close(): void {
    this.#isClosed = true;
  }

  console(script: string, lines: readonly ConsoleLine[]): void {
    for (const { level, text } of lines) this.add(level, script, text);
  }
}
