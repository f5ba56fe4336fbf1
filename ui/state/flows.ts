// The traffic list as this page knows it. Events keep it current.
import type { FlowSummary } from '../../src/session/methods/ui-types.ts';
import type { Removal } from '../api/events.ts';
import { createStore } from './store.ts';

/** The flows that this page knows. */
export interface FlowList {
  /** The flows in the order of their ids. */
  readonly flows: readonly FlowSummary[];
  readonly byId: ReadonlyMap<number, FlowSummary>;
  /** The number of flows that the list had no room for. */
  readonly dropped: number;
  /** False until the first flows, or the news that there are none, have arrived. */
  readonly isLoaded: boolean;
}

const EMPTY: FlowList = { flows: [], byId: new Map(), dropped: 0, isLoaded: false };

export const flowList = createStore<FlowList>(EMPTY);

/** Adds new flows, and replaces those that changed. */
export function mergeFlows(list: FlowList, summaries: readonly FlowSummary[]): FlowList {
  const byId = new Map(list.byId);
  const added: number[] = [];
  for (const summary of summaries) {
    if (!byId.has(summary.id)) added.push(summary.id);
    byId.set(summary.id, summary);
  }
  const hasChanged = added.length < summaries.length;
  const kept = hasChanged ? list.flows.map(({ id }) => byId.get(id)!) : list.flows;
  const flows = [...kept, ...added.map((id) => byId.get(id)!)];
  // Changes arrive in the order of revisions, so a new flow may come after one with a higher id.
  const isSorted = added.every((id, at) => id > (added[at - 1] ?? list.flows.at(-1)?.id ?? 0));
  const inOrder = isSorted ? flows : flows.sort((a, b) => a.id - b.id);
  return { flows: inOrder, byId, dropped: list.dropped, isLoaded: true };
}

export function removeFlows(list: FlowList, { ids, before, dropped = list.dropped }: Removal): FlowList {
  const removed = new Set(ids);
  const flows = list.flows.filter(({ id }) => id >= before && !removed.has(id));
  if (flows.length === list.flows.length) return { ...list, dropped, isLoaded: true };
  return { flows, byId: new Map(flows.map((flow) => [flow.id, flow])), dropped, isLoaded: true };
}

export function emptyFlows(): FlowList {
  return EMPTY;
}
