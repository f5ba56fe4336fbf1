// Runs a flow of several steps, with the same reporters and totals as a run of a collection.
import type { Collection } from '../../collections/model/collection.ts';
import type { ClientFlow } from '../../collections/model/flow.ts';
import type { RunTotals } from '../runner/events.ts';
import type { RunOptions } from '../runner/options.ts';
import { runScenario } from '../runner/run.ts';
import { FlowScenario } from './flow-scenario.ts';
import { sendsOf } from './sends.ts';

export interface FlowRunOptions extends Omit<RunOptions, 'collection' | 'only' | 'parallel'> {
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
  const requests = [
    ...new Map([...sends.values()].map(({ step }) => [step.request.id, step.request])).values(),
  ];
  const collection: Collection = {
    id: flow.id,
    name: flow.name,
    docs: '',
    auth: { type: 'none' },
    variables: [],
    scripts: { preRequest: '', test: '' },
    items: requests.map((request) => ({ kind: 'request', request })),
  };
  return runScenario({ ...options, collection, only: [], parallel: 1 }, new FlowScenario(flow, sends));
}
