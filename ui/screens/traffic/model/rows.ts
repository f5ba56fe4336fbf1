// The rows that the list shows, computed once for all components that need them.
import { useMemo } from 'react';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { pausedList } from '../../../state/app.ts';
import { flowList } from '../../../state/flows.ts';
import { useResource } from '../../../state/resource.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import { compiledFilters, savedFilters } from '../../../state/saved-filters.ts';
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
  /** The times since which breakpoints hold requests, by id. */
  readonly held: ReadonlyMap<number, string>;
}

export function useTraffic(): Traffic {
  const { flows, isLoaded } = useStore(flowList);
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
  const rows = useMemo(
    () => visibleFlows(flows, shown, sorted, new Set(held.keys()), saved, hits),
    [flows, shown, sorted, held, saved, hits],
  );
  return { total: flows.length, isLoaded, hits, rows, held };
}
