// The events of a run as its channel tells them.
import type { RunRow, RunTotals } from '../../../../src/session/methods/ui-types.ts';
import type { ChannelEvent } from '../../../api/channels.ts';

export type { RunRow, RunTotals };

/** A request that an iteration is to send. */
export interface PlannedStep {
  readonly request: string;
  readonly name: string;
  readonly type: string;
  readonly method: string;
}

/** The run that this one is compared with. */
export interface EarlierTotals {
  readonly run: string;
  readonly startedAt: number;
  readonly totals: RunTotals;
}

export interface RunStart {
  readonly iterations: number;
  readonly requests: number;
  readonly total: number;
  readonly collection: string;
  readonly environment: string | null;
  readonly startedAt: number;
  readonly steps: readonly PlannedStep[];
  /** The first value of each row of data. */
  readonly labels: readonly string[];
  readonly parallel: number;
  /** The run whose failed requests are sent again. */
  readonly repeats: string | null;
  readonly before: EarlierTotals | null;
}

export type RunEnd =
  | {
      readonly outcome: 'ended';
      readonly success: boolean;
      readonly totals: RunTotals;
      readonly before: { readonly fixed: number; readonly isWhole: boolean } | null;
      /** The reason why later requests are not kept; null when all are. */
      readonly notKept: string | null;
    }
  | { readonly outcome: 'failed' | 'refused' | 'lost'; readonly reason: string };

export type RunEvent = ChannelEvent &
  (
    | ({ readonly type: 'start' } & RunStart)
    | { readonly type: 'request'; readonly row: RunRow }
    | { readonly type: 'paused' | 'resumed' }
    | ({ readonly type: 'end' } & RunEnd)
  );
