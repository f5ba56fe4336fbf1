// The filters that the user saved under names. The app keeps them.
import { parseFilter } from '../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../src/session/methods/ui-types.ts';
import { createPreference, isRecordOf, isString, withoutKey } from './preferences.ts';

export interface SavedFilter {
  readonly name: string;
  readonly text: string;
  readonly matches: (flow: FlowSummary) => boolean;
}

/** Texts of filters by name. */
type Stored = Readonly<Record<string, string>>;

export const savedFilters = createPreference<Stored>(
  'traffic.filters',
  {},
  isRecordOf(isString),
  // A browser kept them as a list of pairs.
  (old) => (Array.isArray(old) ? Object.fromEntries(old as [string, string][]) : old),
);

/** Saves a filter, and replaces one of the same name. */
export function saveFilter(name: string, text: string): void {
  savedFilters.update((filters) => ({ ...filters, [name]: text }));
}

export function removeSavedFilter(name: string): void {
  savedFilters.update((filters) => withoutKey(filters, name));
}

/** Compiles the stored filters, and omits those that only an older version understood. */
export function compiledFilters(filters: Stored): readonly SavedFilter[] {
  return Object.entries(filters).flatMap(([name, text]) => {
    const filter = parseFilter(text);
    if (filter.type === 'invalid') return [];
    return [{ name, text, matches: (flow: FlowSummary) => filter.matches(flow) === true }];
  });
}

/** True for a filter that lists cannot decide. */
export function needsContent(text: string): boolean {
  const filter = parseFilter(text);
  return filter.type === 'filter' && filter.contentTerms.length > 0;
}
