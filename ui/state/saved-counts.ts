// The numbers of requests that the saved filters find, kept up while requests come and go.
import { flowCounters } from './flows.ts';
import { compiledFilters, needsContent, savedFilters } from './saved-filters.ts';
import { createStore } from './store.ts';

export interface SavedCount {
  readonly name: string;
  readonly text: string;
  /** Null for a filter that looks into the content. */
  readonly count: number | null;
}

/** Counts how often all requests have been looked at. */
export const countedFilters = createStore(0);

/** Milliseconds after which filters with an age, such as `since:10m`, are counted again. */
const AGE_MS = 10_000;

let filters = compiledFilters({});
let stored: unknown = null;
let compiledAt = 0;

/** Returns the numbers, without the sessions `hidden`. */
export function savedCounts(hidden: ReadonlySet<string>): readonly SavedCount[] {
  countIfChanged();
  const found = [...flowCounters.sessions].flatMap(([session, tally]) =>
    hidden.has(session) ? [] : [tally.found],
  );
  return filters.map(({ name, text }, index) => {
    const sum = found.reduce((total, numbers) => total + (numbers[index] ?? 0), 0);
    return { name, text, count: needsContent(text) ? null : sum };
  });
}

function countIfChanged(): void {
  const now = Date.now();
  const hasAge = filters.some(({ text }) => /\b(?:since|before)\b/i.test(text));
  if (savedFilters.get() === stored && !(hasAge && now - compiledAt > AGE_MS)) return;
  stored = savedFilters.get();
  compiledAt = now;
  filters = compiledFilters(savedFilters.get());
  flowCounters.countFilters(
    filters.map(({ matches }) => matches),
    () => queueMicrotask(() => countedFilters.update((count) => count + 1)),
  );
}
