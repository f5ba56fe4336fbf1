// Searches captured exchanges by a filter whose terms may need their content: newest first, and in turns with other work,
// whatever the size of a body. Lists decide what they can; only what they leave open is read.
import type { ContentTerm, ValidFilter } from '../filter/index.ts';
import type { Flow } from '../flow.ts';
import { flowSummary } from '../summary.ts';
import { columnTest, type ColumnTest } from './column-test.ts';
import { costOf, occurrenceOf, type Occurrence, type SearchContext } from './occurrence.ts';
import { Pace } from './pace.ts';
import { NO_RUNS, type RunLookUp } from './runs.ts';

export type { ColumnTest, FlowColumns } from './column-test.ts';
export { NO_RUNS, type KnownRun, type RunLookUp } from './runs.ts';
export type { Occurrence } from './occurrence.ts';

/** The exchanges to search, in memory or on disk. */
export interface SearchedFlows {
  readonly total: number;
  /** Yields them. By `test` it may leave out an exchange that does not match, and yield the id of one that does. */
  newestFirst(test: ColumnTest | null): Iterable<Searched> | AsyncIterable<Searched>;
}

/** An exchange, or its id where it is known to match. */
export type Searched = Flow | number;

export interface SearchHit {
  readonly id: number;
  /** Occurrences of the terms that need content: one for each that is not negated and was looked for. */
  readonly found: readonly Occurrence[];
}

/** The progress since the last batch. */
export interface SearchBatch {
  readonly hits: readonly SearchHit[];
  /** Exchanges that have been searched so far, of `total`. */
  readonly searched: number;
  readonly total: number;
  /** Decoded bytes that have been read so far, or characters of text. */
  readonly bytes: number;
}

/** Milliseconds between two batches. */
const BATCH_MS = 50;

/**
 * Yields batches until all is searched. Rejects with an AbortError once `signal` is aborted. `runOf` is needed by filters that
 * ask for runs.
 */
export async function* searchFlows(
  flows: SearchedFlows,
  filter: ValidFilter,
  signal: AbortSignal,
  runOf: RunLookUp = NO_RUNS,
): AsyncGenerator<SearchBatch, void, undefined> {
  const { total } = flows;
  const pace = new Pace(signal);
  let hits: SearchHit[] = [];
  let searched = 0;
  let sentAt = performance.now();
  let hasFound = false;
  const batch = (): SearchBatch => ({ hits, searched, total, bytes: pace.read });
  const test = columnTest(filter);
  const counted: ColumnTest = (columns) => {
    const verdict = test?.(columns) ?? null;
    if (verdict === false) searched += 1;
    return verdict;
  };
  for await (const each of flows.newestFirst(test === null ? null : counted)) {
    const pause = pace.note(0);
    if (pause !== undefined) await pause;
    const hit =
      typeof each === 'number' ? { id: each, found: [] } : await hitOf(each, filter, { pace, runOf });
    searched += 1;
    if (hit !== null) hits.push(hit);
    // A first hit leaves at once.
    if (performance.now() - sentAt < BATCH_MS && (hasFound || hit === null)) continue;
    yield batch();
    hasFound ||= hits.length > 0;
    hits = [];
    sentAt = performance.now();
  }
  yield batch();
}

/** Returns the test of a filter; a promise where the content of an exchange decides. */
export function flowTest(
  filter: ValidFilter,
  signal: AbortSignal,
  runOf: RunLookUp = NO_RUNS,
): (flow: Flow) => boolean | Promise<boolean> {
  const context = { pace: new Pace(signal), runOf };
  return (flow) =>
    filter.matches(flowSummary(flow)) ?? hitOf(flow, filter, context).then((hit) => hit !== null);
}

/** Looks for terms that the verdict depends on, the cheapest first, until it is certain. */
async function hitOf(flow: Flow, filter: ValidFilter, context: SearchContext): Promise<SearchHit | null> {
  const summary = flowSummary(flow);
  const known = new Map<ContentTerm, Occurrence | null>();
  for (;;) {
    const open: ContentTerm[] = [];
    const verdict = filter.matches(summary, (term) => {
      const found = known.get(term);
      if (found === undefined) open.push(term);
      return found === undefined ? null : found !== null;
    });
    const next = open.sort((a, b) => costOf(a) - costOf(b))[0];
    if (verdict === false) return null;
    if (verdict === true || next === undefined) return { id: flow.id, found: foundIn(known) };
    known.set(next, await occurrenceOf(flow, next, context));
  }
}

function foundIn(known: ReadonlyMap<ContentTerm, Occurrence | null>): readonly Occurrence[] {
  return [...known].flatMap(([term, found]) => (found === null || term.isNegated ? [] : [found]));
}
