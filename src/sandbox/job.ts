// What the sandbox is asked and what it answers. Scripts, their input and their results are text; no object of one side
// is ever seen by the other.

/** Bounds of one job. What is not given is taken from `LIMITS`. */
export interface Limits {
  /** Milliseconds from the start of the job to its end, waiting for the host included but for `waitMs`. */
  readonly timeoutMs: number;
  /** Milliseconds of waiting for the host that do not count. */
  readonly waitMs: number;
  /** What the script may allocate beyond its setup; no more than 192 MiB. */
  readonly memoryBytes: number;
  /** Of the result as JSON in UTF-8. */
  readonly outputBytes: number;
  readonly consoleLines: number;
  /** Of all lines together. */
  readonly consoleBytes: number;
  /** Calls to the host, answered or not. */
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

export const MAX_MEMORY_BYTES = 192 * 1024 * 1024;

/** Answers a call of the script with JSON; what it rejects with becomes an Error in the script. */
export type HostCallHandler = (name: string, json: string) => Promise<string>;

export interface Job {
  /** The id of a setup in `setups.ts`. */
  readonly setup: string;
  readonly script: string;
  /** JSON for the setup, before the script is run. */
  readonly setupInput?: string;
  /** A function of the script to call once it has run; null to only run it. */
  readonly call: string | null;
  /** For that function: JSON, or what its setup reads. */
  readonly input?: string;
  /** Bytes that the setup may ask for by their index, so that nobody pays for a body that no script looks at. */
  readonly bodies?: readonly Uint8Array[];
  readonly limits?: Partial<Limits>;
  /** Epoch milliseconds: a job that has not begun by then is not begun, and counts as out of time. */
  readonly notAfter?: number;
  /**
   * Keeps the context after the job for the next with the same group and key, whose script then has already run. All
   * contexts of a group share one state. Without it, the job runs in a context that is as its setup left it.
   */
  readonly reuse?: ContextKey;
  readonly onHostCall?: HostCallHandler;
}

export interface ContextKey {
  readonly group: string;
  /** Stands for setup, `begin` and script: another script needs another key. */
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
  /** Places in the script alone, innermost first; empty when none is known. */
  readonly stack: string;
  readonly line: number | null;
  readonly column: number | null;
}

export interface JobResult {
  readonly outcome: Outcome;
  readonly console: readonly ConsoleLine[];
  /** What its setup has noted on the way, there however the job ended; none where it notes nothing. */
  readonly notes?: readonly string[];
}

export function fullLimits(given: Partial<Limits> = {}): Limits {
  const limits = { ...LIMITS, ...given };
  return { ...limits, memoryBytes: Math.min(limits.memoryBytes, MAX_MEMORY_BYTES) };
}

/** An error that is not the script's own fault, or has no place in it. */
export function sandboxError(name: string, message: string): ScriptError {
  return { type: 'error', name, message, stack: '', line: null, column: null };
}
