// Pages of the history: sends and mock servers from the log, runs and load tests from their files, the latest first.
import { basename } from 'node:path';
import type { PastRun } from '../../runs/history/run-history.ts';
import { bodyHasText } from './body-search.ts';
import {
  hasWords,
  historyEntry,
  latestFirst,
  type EntryPosition,
  type HistoryEntry,
  type HistoryKind,
} from './entries.ts';
import type { ClientHistory } from './index.ts';
import { responseKey } from './response-key.ts';

export interface HistoryQuery {
  /** Words that are all in an entry; empty for all entries. */
  readonly text: string;
  /** True to look for the text in the bodies of stored responses too. */
  readonly inBodies: boolean;
  /** Null for all. */
  readonly kinds: readonly HistoryKind[] | null;
  /** Entries before this one; null for the latest. */
  readonly before: EntryPosition | null;
  readonly limit: number;
}

export interface HistoryPage {
  readonly entries: readonly (HistoryEntry & { readonly hasResponse: boolean })[];
  readonly hasMore: boolean;
  /** Names of files that are damaged, or of a later version. */
  readonly broken: readonly string[];
}

/** Reads a page. Rejects with the reason of `signal`. */
export async function historyPage(
  history: ClientHistory,
  query: HistoryQuery,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const broken = new Set<string>();
  const entries: HistoryEntry[] = [];
  let hasMore = false;
  for await (const entry of allEntries(history, query.before, (file) => broken.add(file))) {
    signal.throwIfAborted();
    if (query.kinds?.includes(entry.kind) === false || !(await matches(history, entry, query, signal)))
      continue;
    hasMore = entries.length === query.limit;
    if (hasMore) break;
    entries.push(entry);
  }
  const shown = entries.map(async (entry) => {
    const key = responseKey(entry);
    return { ...entry, hasResponse: key !== null && (await history.responses.has(key)) };
  });
  return { entries: await Promise.all(shown), hasMore, broken: [...broken] };
}

/** Resolves with an entry; null when there is none. */
export async function entryWithId(history: ClientHistory, id: string): Promise<HistoryEntry | null> {
  for await (const entry of allEntries(history, null, () => undefined)) if (entry.id === id) return entry;
  return null;
}

async function matches(
  history: ClientHistory,
  entry: HistoryEntry,
  { text, inBodies }: HistoryQuery,
  signal: AbortSignal,
): Promise<boolean> {
  if (text.trim() === '' || hasWords(entry, text.trim())) return true;
  const key = inBodies ? responseKey(entry) : null;
  if (key === null) return false;
  return bodyHasText((offset, length) => history.responses.bodyOf(key, offset, length), text, signal);
}

/** Joins the log with the runs and load tests, of which there are few. */
async function* allEntries(
  history: ClientHistory,
  before: EntryPosition | null,
  onDamage: (file: string) => void,
): AsyncGenerator<HistoryEntry> {
  const runs = await history.runs.list(({ file }) => onDamage(basename(file)));
  const loadTests = await history.loadTests.list(onDamage);
  const others = [...runs.map(runEntry), ...loadTests.map((summary) => historyEntry.parse(summary))]
    .filter((entry) => before === null || latestFirst(before, entry) < 0)
    .sort(latestFirst);
  for await (const entry of history.log.read(before, onDamage)) {
    while (others[0] !== undefined && latestFirst(others[0], entry) < 0) yield others.shift()!;
    yield entry;
  }
  yield* others;
}

function runEntry({ id, collection, environment, startedAt, totals }: PastRun): HistoryEntry {
  const { requests, failedRequests, tests, failedTests, receivedBytes, durationMs, stopped } = totals;
  return {
    id,
    kind: 'run',
    time: startedAt,
    name: collection.name,
    request: null,
    environment,
    method: '',
    url: '',
    status: 0,
    size: receivedBytes,
    ms: durationMs,
    outcome: stopped === null ? 'ended' : 'stopped',
    reason: stopped,
    tests: { passed: tests - failedTests, failed: failedTests },
    requests: { total: requests, failed: failedRequests },
  };
}
