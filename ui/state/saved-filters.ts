// The filters that the user saved under names.
import { parseFilter } from '../../src/flow/filter/index.ts';
import type { FlowSummary } from '../../src/session/methods/ui-types.ts';
import { createPreference } from './preferences.ts';

export interface SavedFilter {
  readonly name: string;
  readonly text: string;
  readonly matches: (flow: FlowSummary) => boolean;
}

type Stored = readonly (readonly [name: string, text: string])[];

export const savedFilters = createPreference<Stored>('traffic.filters', [], isStored);

/** Saves a filter, and replaces one of the same name. */
export function saveFilter(name: string, text: string): void {
  savedFilters.update((list) => [...list.filter(([each]) => each !== name), [name, text] as const]);
}

export function removeSavedFilter(name: string): void {
  savedFilters.update((list) => list.filter(([each]) => each !== name));
}

/** Compiles the stored filters, and omits those that only an older version understood. */
export function compiledFilters(list: Stored): readonly SavedFilter[] {
  return list.flatMap(([name, text]) => {
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

function isStored(value: unknown): value is Stored {
  return (
    Array.isArray(value) &&
    value.every(
      (each) => Array.isArray(each) && each.length === 2 && each.every((part) => typeof part === 'string'),
    )
  );
}
