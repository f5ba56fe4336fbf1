// A run of a flow in a channel: beside the rows of a run, what each step did, the values that it set, and the responses,
// so that the flow can begin again at a step with the values that it had there.
import { collectionOfFlow, runFlow, type FlowRunOptions } from '../../runs/flows/index.ts';
import type { FlowState } from '../../runs/flows/flow-state.ts';
import type { EndedStep, FlowStepEvent } from '../../runs/flows/step-events.ts';
import { hasFailed } from '../../runs/runner/totals.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import type { Channel } from '../channels/channel.ts';
import { startRun, type RunAbout } from './run.ts';
import type { SecretMask } from './secret-mask.ts';

/** Characters of a value in an event. */
const MAX_VALUE = 2000;
/** Bytes of one response, and of all responses, that are kept. */
const MAX_BODY = 1024 * 1024;
const MAX_BODIES = 32 * 1024 * 1024;

type LiveFlowOptions = Omit<FlowRunOptions, 'reporters' | 'signal' | 'finish' | 'observe' | 'onState'>;

export interface StepResponse {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
  /** Bytes of the whole body. */
  readonly size: number;
}

interface KeptResponse extends StepResponse {
  readonly step: string;
}

/** The states and the responses of a run, as long as its channel is there. */
export class FlowRecord {
  readonly flow: string;
  readonly #states = new Map<number, FlowState>();
  readonly #responses: KeptResponse[] = [];
  #bytes = 0;

  constructor(flow: string) {
    this.flow = flow;
  }

  /** Returns the state before a step that no other contains; undefined where the run did not get there. */
  state(number: number): FlowState | undefined {
    return this.#states.get(number);
  }

  keepState(number: number, state: FlowState): void {
    this.#states.set(number, state);
  }

  keepResponse(step: string, response: StepResponse): void {
    this.#responses.push({ ...response, step });
    this.#bytes += response.text.length;
    while (this.#bytes > MAX_BODIES && this.#responses.length > 1)
      this.#bytes -= this.#responses.shift()!.text.length;
  }

  /** Returns the response of a step in a round, such as `4.steps.1@3`; undefined where it is not kept. */
  response(step: string): StepResponse | undefined {
    return this.#responses.findLast((each) => each.step === step);
  }
}

const records = new WeakMap<Channel, FlowRecord>();

export function flowRecordOf(channel: Channel): FlowRecord | undefined {
  return records.get(channel);
}

/** Runs the flow in the background; the channel tells how far it is. */
export function startFlowRun(
  channel: Channel,
  workspace: Workspace,
  { flow, collections, from, state, ...options }: LiveFlowOptions,
  about: Pick<RunAbout, 'folder' | 'onEnd'>,
): void {
  const record = new FlowRecord(flow.id);
  records.set(channel, record);
  // Its mask has to know the secrets of all collections, and its history the flow.
  const variables = collections.flatMap((each) => each.variables);
  const subject = { ...collectionOfFlow(flow, new Map()), variables };
  const selection = from === undefined || from === 1 ? undefined : JSON.stringify({ from });
  startRun(
    channel,
    workspace,
    { ...options, collection: subject, only: [], parallel: 1 },
    {
      ...about,
      selection,
      keepBodies: 'failed',
      values: null,
      execute: (full, mask) =>
        runFlow({
          ...full,
          flow,
          collections,
          from,
          state,
          onState: (number, each) => record.keepState(number, each),
          observe: (event) => notify(channel, record, event, mask()),
        }),
    },
  );
}

function notify(channel: Channel, record: FlowRecord, event: FlowStepEvent, mask: SecretMask): void {
  const { number, iteration, rounds } = event;
  if (event.type === 'begun') {
    channel.add('step begun', { step: number, iteration, rounds });
    return;
  }
  keep(record, event, mask);
  const { ms, error, run, result, set } = event;
  channel.add(
    'step',
    {
      step: number,
      iteration,
      rounds,
      ms,
      error: error === null ? null : mask.text(error),
      status: run?.response?.status ?? null,
      hasFailed: error !== null || (run !== null && hasFailed(run)),
      reason: run === null ? null : reasonOf(run, mask),
      hasResponse: run !== null && run.response !== null,
      result: result === null ? null : shown(result, mask),
      set: set.map(({ scope, name, value }) => ({
        scope,
        name,
        value: value === undefined ? null : shown(value, mask),
      })),
    },
    500,
  );
}

/** Returns the first thing that was wrong with a request or a script. */
function reasonOf(
  { error, tests, scriptErrors }: NonNullable<EndedStep['run']>,
  mask: SecretMask,
): string | null {
  const failed = tests.find(({ passed, skipped }) => !passed && !skipped);
  const reason =
    error ??
    scriptErrors[0]?.message ??
    (failed === undefined ? null : `${failed.name}: ${failed.error?.message ?? 'it failed'}`);
  return reason === null ? null : mask.text(reason);
}

function shown(value: unknown, mask: SecretMask): string {
  const text = JSON.stringify(mask.values(value));
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text;
}

function keep(record: FlowRecord, { number, rounds, run }: EndedStep, mask: SecretMask): void {
  const response = run?.response ?? null;
  if (response === null) return;
  const { status, headers, body } = response;
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
  record.keepResponse(stepKey(number, rounds), {
    status,
    contentType: type,
    text: mask.bytes(Buffer.from(body.subarray(0, MAX_BODY))).toString(),
    size: body.length,
  });
}

/** Returns the key of a step in the rounds of its loops. */
export function stepKey(number: string, rounds: readonly number[]): string {
  return `${number}@${rounds.join('.')}`;
}
