// The traffic list as this page knows it. Events keep it current.
import type { FlowSummary } from '../../src/session/methods/ui-types.ts';
import type { Removal } from '../api/events.ts';
import { FlowCounters } from './flow-counters.ts';
import { FlowTable } from './flow-table/index.ts';
import { createStore } from './store.ts';

/** Facts about the list; another object after each change of it. */
export interface FlowList {
  readonly size: number;
  /** The number of flows that the list had no room for. */
  readonly dropped: number;
  /** False until the first flows, or the news that there are none, have arrived. */
  readonly isLoaded: boolean;
}

const EMPTY: FlowList = { size: 0, dropped: 0, isLoaded: false };

/** The requests themselves. */
export const flowTable = new FlowTable();
export const flowCounters = new FlowCounters(flowTable);
export const flowList = createStore<FlowList>(EMPTY);
/** The next value of `flowList`. */
let facts = EMPTY;

/** Called with the ids of those that were added, changed or removed, ascending; null for the whole list. */
type ChangeListener = (ids: readonly number[] | null) => void;
const listeners = new Set<ChangeListener>();

/** Calls `listener` after each change, before those who follow `flowList`. */
export function onFlowsChanged(listener: ChangeListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Adds new flows, and replaces those that changed. */
export function mergeFlows(summaries: readonly FlowSummary[]): void {
  publish(flowTable.merge(summaries), { isLoaded: true });
}

export function removeFlows({ ids, before, dropped = facts.dropped }: Removal): void {
  publish(flowTable.remove(ids, before), { dropped, isLoaded: true });
}

/** Forgets all flows: those of the list are about to come again. */
export function emptyFlows(): void {
  flowTable.clear();
  publish(null, EMPTY);
}

/** Notes that the list is known, also where it is empty. */
export function noteLoaded(): void {
  if (!facts.isLoaded) publish([], { isLoaded: true });
}

/** Milliseconds between two looks of the page at the list, which batches of a long one come faster than. */
const PACE_MS = 100;

/** Ids of changes that listeners do not know yet; null for the whole list. */
let pending: Set<number> | null = new Set();
let timer: ReturnType<typeof setTimeout> | null = null;
let notifiedAt = -Infinity;

function publish(ids: readonly number[] | null, change: Partial<FlowList>): void {
  if (ids === null) pending = null;
  else if (pending !== null) for (const id of ids) pending.add(id);
  facts = { ...facts, ...change };
  const wait = notifiedAt + PACE_MS - performance.now();
  if (wait > 0) timer ??= setTimeout(notify, wait);
  else if (timer === null) notify();
}

function notify(): void {
  timer = null;
  notifiedAt = performance.now();
  const ids = pending === null ? null : [...pending].sort((a, b) => a - b);
  pending = new Set();
  if (ids === null || ids.length > 0) for (const listener of listeners) listener(ids);
  flowList.set({ ...facts, size: flowTable.size });
}
