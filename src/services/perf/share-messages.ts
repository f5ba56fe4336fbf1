// The reports of a share of a load test, and the messages between its thread and the thread that combines them.
import type { MeasuredData, RequestMeasurement } from './measurements.ts';

export interface ShareReport {
  /** The stage of what was measured, counted from 0. */
  readonly stage: number;
  /** False for a report between two seconds, at the end of a stage. */
  readonly isSecond: boolean;
  /** Users at the moment. */
  readonly users: number;
  /** Iterations since the start. */
  readonly iterations: number;
  /** Iterations of the open model that no user was free for until now. */
  readonly notStarted: number;
  /** Requests by host since the last report. */
  readonly hosts: ReadonlyMap<string, number>;
  /** The measurements of each request since the last report. */
  readonly requests: readonly RequestMeasurement[];
}

export interface ShareEnd {
  /** Until the last response. */
  readonly durationMs: number;
}

export type ToShare = { readonly type: 'run' } | { readonly type: 'stop' } | { readonly type: 'hurry' };

export type FromShare =
  | { readonly type: 'ready' }
  | {
      readonly type: 'report';
      readonly state: Omit<ShareReport, 'requests'>;
      readonly requests: readonly (MeasuredData | null)[];
    }
  | { readonly type: 'ended'; readonly end: ShareEnd }
  | { readonly type: 'failed'; readonly message: string };
