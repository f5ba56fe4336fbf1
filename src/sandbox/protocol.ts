// What the sandbox and its threads say to each other.
import type { Job, JobResult, ContextKey, Limits } from './job.ts';

/** A job with everything filled in. */
export interface SentJob extends Required<Pick<Job, 'setup' | 'setupInput' | 'call' | 'input' | 'bodies'>> {
  /** Null when the thread has it under the same group and key. */
  readonly script: string | null;
  readonly limits: Limits;
  /** Epoch milliseconds; null: whenever it may be. */
  readonly notAfter: number | null;
  readonly reuse: ContextKey | null;
  /** The state of the group, JSON; null when the thread has it. */
  readonly state: string | null;
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
  /** Those that came together: a message of its own for each costs more than many a job. */
  | { readonly type: 'run'; readonly jobs: readonly NumberedJob[] }
  /** `json` is an answer, or a message when there is none. */
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
  | {
      readonly type: 'call';
      readonly number: number;
      readonly id: number;
      readonly name: string;
      readonly json: string;
    };
