// The latest searches in the responses of each request, which the browser keeps.
import { useMemo } from 'react';
import type { SearchMemory } from '../../../bodies/json/search-memory.ts';
import { createBrowserPreference, isRecordOf, isStringList } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';

const MAX_SEARCHES = 20;
const MAX_REQUESTS = 200;

const latest = createBrowserPreference<Readonly<Record<string, readonly string[]>>>(
  'client.searches',
  {},
  isRecordOf(isStringList),
);

export function useSearchMemory(tab: string): SearchMemory {
  const searches = useStore(latest)[tab];
  return useMemo(
    () => ({ searches: searches ?? [], remember: (search) => remember(tab, search.trim()) }),
    [tab, searches],
  );
}

function remember(tab: string, search: string): void {
  if (search === '') return;
  latest.update((all) => {
    const { [tab]: before = [], ...others } = all;
    const searches = [search, ...before.filter((each) => each !== search)].slice(0, MAX_SEARCHES);
    return Object.fromEntries([...Object.entries(others).slice(-(MAX_REQUESTS - 1)), [tab, searches]]);
  });
}
