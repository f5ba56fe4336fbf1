// The state of a run of a flow, made of the events of its channel.
import type { ChannelEvent } from '../../../api/channels.ts';

export interface SetVariable {
  readonly scope: string;
  readonly name: string;
  /** JSON; null for one that was removed. */
  readonly value: string | null;
}

/** The result of a step in a round of the loops around it. */
export interface StepResult {
  readonly step: string;
  readonly rounds: readonly number[];
  readonly iteration: number;
  readonly ms: number;
  readonly error: string | null;
  readonly status: number | null;
  readonly hasFailed: boolean;
  readonly reason: string | null;
  readonly hasResponse: boolean;
  /** JSON of what it has found. */
  readonly result: string | null;
  readonly set: readonly SetVariable[];
}

export interface RunEnd {
  readonly success: boolean;
  /** The reason why it has ended early; null otherwise. */
  readonly reason: string | null;
  readonly durationMs: number;
}

export interface FlowRunState {
  /** Null until the app has begun. */
  readonly channel: string | null;
  readonly startedAt: number;
  /** The steps that go on, the outermost first. */
  readonly going: readonly string[];
  /** In the order of their ends. */
  readonly results: readonly StepResult[];
  /** Null while it goes on. */
  readonly end: RunEnd | null;
}

/** Results that are kept; later ones replace the oldest. */
const MAX_RESULTS = 20_000;

export function begunRun(channel: string | null, startedAt: number): FlowRunState {
  return { channel, startedAt, going: [], results: [], end: null };
}

interface FlowEvent extends ChannelEvent, StepResult {
  readonly outcome?: string;
  readonly success?: boolean;
  readonly totals?: { readonly stopped: string | null; readonly durationMs: number };
}

export function afterEvents(state: FlowRunState, events: readonly ChannelEvent[]): FlowRunState {
  let { going, end } = state;
  const added: StepResult[] = [];
  for (const event of events as readonly FlowEvent[]) {
    if (event.type === 'step begun') going = [...going, event.step];
    else if (event.type === 'step') {
      added.push(event);
      going = going.filter((each) => each !== event.step);
    } else if (event.type === 'end') {
      going = [];
      end = {
        success: event.success === true,
        reason: event.totals?.stopped ?? event.reason,
        durationMs: event.totals?.durationMs ?? event.time - state.startedAt,
      };
    }
  }
  const results = added.length === 0 ? state.results : [...state.results, ...added].slice(-MAX_RESULTS);
  return { ...state, going, end, results };
}

/** Returns the results of a step, the first round first. */
export function resultsOf({ results }: FlowRunState, step: string): readonly StepResult[] {
  return results.filter((each) => each.step === step);
}

export interface ShownValue extends SetVariable {
  /** The step that has set it last. */
  readonly step: string;
}

/** Returns the variables that have been set up to a result, with the step that did it. */
export function valuesAfter({ results }: FlowRunState, last: StepResult): readonly ShownValue[] {
  const values = new Map<string, ShownValue>();
  for (const result of results) {
    // A step that contains others repeats what they have set.
    const isInner = results.some((each) => each.step.startsWith(`${result.step}.`));
    if (!isInner)
      for (const each of result.set) values.set(`${each.scope} ${each.name}`, { ...each, step: result.step });
    if (result === last) break;
  }
  return [...values.values()].filter(({ value }) => value !== null);
}
