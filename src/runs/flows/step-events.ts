// Events of the steps of a flow while it runs.
import type { ScopeName } from '../../collections/variables/scopes.ts';
import type { RequestRun } from '../runner/events.ts';

/** A variable that a step has set, or has removed where the value is undefined. */
export interface SetVariable {
  readonly scope: ScopeName;
  readonly name: string;
  readonly value: unknown;
}

interface StepOf {
  /** Such as `2` or `3.then.1`. */
  readonly number: string;
  /** Counted from 0. */
  readonly iteration: number;
  /** The rounds of the loops that contain it, the outermost first, each counted from 1. */
  readonly rounds: readonly number[];
}

export interface EndedStep extends StepOf {
  readonly type: 'ended';
  readonly ms: number;
  /** The reason why it has ended the flow; null otherwise. */
  readonly error: string | null;
  /** The run of a request, or of a script. */
  readonly run: RequestRun | null;
  /** The value of an extraction, the branch of a condition, or the number of rounds of a loop. */
  readonly result: unknown;
  readonly set: readonly SetVariable[];
}

export type FlowStepEvent = (StepOf & { readonly type: 'begun' }) | EndedStep;

export type ObserveSteps = (event: FlowStepEvent) => void;
