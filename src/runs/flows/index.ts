// Runs a flow of several steps, with the same reporters and totals as a run of a collection.
import type { Collection } from '../../collections/model/collection.ts';
import type { ClientFlow } from '../../collections/model/flow.ts';
import type { RunTotals } from '../runner/events.ts';
import type { RunOptions } from '../runner/options.ts';
import { runScenario } from '../runner/scenario.ts';
import { UserError } from '../../base/errors.ts';
import { FlowScenario, type FlowParts } from './flow-scenario.ts';
import { sendsOf } from './sends.ts';

export interface FlowRunOptions extends Omit<RunOptions, 'collection' | 'only' | 'parallel'>, FlowParts {
  readonly flow: ClientFlow;
  /** The collections that its steps name. */
  readonly collections: readonly Collection[];
}

/**
 * Runs the flow. When a request does not exist, it rejects with a UserError that names the step, before anything is
 * sent.
 */
export async function runFlow({ flow, collections, ...options }: FlowRunOptions): Promise<RunTotals> {
  const sends = sendsOf(flow, collections);
  const { from = 1 } = options;
  if (from > Math.max(1, flow.steps.length))
    throw new UserError('INVALID_PARAMETER', `the flow ${flow.name} has no step ${from}`, { field: 'from' });
  const scenario = new FlowScenario(flow, sends, options);
  return runScenario(
    { ...options, collection: collectionOfFlow(flow, sends), only: [], parallel: 1 },
    scenario,
  );
}

/** Returns a collection of the requests of a flow, by which reports and the history name what was run. */
export function collectionOfFlow(
  flow: Pick<ClientFlow, 'id' | 'name'>,
  sends: ReturnType<typeof sendsOf>,
): Collection {
  const requests = [
    ...new Map([...sends.values()].map(({ step }) => [step.request.id, step.request])).values(),
  ];
  return {
    id: flow.id,
    name: flow.name,
    docs: '',
    auth: { type: 'none' },
    variables: [],
    scripts: { preRequest: '', test: '' },
    items: requests.map((request) => ({ kind: 'request', request })),
  };
}
