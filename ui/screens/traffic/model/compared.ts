// The two requests that are compared, and how.
import {
  createBrowserPreference,
  createPreference,
  isBoolean,
  isOneOf,
  isRecordOf,
  isStringList,
} from '../../../state/preferences.ts';
import { createStore } from '../../../state/store.ts';

export interface Pair {
  readonly a: number;
  readonly b: number;
}

/** Null while the list is shown. */
export const compared = createStore<Pair | null>(null);

export const isByKey = createBrowserPreference('traffic.compareByKey', true, isBoolean);
export const extent = createBrowserPreference(
  'traffic.compareExtent',
  'differences',
  isOneOf('differences', 'everything'),
);

export const bodyLook = createBrowserPreference('traffic.compareBody', 'sides', isOneOf('sides', 'list'));

/** Headers and paths that are not compared, by host; with a plus before it, a header that is compared all the same. */
export const notCompared = createPreference('traffic.notCompared', {}, isRecordOf(isStringList));

export interface Exceptions {
  readonly ignored: readonly string[];
  readonly compared: readonly string[];
}

export function exceptionsOf(entries: readonly string[] = []): Exceptions {
  return {
    ignored: entries.filter((each) => !each.startsWith('+')),
    compared: entries.filter((each) => each.startsWith('+')).map((each) => each.slice(1)),
  };
}

/** Leaves something out of comparisons of a host from now on. */
export function ignore(host: string, what: string): void {
  change(host, (entries) => [...entries.filter((each) => each !== what && each !== `+${what}`), what]);
}

/** Compares something again. */
export function compareAgain(host: string, what: string): void {
  change(host, (entries) =>
    entries.includes(what) ? entries.filter((each) => each !== what) : [...entries, `+${what}`],
  );
}

function change(host: string, by: (entries: readonly string[]) => readonly string[]): void {
  notCompared.update((all) => ({ ...all, [host]: by(all[host] ?? []) }));
}
