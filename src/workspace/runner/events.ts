// What happens in a run, as it is told to reporters: one after another, so that none need keep what it has written.
import type { HeaderField } from '../auth/contract.ts';

export interface RunStart {
  readonly collection: { readonly id: string; readonly name: string };
  readonly environment: string | null;
  readonly iterations: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** A request that has been sent, or could not be. */
export interface RequestRun {
  /** From 0. */
  readonly iteration: number;
  readonly id: string;
  readonly name: string;
  /** Names of the folders that it lies in, the outermost first. */
  readonly folders: readonly string[];
  readonly method: string;
  /** As it was sent. */
  readonly url: string;
  readonly sent: { readonly headers: readonly HeaderField[]; readonly body: Buffer } | null;
  readonly response: ReceivedResponse | null;
  /** Why there is no response; null when there is one. */
  readonly error: string | null;
  readonly tests: readonly TestResult[];
  readonly console: readonly { readonly level: string; readonly text: string }[];
  /** Scripts that ended with an error. */
  readonly scriptErrors: readonly { readonly where: string; readonly message: string }[];
  /** Names of variables that nothing was known of. */
  readonly unresolved: readonly string[];
  /** A script chose that it is not sent. */
  readonly skipped: boolean;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Milliseconds with its scripts. */
  readonly durationMs: number;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly reason: string;
  /** Such as `HTTP/1.1`. */
  readonly httpVersion: string;
  readonly headers: readonly HeaderField[];
  /** Without its content coding. */
  readonly body: Buffer;
  /** Bytes of the body as they came. */
  readonly size: number;
  /** Milliseconds from the request's first byte to the response's last. */
  readonly timeMs: number;
}

export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  /** Null when it passed. */
  readonly error: { readonly name: string; readonly message: string } | null;
}

export interface RunTotals {
  readonly iterations: number;
  readonly requests: number;
  readonly failedRequests: number;
  readonly tests: number;
  readonly failedTests: number;
  readonly scriptErrors: number;
  /** Of responses; 0 without any. */
  readonly averageMs: number;
  /** Bytes of all bodies received. */
  readonly receivedBytes: number;
  readonly durationMs: number;
  /** Whether it ended before its end: `--bail`, a signal. */
  readonly stopped: string | null;
}

/** A reporter. What it returns is waited for, so that a slow disk slows the run and not its memory. */
export interface Reporter {
  start?(run: RunStart): void | Promise<void>;
  iteration?(index: number): void | Promise<void>;
  request?(run: RequestRun): void | Promise<void>;
  end?(totals: RunTotals): void | Promise<void>;
  /** Comes last, whatever has happened; without `end` the run has failed, and what is unfinished is cleared away. */
  close?(): void | Promise<void>;
}
