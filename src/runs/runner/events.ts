// Events of a run. Reporters receive them one by one, so that no reporter has to keep what it has already written.
import type { HeaderField, SignableRequest } from '../../requests/auth/contract.ts';
import type { Collection } from '../../collections/model/collection.ts';
import type { Environment } from '../../collections/model/environment.ts';
import type { Variable } from '../../collections/model/values.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import type { ReceivedResponse } from '../../requests/response.ts';
import type { CookieStore } from '../../requests/http/cookies.ts';
import type { Scopes } from '../../collections/variables/scopes.ts';
import type { ScriptOutcome, ScriptOutput, ScriptTest } from '../scripts/contract.ts';

export interface RunStart {
  /** The whole of what is run; `collection` and `environment` are the names in it. */
  readonly subject: RunSubject;
  readonly collection: { readonly id: string; readonly name: string };
  readonly environment: string | null;
  readonly iterations: number;
  /** The number of requests in each iteration, unless scripts choose others. */
  readonly requests: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Absent where the files are not known. */
  readonly placeOf?: PlaceOf | undefined;
}

/** A line of a file, counted from 1. */
export interface FilePlace {
  readonly file: string;
  readonly line: number;
}

/** Returns the place of a request, or of the test with this name in it; null where it is not known. */
export type PlaceOf = (run: RequestRun, test?: string) => FilePlace | null;

/** The subject of a run: its definitions. */
export interface RunSubject {
  readonly collection: Collection;
  readonly environment: Environment | null;
  readonly globals: readonly Variable[];
}

/** The state of a run after its last request. */
export interface RunState {
  readonly scopes: Scopes;
  readonly cookies: CookieStore;
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
  readonly scriptErrors: readonly ScriptFailure[];
  /** Names of variables without a value. */
  readonly unresolved: readonly string[];
  /** True when a script skipped the request. */
  readonly skipped: boolean;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  /** Milliseconds, including its scripts. */
  readonly durationMs: number;
}

/** When a script runs, before the request or after its response, by the names in Postman's collections. */
export type ScriptEvent = 'prerequest' | 'test';

/** Receives a part of the output of a script that runs. */
export type OnScriptOutput = (event: ScriptEvent, output: ScriptOutput) => void;

export interface ScriptFailure {
  /** The owner of the script, such as `folder Users`. */
  readonly where: string;
  readonly event: ScriptEvent;
  /** The line in the script; null when it is not known. */
  readonly line: number | null;
  readonly name: string;
  readonly message: string;
}

export interface TestResult {
  /** The script that contains the test. */
  readonly where: string;
  readonly event: ScriptEvent;
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  /** Null when the test passed. */
  readonly error: ScriptTest['error'];
}

/** A request within a run in progress. */
export interface StepPlace {
  readonly request: SavedRequest;
  /** Counted from 0. */
  readonly iteration: number;
}

/** A step of a request, in this order; scripts can send requests too. */
export type StepEvent =
  | { readonly type: 'begun' }
  | { readonly type: 'scriptsBegun'; readonly event: ScriptEvent }
  | { readonly type: 'scriptBegun'; readonly event: ScriptEvent; readonly script: string }
  | {
      readonly type: 'scriptEnded';
      readonly event: ScriptEvent;
      readonly script: string;
      readonly outcome: ScriptOutcome;
    }
  | { readonly type: 'scriptsEnded'; readonly event: ScriptEvent; readonly ran: number }
  | { readonly type: 'sending'; readonly request: SignableRequest }
  | { readonly type: 'received'; readonly request: SignableRequest; readonly response: ReceivedResponse }
  | { readonly type: 'notReceived'; readonly request: SignableRequest; readonly error: Error }
  | { readonly type: 'ended'; readonly run: RequestRun };

export interface RunTotals {
  readonly iterations: number;
  readonly requests: number;
  readonly failedRequests: number;
  readonly tests: number;
  readonly failedTests: number;
  readonly scriptErrors: number;
  /** The average response time in milliseconds; 0 without responses. */
  readonly averageMs: number;
  /** Response times in milliseconds; 0 without responses. */
  readonly responseMs: {
    readonly min: number;
    readonly median: number;
    readonly p90: number;
    readonly p95: number;
    readonly p99: number;
    readonly max: number;
  };
  /** The size of all received bodies in bytes. */
  readonly receivedBytes: number;
  readonly durationMs: number;
  /** The reason why the run ended early, for example `--bail` or a signal; null when it did not. */
  readonly stopped: string | null;
  /** The number of iterations that a script ended before their last request, and how the first ended; null for none. */
  readonly endedEarly: { readonly iterations: number; readonly reason: string } | null;
}

/** A reporter. Its promises are awaited, so that a slow disk slows down the run. */
export interface Reporter {
  start?(run: RunStart): void | Promise<void>;
  iteration?(index: number): void | Promise<void>;
  /** Called at once for every step of every request, even while another reporter is still busy. */
  step?(at: StepPlace, event: StepEvent): void;
  request?(run: RequestRun): void | Promise<void>;
  /** Called when all requests of an iteration have been reported. */
  iterationEnd?(index: number): void | Promise<void>;
  /** Called once before `end`, with the variables and cookies that the first of parallel iterations has left. */
  state?(state: RunState): void | Promise<void>;
  end?(totals: RunTotals): void | Promise<void>;
  /**
   * Called last in any case. Without a call of `end` before it, the run has failed, and unfinished output is removed.
   */
  close?(): void | Promise<void>;
}
