// The interface of the sandbox. Scripts, their input and their results are text; neither side ever sees an object of
// the other.

/** Limits of one job; `LIMITS` has the defaults. */
export interface Limits {
  /**
   * Milliseconds from the start of the job to its end, including the time that it waits for the host beyond `waitMs`.
   */
  readonly timeoutMs: number;
  /** Milliseconds of waiting for the host that do not count towards `timeoutMs`. */
  readonly waitMs: number;
  /** Bytes that the script may allocate in addition to its setup; at most 192 MiB. */
  readonly memoryBytes: number;
  /** The size of the result as JSON in UTF-8. */
  readonly outputBytes: number;
  readonly consoleLines: number;
  /** The size of all console lines together. */
  readonly consoleBytes: number;
  /** The number of calls to the host. */
  readonly hostCalls: number;
}

export const LIMITS: Limits = {
  timeoutMs: 2000,
  waitMs: 0,
  memoryBytes: 64 * 1024 * 1024,
  outputBytes: 16 * 1024 * 1024,
  consoleLines: 200,
  consoleBytes: 64 * 1024,
  hostCalls: 100,
};

export const MAX_MEMORY_BYTES = 1536 * 1024 * 1024;

/** Responds to a call of the script with JSON; a rejection becomes an Error in the script. */
export type HostCallHandler = (name: string, json: string) => Promise<string>;

export interface Job {
  /** The id of a setup in `setups.ts`. */
  readonly setup: string;
  readonly script: string;
  /** Modules that the script may import, by their paths; the script is then a module itself. */
  readonly modules?: Modules | undefined;
  /** Input of the setup as JSON. The setup receives it before the script runs. */
  readonly setupInput?: string;
  /** The name of a function of the script to call after it has run; null to only run it. */
  readonly call: string | null;
  /** The input of that function: JSON, or another format that its setup reads. */
  readonly input?: string;
  /** Bodies as bytes, which the setup reads by index. They cost nothing unless a script reads them. */
  readonly bodies?: readonly Uint8Array[];
  readonly limits?: Partial<Limits>;
  /** Epoch milliseconds after which the job is not started, but counts as timed out. */
  readonly notAfter?: number;
  /**
   * Keeps the context after the job for the next job with the same group and key, which need not run the script again.
   * All contexts of a group share one state. Without `reuse`, the job runs in a clean context of its setup.
   */
  readonly reuse?: ContextKey;
  readonly onHostCall?: HostCallHandler;
  /** Receives console lines and notes while the script runs, in parts; the result has all of them too. */
  readonly onOutput?: (output: JobOutput) => void;
}

export interface JobOutput {
  readonly console: readonly ConsoleLine[];
  readonly notes: readonly string[];
}

/** The code of modules by their paths from the script, with `/` between names: `lib.js`, `lib/a.js`. */
export type Modules = Readonly<Record<string, string>>;

export interface ContextKey {
  readonly group: string;
  /** Identifies the setup, its input and the script: another script needs another key. */
  readonly key: string;
}

export const LEVELS = ['log', 'info', 'warn', 'error', 'debug'] as const;
export type Level = (typeof LEVELS)[number];

export interface ConsoleLine {
  readonly level: Level;
  readonly text: string;
}

export type Outcome =
  | { readonly type: 'value'; readonly json: string }
  | ScriptError
  | { readonly type: 'timeout' }
  | { readonly type: 'memory' };

export interface ScriptError {
  readonly type: 'error';
  readonly name: string;
  readonly message: string;
  /** Locations in the script only, innermost first; empty when none is known. */
  readonly stack: string;
  readonly line: number | null;
  readonly column: number | null;
  /** The path of the module that line and column are in; absent for the script itself. */
  readonly file?: string;
}

export interface JobResult {
  readonly outcome: Outcome;
  readonly console: readonly ConsoleLine[];
  /** Notes that the setup made, whatever the outcome; absent without any. */
  readonly notes?: readonly string[];
}

export function fullLimits(given: Partial<Limits> = {}): Limits {
  const limits = { ...LIMITS, ...given };
  return { ...limits, memoryBytes: Math.min(limits.memoryBytes, MAX_MEMORY_BYTES) };
}

/** Returns an error that the script did not cause, or that has no location in it. */
export function sandboxError(name: string, message: string): ScriptError {
  return { type: 'error', name, message, stack: '', line: null, column: null };
}
