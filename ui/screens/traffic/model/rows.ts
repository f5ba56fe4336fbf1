// The rows that the list shows, computed once for all components that need them.
import { useEffect, useMemo } from 'react';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { pausedList } from '../../../state/app.ts';
import { flowList } from '../../../state/flows.ts';
import { useResource } from '../../../state/resource.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import { compiledFilters, savedFilters } from '../../../state/saved-filters.ts';
import { useThrottled } from '../../../state/throttled.ts';
import { columnOf } from './columns.ts';
import { arrivals, needValues, valueId } from './content-values.ts';
import { arrangement, hiddenSessions, sectionsOf, type Arrangement, type Section } from './sessions.ts';
import { contentSearch, type ContentSearch } from './search.ts';
import { order, view, visibleFlows } from './view.ts';

/** The traffic list as the screen shows it. */
export interface Traffic {
  /** The number of all captured requests. */
  readonly total: number;
  readonly isLoaded: boolean;
  /** Occurrences in the content of what the filter looks for, by request. */
  readonly hits: ContentSearch['hits'];
  /** Those that are shown, in their order. */
  readonly rows: readonly FlowSummary[];
  /** The lines above the first rows of sessions. */
  readonly sections: readonly Section[];
  /** The times since which breakpoints hold requests, by id. */
  readonly held: ReadonlyMap<number, string>;
}

export function useTraffic(): Traffic {
  const { flows, isLoaded, dropped } = useStore(flowList);
  const shown = useStore(view);
  const sorted = useStore(order);
  const hits = useSelected(contentSearch, (now) => now.hits);
  const stored = useStore(savedFilters);
  const { value: paused } = useResource(pausedList);
  const held = useMemo(
    () => new Map((paused ?? []).map(({ requestId, pausedAt }) => [requestId, pausedAt])),
    [paused],
  );
  const saved = useMemo(() => compiledFilters(stored), [stored]);
  const values = useSortedValues(flows, sorted.column, shown.filter.contentTerms.length > 0);
  const hidden = useStore(hiddenSessions);
  const how = useStore(arrangement);
  const rows = useMemo(
    () =>
      visibleFlows(flows, shown, sorted, new Set(held.keys()), saved, hits, {
        hidden,
        arrangement: how,
      }),
    // Values that arrive change the order.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [flows, shown, sorted, held, saved, hits, hidden, how, values],
  );
  const sections = useSections(rows, how, dropped > 0);
  return { total: flows.length, isLoaded, hits, rows, sections, held };
}

/** Returns the same lines as long as they do not change, so that rows are not drawn again. */
function useSections(
  rows: readonly FlowSummary[],
  how: Arrangement,
  hasDropped: boolean,
): readonly Section[] {
  const sections = useMemo(() => sectionsOf(rows, how, hasDropped), [rows, how, hasDropped]);
  const text = JSON.stringify(sections);
  // eslint-disable-next-line react-hooks/exhaustive-deps
  return useMemo(() => sections, [text]);
}

const NO_FLOWS: readonly FlowSummary[] = [];
/** Milliseconds between two looks at which requests lack the values that they are sorted by. */
const SORT_MS = 500;

/** Reads the values of a column that sorts, where the content of requests has them; counts their arrivals. */
function useSortedValues(flows: readonly FlowSummary[], column: string, isSearching: boolean): number {
  const by = columnOf(column);
  const id = by === null ? null : valueId(by);
  const isNeeded = id !== null && (isSearching || column !== 'hits');
  const followed = useThrottled(isNeeded ? flows : NO_FLOWS, SORT_MS);
  useEffect(() => {
    needValues('sorted', followed, id === null ? [] : [id]);
  }, [followed, id]);
  const arrived = useSelected(arrivals, (count) => (isNeeded ? count : 0));
  return useThrottled(arrived, SORT_MS);
}
