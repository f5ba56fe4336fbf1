// The latest console lines and errors of the scripts of rules.
import type { Level } from '../sandbox/job.ts';

export interface ScriptLogEntry {
  /** ISO 8601, UTC. */
  readonly time: string;
  readonly level: Level;
  /** The rule's name. */
  readonly script: string;
  readonly message: string;
}

/** The error of a call, with its position in the script at the end. */
export type ScriptError = Pick<ScriptLogEntry, 'time' | 'message'>;

const MAX_ENTRIES = 1000;
const MAX_CHARS = 10_000;
const MAX_NAME_CHARS = 200;

export class ScriptLog {
  #entries: ScriptLogEntry[] = [];
  /** By the ids of rules. */
  readonly #errors = new Map<string, ScriptError>();
  readonly #onEntry: (entry: ScriptLogEntry) => void;

  /** `onEntry` is called with each line. */
  constructor(onEntry: (entry: ScriptLogEntry) => void = () => undefined) {
    this.#onEntry = onEntry;
  }

  /** Adds a line. A long line is cut and marked as cut. */
  add(level: Level, script: string, message: string): void {
    const entry: ScriptLogEntry = {
      time: new Date().toISOString(),
      level,
      script: script.slice(0, MAX_NAME_CHARS).toWellFormed(),
      message: truncate(message),
    };
    this.#entries.push(entry);
    this.#onEntry(entry);
    // Trimmed in batches, because removing the first entry of an array moves all others.
    if (this.#entries.length >= 2 * MAX_ENTRIES) this.#entries = this.#entries.slice(-MAX_ENTRIES);
  }

  /** Records the error of a call of a rule's script. */
  failed(rule: string, message: string): void {
    this.#errors.set(rule, { time: new Date().toISOString(), message: truncate(message) });
  }

  /** Forgets the error of a rule: its script is another one, or it is gone. */
  forgetError(rule: string): void {
    this.#errors.delete(rule);
  }

  /** Returns the latest error of the script that a rule has now; null without one. */
  lastError(rule: string): ScriptError | null {
    return this.#errors.get(rule) ?? null;
  }

  /** Returns the latest lines, at most 1,000, the newest last. */
  entries(limit: number): readonly ScriptLogEntry[] {
    const count = Math.min(limit, MAX_ENTRIES);
    return count > 0 ? this.#entries.slice(-count) : [];
  }
}

function truncate(message: string): string {
  if (message.length <= MAX_CHARS) return message;
  return `${message.slice(0, MAX_CHARS).toWellFormed()} [${message.length - MAX_CHARS} characters left out]`;
}
