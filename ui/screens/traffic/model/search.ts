// The search that a filter with terms such as `body:` needs: the app looks into the content, and what it finds is kept here
// by id. Requests that end meanwhile are searched too.
import { useEffect } from 'react';
import type { FlowSummary, Occurrence } from '../../../../src/session/methods/ui-types.ts';
import { messageOf } from '../../../api/client.ts';
import { search, type SearchLine } from '../../../api/search.ts';
import { flowList } from '../../../state/flows.ts';
import { createStore, useSelected, useStore } from '../../../state/store.ts';
import { useThrottled } from '../../../state/throttled.ts';
import { countHitsOf } from './content-values.ts';
import { view, type View } from './view.ts';

export interface ContentSearch {
  readonly state: 'off' | 'searching' | 'done' | 'stopped' | 'failed';
  /** Occurrences of the terms, by request. */
  readonly hits: ReadonlyMap<number, readonly Occurrence[]>;
  readonly searched: number;
  readonly total: number;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly error: string | null;
}

const OFF: ContentSearch = {
  state: 'off',
  hits: new Map(),
  searched: 0,
  total: 0,
  bytes: 0,
  startedAt: 0,
  error: null,
};

export const contentSearch = createStore<ContentSearch>(OFF);

/** Milliseconds of typing during which no search begins. */
const TYPING_MS = 200;
/** Milliseconds between two searches of requests that have ended. */
const FOLLOW_MS = 300;
/** Ids in one request. */
const MAX_IDS = 500;

let running = new AbortController();
/** Requests whose content has been asked for. */
let asked = new Set<number>();

/** Ends the search of older requests; what has been found stays, and new requests are searched. */
export function stopSearch(): void {
  if (contentSearch.get().state !== 'searching') return;
  running.abort();
  running = new AbortController();
  contentSearch.update((now) => ({ ...now, state: 'stopped' }));
}

/** Searches as long as the filter needs it. */
export function useContentSearch(): void {
  const filter = useSelected(view, (now) => now.filter);
  const text = useSelected(view, (now) => now.validText);
  const { flows } = useThrottled(useStore(flowList), FOLLOW_MS);
  const { state } = useStore(contentSearch);
  const isNeeded = filter.contentTerms.length > 0;
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setTimeout(() => void searchAll(text, filter), TYPING_MS);
    return () => {
      clearTimeout(timer);
      running.abort();
      contentSearch.set(OFF);
    };
  }, [isNeeded, text, filter]);
  useEffect(() => {
    if (isNeeded && state !== 'off' && state !== 'failed') void searchNew(text, filter, flows);
  }, [isNeeded, text, filter, flows, state]);
}

async function searchAll(text: string, filter: View['filter']): Promise<void> {
  countHitsOf(text);
  running = new AbortController();
  const { signal } = running;
  asked = new Set(undecided(flowList.get().flows, filter));
  contentSearch.set({
    ...OFF,
    state: 'searching',
    startedAt: Date.now(),
    total: flowList.get().flows.length,
  });
  try {
    await search(text, null, (line) => take(line, true), signal);
    contentSearch.update((now) => ({ ...now, state: 'done' }));
  } catch (error) {
    if (!signal.aborted)
      contentSearch.update((now) => ({ ...now, state: 'failed', error: messageOf(error) }));
  }
}

/** Searches those that have ended, or that the rest of the filter matches, since the search began. */
async function searchNew(text: string, filter: View['filter'], flows: readonly FlowSummary[]): Promise<void> {
  const { signal } = running;
  const ids = undecided(flows, filter).filter((id) => !asked.has(id));
  for (const id of ids) asked.add(id);
  for (let at = 0; at < ids.length && !signal.aborted; at += MAX_IDS) {
    // One that fails is no reason to give up what has been found.
    await search(text, ids.slice(at, at + MAX_IDS), (line) => take(line, false), signal).catch(() => null);
  }
}

/** Returns the requests that have ended and whose content decides. */
function undecided(flows: readonly FlowSummary[], filter: View['filter']): readonly number[] {
  return flows
    .filter((flow) => flow.state !== 'pending' && filter.matches(flow) === null)
    .map(({ id }) => id);
}

function take({ hits, searched, total, bytes }: SearchLine, isProgress: boolean): void {
  contentSearch.update((now) => ({
    ...now,
    ...(isProgress && { searched, total, bytes }),
    ...(hits.length > 0 && {
      hits: new Map([...now.hits, ...hits.map(({ id, found }) => [id, found] as const)]),
    }),
  }));
}
