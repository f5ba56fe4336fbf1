// The flows that leave the traffic list where it has too many.
import type { Entry } from './listed-flows.ts';

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
  const captured = [...entries].filter((entry) => !entry.isImported);
  const retained = new Set(captured.filter((entry) => entry.isAnnotated).slice(-MAX_ANNOTATED));
  const above = max + retained.size;
  if (captured.length <= above) return { ids: [], above };
  const others = captured.filter((entry) => !retained.has(entry));
  const leaving = others.slice(0, Math.max(count, captured.length - above));
  return { ids: leaving.map(({ id }) => id), above };
}
