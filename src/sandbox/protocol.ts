// Messages between the sandbox and its worker threads.
import type { Job, JobOutput, JobResult, ContextKey, Limits, Modules } from './job.ts';

/** A job with all defaults filled in. */
export interface SentJob extends Required<Pick<Job, 'setup' | 'setupInput' | 'call' | 'input' | 'bodies'>> {
  /** Null when the worker already has it under the same group and key. */
  readonly script: string | null;
  /** Null without modules, and when the worker already has them. */
  readonly modules: Modules | null;
  readonly limits: Limits;
  /** Epoch milliseconds; null without a limit. */
  readonly notAfter: number | null;
  readonly reuse: ContextKey | null;
  /** The state of the group as JSON; null when the worker already has it. */
  readonly state: string | null;
  /** True to send console lines and notes while the script runs. */
  readonly isFollowed: boolean;
}

export interface NumberedJob {
  readonly number: number;
  readonly job: SentJob;
}

export interface Done {
  readonly number: number;
  readonly result: JobResult;
  readonly state: string | null;
}

export type ToWorker =
  /** Jobs are sent in batches, because sending one message per job costs more than running many of the jobs. */
  | { readonly type: 'run'; readonly jobs: readonly NumberedJob[] }
  /** `json` is the response, or an error message when there is none. */
  | {
      readonly type: 'response';
      readonly number: number;
      readonly id: number;
      readonly isAnswered: boolean;
      readonly json: string;
    }
  | { readonly type: 'forget'; readonly group: string };

export type FromWorker =
  | { readonly type: 'alive' }
  | { readonly type: 'done'; readonly done: readonly Done[] }
  | { readonly type: 'output'; readonly number: number; readonly output: JobOutput }
  | {
      readonly type: 'call';
      readonly number: number;
      readonly id: number;
      readonly name: string;
      readonly json: string;
    };
