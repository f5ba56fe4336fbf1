// The zone of the times that the page shows. This browser keeps it.
import { showTimesIn } from '../format/measures.ts';
import { createBrowserPreference, isOneOf } from './preferences.ts';

export const timeZone = createBrowserPreference('times', 'local', isOneOf('local', 'utc'));

/** Applies the zone now and whenever it changes. */
export function applyTimeZone(): void {
  const apply = (): void => showTimesIn(timeZone.get());
  timeZone.subscribe(apply);
  apply();
}
