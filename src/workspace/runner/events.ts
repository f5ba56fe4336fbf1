// Events of a run, which reporters receive one after another, so that none has to keep what it has written.
import type { HeaderField } from '../auth/contract.ts';
import type { ReceivedResponse } from '../protocols/shared/response.ts';

export interface RunStart {
  readonly collection: { readonly id: string; readonly name: string };
  readonly environment: string | null;
  readonly iterations: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

/** A request that was sent, or could not be. */
export interface RequestRun {
  /** Counted from 0. */
  readonly iteration: number;
  readonly id: string;
  readonly name: string;
  /** Names of the folders that contain the request, the outermost first. */
  readonly folders: readonly string[];
  readonly method: string;
  /** The URL as sent. */
  readonly url: string;
  readonly sent: { readonly headers: readonly HeaderField[]; readonly body: Buffer } | null;
  readonly response: ReceivedResponse | null;
  /** The reason why there is no response; null when there is one. */
  readonly error: string | null;
  readonly tests: readonly TestResult[];
  readonly console: readonly { readonly level: string; readonly text: string }[];
  /** Scripts that ended with an error. */
  readonly scriptErrors: readonly { readonly where: string; readonly message: string }[];
  /** Names of variables without a value. */
  readonly unresolved: readonly string[];
  /** True when a script skipped the request. */
  readonly skipped: boolean;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Milliseconds, including its scripts. */
  readonly durationMs: number;
}

export interface TestResult {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  /** Null when the test passed. */
  readonly error: { readonly name: string; readonly message: string } | null;
}

export interface RunTotals {
  readonly iterations: number;
  readonly requests: number;
  readonly failedRequests: number;
  readonly tests: number;
  readonly failedTests: number;
  readonly scriptErrors: number;
  /** The average response time in milliseconds; 0 without responses. */
  readonly averageMs: number;
  /** The size of all received bodies in bytes. */
  readonly receivedBytes: number;
  readonly durationMs: number;
  /** The reason why the run ended early, for example `--bail` or a signal; null when it did not. */
  readonly stopped: string | null;
}

/** A reporter. Its promises are awaited, so that a slow disk slows down the run. */
export interface Reporter {
  start?(run: RunStart): void | Promise<void>;
  iteration?(index: number): void | Promise<void>;
  request?(run: RequestRun): void | Promise<void>;
  end?(totals: RunTotals): void | Promise<void>;
  /**
   * Called last in any case. Without a call of `end` before it, the run has failed, and unfinished output is removed.
   */
  close?(): void | Promise<void>;
}
