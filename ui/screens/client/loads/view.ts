// The load test that a page shows: one that goes on in this window, or one that is stored.
import { useEffect, useState } from 'react';
import { messageOf, rpc } from '../../../api/client.ts';
import { useJob, type JobEnd } from '../jobs/channel-jobs.ts';
import {
  furtherOf,
  loads,
  type FurtherOptions,
  type Load,
  type LoadAbout,
  type LoadState,
  type Result,
  type Totals,
} from './model.ts';
import { nameStored } from './title.ts';

export interface LoadView {
  /** The id of the channel, and of the entry of the history. */
  readonly id: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly state: LoadState;
  /** Null while it goes on. */
  readonly end: JobEnd | null;
}

export type Loaded = { readonly view: LoadView } | { readonly error: string } | null;

/** Returns the test with this id; null while it is not known. */
export function useLoadView(id: string): Loaded {
  const load = useJob(loads, id);
  const [stored, setStored] = useState<Loaded>(null);
  const isElsewhere = load === null;
  useEffect(() => {
    if (!isElsewhere || id === 'new') return;
    const ended = new AbortController();
    rpc('client.history_entry', { id }, ended.signal)
      .then(({ entry, loadTest }) => {
        setStored({ view: storedView(id, entry, loadTest) });
        nameStored(id, entry.name, entry.time);
      })
      // What is not stored may go on in another window.
      .catch((reason: unknown) =>
        loads.followOther(id).catch(() => {
          if (!ended.signal.aborted) setStored({ error: messageOf(reason) });
        }),
      );
    return () => ended.abort();
  }, [id, isElsewhere]);
  return load ? { view: viewOf(load) } : load === null ? stored : null;
}

function viewOf({ channel, startedAt, state, end }: Load): LoadView {
  return { id: channel, startedAt, state, end };
}

interface Entry {
  readonly time: number;
  readonly name: string;
  readonly environment: string | null;
  readonly outcome: string;
  readonly reason: string | null;
}

interface Stored {
  readonly collection?: string;
  readonly options?: Partial<LoadAbout> & FurtherOptions;
  readonly result?: Result;
  readonly thresholds?: LoadState['thresholds'];
  readonly verdict?: LoadState['verdict'];
  readonly before?: { readonly id: string } | null;
}

/** Returns a stored test; throws an Error where its file has no result. */
function storedView(id: string, entry: Entry, loadTest: object | null): LoadView {
  const {
    collection = '',
    options = {},
    result,
    thresholds = [],
    verdict = null,
    before,
  } = (loadTest ?? {}) as Stored;
  if (result === undefined) throw new Error('it is not stored any more');
  const state: LoadState = {
    name: entry.name,
    collection,
    environment: entry.environment,
    dataset: options.dataset ?? null,
    only: options.only ?? [],
    weights: options.weights ?? {},
    dataPerUser: options.dataPerUser ?? false,
    profile: options.profile ?? 'fixed',
    stages: options.stages ?? [],
    users: result.users,
    rate: result.rate,
    durationMs: options.durationMs ?? result.durationMs,
    further: furtherOf(options),
    seconds: result.seconds,
    thresholds,
    result,
    verdict,
    before: before?.id ?? null,
  };
  return { id, startedAt: entry.time, state, end: { outcome: entry.outcome, reason: entry.reason } };
}

/** Returns the figures of a test: so far, read again with each second, or those of its end. */
export function useTotals({ id, state, end }: LoadView): Totals | null {
  const [totals, setTotals] = useState<Totals | null>(null);
  const isRunning = end === null;
  const seconds = state.seconds.length;
  useEffect(() => {
    if (!isRunning || seconds === 0) return;
    const ended = new AbortController();
    rpc('client.load_test_totals', { channel: id }, ended.signal).then(
      ({ totals: read }) => setTotals(read as unknown as Totals | null),
      () => undefined,
    );
    return () => ended.abort();
  }, [id, seconds, isRunning]);
  return state.result ?? totals;
}
