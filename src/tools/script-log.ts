// What the scripts of rules have printed, and what was said about them: the latest lines.
import type { Level } from '../sandbox/job.ts';

export interface ScriptLogEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly level: Level;
  /** The rule's name. */
  readonly script: string;
  readonly message: string;
}

const MAX_ENTRIES = 1000;
const MAX_CHARS = 10_000;
const MAX_NAME_CHARS = 200;

export class ScriptLog {
  #entries: ScriptLogEntry[] = [];
  readonly #onEntry: (entry: ScriptLogEntry) => void;

  /** `told` hears of each line at once. */
  constructor(onEntry: (entry: ScriptLogEntry) => void = () => undefined) {
    this.#onEntry = onEntry;
  }

  /** Takes a line; a long one is cut, and says so. */
  add(level: Level, script: string, message: string): void {
    const entry: ScriptLogEntry = {
      time: new Date().toISOString(),
      level,
      script: script.slice(0, MAX_NAME_CHARS).toWellFormed(),
      message: truncate(message),
    };
    this.#entries.push(entry);
    this.#onEntry(entry);
    // Not one by one: taking from the front moves all that is behind.
    if (this.#entries.length >= 2 * MAX_ENTRIES) this.#entries = this.#entries.slice(-MAX_ENTRIES);
  }

  /** The latest lines, at most 1,000, the newest last. */
  entries(limit: number): readonly ScriptLogEntry[] {
    const count = Math.min(limit, MAX_ENTRIES);
    return count > 0 ? this.#entries.slice(-count) : [];
  }
}

function truncate(message: string): string {
  if (message.length <= MAX_CHARS) return message;
  return `${message.slice(0, MAX_CHARS).toWellFormed()} [${message.length - MAX_CHARS} characters left out]`;
}
