// Marks for the hits of the filter, beside the scroll bar of the list.
import { useMemo } from 'react';
import { useSelected } from '../../../state/store.ts';
import { MAX_MARKS } from '../../../bodies/scroll-marks.tsx';
import type { Traffic } from '../model/rows.ts';
import { contentSearch } from '../model/search.ts';
import { lineOf } from '../model/sessions.ts';
import { HEAD, ROW } from '../model/row-height.ts';

export interface HitMarks {
  /** From 0 for the beginning of the list to 1 for its end. */
  readonly places: readonly number[];
  /** The place of the row with the cursor, where it has hits; null elsewhere. */
  readonly current: number | null;
  /** The height of the whole list in pixels. */
  readonly height: number;
}

/** Returns where the requests with hits are; nowhere while no filter looks into the content. */
export function useHitMarks(
  { rows, sections, hits }: Pick<Traffic, 'rows' | 'sections' | 'hits'>,
  cursor: number | null,
): HitMarks {
  const isOn = useSelected(contentSearch, ({ state }) => state !== 'off');
  const height = HEAD + (rows.length + sections.length) * ROW;
  const placeOf = (index: number): number => (HEAD + (lineOf(sections, index) + 0.5) * ROW) / height;
  const marked = useMemo(() => (isOn ? marksOf(rows, hits) : []), [isOn, rows, hits]);
  const at = isOn && cursor !== null && hits.has(cursor) ? rows.indexOf(cursor) : -1;
  return { places: marked.map(placeOf), current: at < 0 ? null : placeOf(at), height };
}

/** Returns the indexes of rows with hits, one for each mark that fits. */
function marksOf({ ids }: Traffic['rows'], hits: Traffic['hits']): readonly number[] {
  const step = Math.max(1, ids.length / MAX_MARKS);
  const marked: number[] = [];
  for (let from = 0; from < ids.length; from += step) {
    const end = Math.min(ids.length, from + step);
    for (let at = Math.ceil(from); at < end; at += 1) {
      if (!hits.has(ids[at]!)) continue;
      marked.push(at);
      break;
    }
  }
  return marked;
}
