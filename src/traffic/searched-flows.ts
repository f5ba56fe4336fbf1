// Goes through the flows of a list for a search, newest first: what the list itself or the columns of its file decide is
// not read.
import { setImmediate as turn } from 'node:timers/promises';
import type { Flow } from '../flow/flow.ts';
import type { ColumnTest, FlowColumns } from '../flow/search/index.ts';
import { UNKNOWN_STATUS, type EntryTable } from './entry-table.ts';
import type { HeldRecords } from './session-file/reader.ts';

/** The flows that are read from the file at once, and after which other work may go on. */
export const PAGE = 200;
/** Ids between those that are asked for, for each of these, that are read with them. */
export const MAX_GAPS = 4;
const MIN_PAGE = 10;
/** Bytes that are read at once: the garbage collector has less to do than with more. */
const PAGE_BYTES = 2 * 1024 * 1024;
/** Entries that are tested at once by what the list knows of them. */
const TESTED = 20_000;

export interface SearchSource {
  readonly entries: EntryTable;
  isInMemory(id: number): boolean;
  /** Returns the columns of the exchanges that the file has with ids `first` to `last`. */
  columns(first: number, last: number): readonly FlowColumns[];
  /** Returns the flows of ascending ids, and puts the records that it reads into `held`. */
  read(ids: readonly number[], held: HeldRecords): readonly Flow[];
}

/** Yields the flows whose ids pass a test; of those that `test` decides without reading them, the ids that match. */
export async function* searchedFlows(
  source: SearchSource,
  isAsked: (id: number) => boolean,
  test: ColumnTest | null,
): AsyncGenerator<Flow | number, void, undefined> {
  const { ids, statuses } = source.entries.snapshot();
  let pageSize = PAGE;
  for (let at = ids.length - 1; at >= 0;) {
    const page: number[] = [];
    const certain = new Set<number>();
    for (const stop = Math.max(0, at + 1 - TESTED); at >= stop && page.length < pageSize; at -= 1) {
      const id = ids[at] ?? 0;
      const verdict = isAsked(id) ? verdictOf(id, statuses[at] ?? UNKNOWN_STATUS, test) : false;
      if (verdict !== false) page.push(id);
      if (verdict === true) certain.add(id);
    }
    const open = page.filter((id) => !certain.has(id)).reverse();
    const held: HeldRecords = new Map();
    const asked = test === null ? open : undecided(source, open, test, certain);
    const read = new Map(source.read(asked, held).map((flow) => [flow.id, flow]));
    for (const id of page) {
      const found = certain.has(id) && source.entries.has(id) ? id : read.get(id);
      if (found !== undefined) yield found;
    }
    pageSize = nextPage(held);
    held.clear(); // whoever keeps a flow has its large bodies read again
    await turn();
  }
}

/** Returns what the list knows without reading the flow; null where it must be read. */
function verdictOf(id: number, status: number, test: ColumnTest | null): boolean | null {
  return test === null || status === UNKNOWN_STATUS ? null : test({ id, state: 'completed', status });
}

/** Returns those of ascending ids that columns of the file do not decide, and adds those that match to `certain`. */
function undecided(
  source: SearchSource,
  ids: readonly number[],
  test: ColumnTest,
  certain: Set<number>,
): readonly number[] {
  const unread = ids.filter((id) => !source.isInMemory(id));
  const [first] = unread;
  const last = unread.at(-1);
  if (first === undefined || last === undefined || last - first > MAX_GAPS * unread.length) return ids;
  const verdicts = new Map<number, boolean | null>();
  for (const columns of source.columns(first, last)) verdicts.set(columns.id, test(columns));
  return ids.filter((id) => {
    const verdict = source.isInMemory(id) ? null : (verdicts.get(id) ?? null);
    if (verdict === true) certain.add(id);
    return verdict === null;
  });
}

/** Returns the number of flows to read after others, by the size of these. */
function nextPage(read: HeldRecords): number {
  let bytes = 0;
  for (const { length } of read.values()) bytes += length;
  return bytes === 0
    ? PAGE
    : Math.max(MIN_PAGE, Math.min(PAGE, Math.floor((PAGE_BYTES * read.size) / bytes)));
}
