// The flows that leave the traffic list where it has too many.
import { MARK, type Entry } from './entry-table.ts';

/** Most annotated flows that stay beyond the others. */
const MAX_ANNOTATED = 1000;

export interface Evictable {
  readonly ids: readonly number[];
  /** The number of captured flows above which the next ones leave. */
  readonly above: number;
}

/**
 * Chooses the oldest `count` captured flows where there are more than `max`, and more of them where that leaves too many.
 * Annotated ones stay beyond that, unless there are more than MAX_ANNOTATED; imported ones do not count.
 */
export function evictable(entries: Iterable<Entry>, count: number, max: number): Evictable {
  const annotated: number[] = [];
  let captured = 0;
  for (const { id, marks } of entries) {
    if ((marks & MARK.imported) !== 0) continue;
    captured += 1;
    if ((marks & MARK.annotated) !== 0) annotated.push(id);
  }
  const retained = new Set(annotated.slice(-MAX_ANNOTATED));
  const above = max + retained.size;
  if (captured <= above) return { ids: [], above };
  return { ids: oldest(entries, Math.max(count, captured - above), retained), above };
}

/** Returns the ids of the oldest captured flows, those left out that are retained. */
function oldest(entries: Iterable<Entry>, count: number, retained: ReadonlySet<number>): readonly number[] {
  const ids: number[] = [];
  for (const { id, marks } of entries) {
    if (ids.length === count) break;
    if ((marks & MARK.imported) === 0 && !retained.has(id)) ids.push(id);
  }
  return ids;
}
