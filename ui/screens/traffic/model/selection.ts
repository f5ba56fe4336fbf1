// The selected requests, the one from which keys move, and the one whose detail is shown.
import { IdSet } from '../../../state/id-set.ts';
import { createStore } from '../../../state/store.ts';
import type { Rows } from './shown-rows.ts';

export interface Selection {
  readonly ids: IdSet;
  /** The row from which keys move and whose detail is shown, or null. */
  readonly cursor: number | null;
  /** The other end of a range, or null. */
  readonly anchor: number | null;
}

const NONE: Selection = { ids: IdSet.none, cursor: null, anchor: null };

export const selection = createStore<Selection>(NONE);
export const isDetailOpen = createStore(false);

export function selectOne(id: number): void {
  selection.set({ ids: IdSet.of([id]), cursor: id, anchor: id });
}

export function selectNone(): void {
  selection.set(NONE);
}

/** Adds a request to the selection, or removes it. */
export function toggleSelected(id: number): void {
  selection.update(({ ids }) => {
    return { ids: ids.toggled(id), cursor: id, anchor: id };
  });
}

/** Selects the rows from the anchor to `id`. */
export function selectRange(rows: Rows, id: number): void {
  selection.update(({ anchor }) => {
    const from = anchor === null ? -1 : rows.indexOf(anchor);
    const to = rows.indexOf(id);
    if (from < 0 || to < 0) return { ids: IdSet.of([id]), cursor: id, anchor: id };
    const range = rows.ids.subarray(Math.min(from, to), Math.max(from, to) + 1);
    return { ids: IdSet.of(range), cursor: id, anchor };
  });
}

export function selectAll({ ids }: Rows): void {
  selection.update(({ cursor }) => {
    return { ids: IdSet.of(ids), cursor: cursor ?? ids[0] ?? null, anchor: ids[0] ?? null };
  });
}

/** Moves the cursor by a number of rows. With `extend`, the selection grows. */
export function moveCursor(rows: Rows, step: number, extend: boolean): void {
  if (rows.length === 0) return;
  const { cursor } = selection.get();
  const at = cursor === null ? -1 : rows.indexOf(cursor);
  // Without a cursor, a step down leads to the first row, and a step up to the last.
  const from = at >= 0 ? at : step > 0 ? -1 : rows.length;
  const next = Math.min(rows.length - 1, Math.max(0, from + step));
  const id = rows.ids[next]!;
  if (extend) selectRange(rows, id);
  else selectOne(id);
}
