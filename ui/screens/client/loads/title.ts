// The titles of tabs of load tests: the name, and the time of one that is stored.
import { dateTimeText } from '../../../format/measures.ts';
import { createBrowserPreference, isRecordOf, isString, withoutKey } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import { useJob } from '../jobs/channel-jobs.ts';
import { loads } from './model.ts';

/** The titles of stored tests that were opened, by their ids, so that tabs have them after a reload. */
const storedTitles = createBrowserPreference('client.load-titles', {}, isRecordOf(isString));
/** The app stores fewer tests. */
const MAX_TITLES = 40;

/** Remembers the title of a test that is stored. `startedAt`: in milliseconds since 1970. */
export function nameStored(id: string, name: string, startedAt: number): void {
  const [day = '', time = ''] = dateTimeText(new Date(startedAt).toISOString()).split(', ');
  const title = `${name}, ${day.slice(0, -5)} ${time.slice(0, 5)}`;
  storedTitles.update((titles) => {
    const others = Object.entries(withoutKey(titles, id)).slice(1 - MAX_TITLES);
    return Object.fromEntries([...others, [id, title]]);
  });
}

/** `id`: of a channel or an entry of the history, or `new`. */
export function useLoadTitle(id: string): string {
  const load = useJob(loads, id);
  const stored = useStore(storedTitles)[id];
  if (id === 'new') return 'New load test';
  if (load !== null && load !== undefined) return `${load.state.name} under load`;
  return stored ?? 'Load test';
}
