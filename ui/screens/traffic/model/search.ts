// The search that a filter with terms such as `body:` needs: the app looks into the content, and what it finds is kept here
// by id. Requests that end meanwhile are searched too.
import { useEffect } from 'react';
import type { Occurrence } from '../../../../src/session/methods/ui-types.ts';
import { messageOf } from '../../../api/client.ts';
import { search, type SearchLine } from '../../../api/search.ts';
import { flowList, flowTable, onFlowsChanged } from '../../../state/flows.ts';
import { createStore, useSelected } from '../../../state/store.ts';
import { countHitsOf } from './content-values.ts';
import { view, type View } from './view.ts';

/** The finds of a search: another object after each, which takes over those before. */
export class Hits {
  /** The requests of the last find. */
  readonly latest: readonly number[];
  readonly #found: Map<number, readonly Occurrence[]>;

  private constructor(found: Map<number, readonly Occurrence[]>, latest: readonly number[]) {
    this.#found = found;
    this.latest = latest;
  }

  static none(): Hits {
    return new Hits(new Map(), []);
  }

  get(id: number): readonly Occurrence[] | undefined {
    return this.#found.get(id);
  }

  has(id: number): boolean {
    return this.#found.has(id);
  }

  /** True where these were found by the same search, before. */
  follows(others: Hits): boolean {
    return this.#found === others.#found;
  }

  with(lines: SearchLine['hits']): Hits {
    for (const { id, found } of lines) this.#found.set(id, found);
    return new Hits(
      this.#found,
      lines.map(({ id }) => id),
    );
  }
}

export interface ContentSearch {
  readonly state: 'off' | 'searching' | 'done' | 'stopped' | 'failed';
  readonly hits: Hits;
  readonly searched: number;
  readonly total: number;
  readonly bytes: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly error: string | null;
}

const OFF: ContentSearch = {
  state: 'off',
  hits: Hits.none(),
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
  const isNeeded = filter.contentTerms.length > 0;
  useEffect(() => {
    if (!isNeeded) return;
    let stop = (): void => undefined;
    const timer = setTimeout(() => {
      stop = searchChanged(text, filter);
      void searchAll(text);
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop();
      running.abort();
      contentSearch.set(OFF);
    };
  }, [isNeeded, text, filter]);
}

async function searchAll(text: string): Promise<void> {
  countHitsOf(text);
  running = new AbortController();
  const { signal } = running;
  contentSearch.set({
    ...OFF,
    hits: Hits.none(),
    state: 'searching',
    startedAt: Date.now(),
    total: flowList.get().size,
  });
  try {
    await search(text, null, (line) => take(line, true), signal);
    contentSearch.update((now) => ({ ...now, state: 'done' }));
  } catch (error) {
    if (!signal.aborted)
      contentSearch.update((now) => ({ ...now, state: 'failed', error: messageOf(error) }));
  }
}

/** Searches those that change from now on, once they have ended and their content decides. Returns a function that ends it. */
function searchChanged(text: string, filter: View['filter']): () => void {
  const changed = new Set<number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onFlowsChanged((ids) => {
    for (const id of ids ?? []) changed.add(id);
    timer ??= setTimeout(() => {
      timer = undefined;
      const asked = [...changed].filter((id) => isUndecided(id, filter));
      changed.clear();
      if (contentSearch.get().state !== 'failed') void searchSome(text, asked);
    }, FOLLOW_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

async function searchSome(text: string, ids: readonly number[]): Promise<void> {
  const { signal } = running;
  for (let at = 0; at < ids.length && !signal.aborted; at += MAX_IDS) {
    // One that fails is no reason to give up what has been found.
    await search(text, ids.slice(at, at + MAX_IDS), (line) => take(line, false), signal).catch(() => null);
  }
}

/** True for a request that has ended and whose content decides. */
function isUndecided(id: number, filter: View['filter']): boolean {
  const row = flowTable.look(id);
  return row !== undefined && row.state !== 'pending' && filter.matches(row) === null;
}

function take({ hits, searched, total, bytes }: SearchLine, isProgress: boolean): void {
  contentSearch.update((now) => ({
    ...now,
    ...(isProgress && { searched, total, bytes }),
    ...(hits.length > 0 && { hits: now.hits.with(hits) }),
  }));
}
