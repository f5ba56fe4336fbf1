// The rows that the list shows, kept up for all components that need them.
import { useEffect, useMemo } from 'react';
import { pausedList } from '../../../state/app.ts';
import { flowCounters, flowList, flowTable, onFlowsChanged } from '../../../state/flows.ts';
import { useResource } from '../../../state/resource.ts';
import { compiledFilters, savedFilters } from '../../../state/saved-filters.ts';
import { createStore, useSelected, useStore } from '../../../state/store.ts';
import { useThrottled } from '../../../state/throttled.ts';
import { columnOf } from './columns.ts';
import { arrivals, needValues, valueId } from './content-values.ts';
import { contentSearch, type Hits } from './search.ts';
import { arrangement, hiddenSessions, sectionsOf, sessionOf, type Section } from './sessions.ts';
import { Rows, ShownRows } from './shown-rows.ts';
import { order, rowQuery, view } from './view.ts';

/** The traffic list as the screen shows it. */
export interface Traffic {
  /** The number of all captured requests. */
  readonly total: number;
  readonly isLoaded: boolean;
  /** True while rows are looked for; some may be there. */
  readonly isWorking: boolean;
  /** The finds of the filter in the content. */
  readonly hits: Hits;
  /** Those that are shown, in their order. */
  readonly rows: Rows;
  /** The lines above the first rows of sessions. */
  readonly sections: readonly Section[];
  /** The times since which breakpoints hold requests, by id. */
  readonly held: ReadonlyMap<number, string>;
}

const shown = createStore({ rows: Rows.none, isWorking: false });
const list = new ShownRows(flowTable, (rows, isWorking) =>
  shown.update((now) => ({ rows: rows ?? now.rows, isWorking })),
);

/** Shows the rows that view, order and all they depend on ask for. */
function show(): void {
  const { value: paused } = pausedList.store.get();
  list.show(
    rowQuery(view.get(), order.get(), {
      held: new Set(paused?.map(({ requestId }) => requestId)),
      saved: compiledFilters(savedFilters.get()),
      isHit: (id) => contentSearch.get().hits.has(id),
      hidden: hiddenSessions.get(),
      arrangement: arrangement.get(),
      sessions: (sessions = sessionsInOrder()),
    }),
  );
}

let sessions: readonly string[] = [];

/** Returns the sessions in the order in which they began. */
function sessionsInOrder(): readonly string[] {
  return [...flowCounters.sessions].sort(([, a], [, b]) => a.began - b.began).map(([name]) => name);
}

onFlowsChanged((ids) => {
  const now = sessionsInOrder();
  const isSame = now.length === sessions.length && now.every((name, at) => name === sessions[at]);
  if (isSame || (now.length < 2 && sessions.length < 2)) list.change(ids);
  else show();
});
for (const { subscribe } of [order, hiddenSessions, arrangement]) subscribe(show);
savedFilters.subscribe(() => {
  if (view.get().source.type === 'saved') show();
});
pausedList.store.subscribe(() => {
  if (view.get().source.type === 'held') show();
});

let asked = view.get();
view.subscribe(() => {
  const now = view.get();
  // Text that is no filter yet changes nothing.
  const isSame = now.source === asked.source && now.filter === asked.filter && now.chips === asked.chips;
  asked = now;
  if (!isSame) show();
});

let found = contentSearch.get().hits;
contentSearch.subscribe(() => {
  const { hits } = contentSearch.get();
  if (hits === found) return;
  const isSame = hits.follows(found);
  found = hits;
  if (isSame) list.change(hits.latest.toSorted((a, b) => a - b));
  else if (view.get().filter.contentTerms.length > 0) show();
});

export function useTraffic(): Traffic {
  const { size, isLoaded, dropped } = useStore(flowList);
  const { rows, isWorking } = useStore(shown);
  const hits = useSelected(contentSearch, (now) => now.hits);
  const { value: paused } = useResource(pausedList);
  const held = useMemo(
    () => new Map((paused ?? []).map(({ requestId, pausedAt }) => [requestId, pausedAt])),
    [paused],
  );
  useSortedValues();
  const sections = useSections(rows, dropped > 0);
  return { total: size, isLoaded, isWorking, hits, rows, sections, held };
}

/** Returns the same lines as long as they do not change, so that rows are not drawn again. */
function useSections(rows: Rows, hasDropped: boolean): readonly Section[] {
  const areGrouped = useStore(arrangement) === 'sessions' && sessions.length > 1;
  const sections = useMemo(
    () => sectionsOf(rows.length, (at) => sessionAt(rows, at), areGrouped, hasDropped),
    [rows, areGrouped, hasDropped],
  );
  const text = JSON.stringify(sections);
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => sections, [text]);
}

function sessionAt(rows: Rows, index: number): string {
  return sessionOf(flowTable.look(rows.ids[index]!) ?? {});
}

/** Milliseconds between two looks at which requests lack the values that they are sorted by. */
const SORT_MS = 500;
const NO_LIST = { size: 0 };

/** Reads the values of a column that sorts, where the content of requests has them; sorts again when some have arrived. */
function useSortedValues(): void {
  const { column } = useStore(order);
  const isSearching = useSelected(view, ({ filter }) => filter.contentTerms.length > 0);
  const by = columnOf(column);
  const id = by === null ? null : valueId(by);
  const isNeeded = id !== null && (isSearching || column !== 'hits');
  const now = useStore(flowList);
  const followed = useThrottled(isNeeded ? now : NO_LIST, SORT_MS);
  useEffect(() => {
    if (id !== null && followed !== NO_LIST) needValues('sorted', flowTable.ids(), [id]);
    else needValues('sorted', [], []);
  }, [followed, id]);
  const arrived = useSelected(arrivals, (count) => (isNeeded ? count : 0));
  const settled = useThrottled(arrived, SORT_MS);
  useEffect(() => {
    if (settled > 0) show();
  }, [settled]);
}
