// The selected requests, the one from which keys move, and the one whose detail is shown.
import { createStore } from '../../../state/store.ts';

export interface Selection {
  readonly ids: ReadonlySet<number>;
  /** The row from which keys move and whose detail is shown, or null. */
  readonly cursor: number | null;
  /** The other end of a range, or null. */
  readonly anchor: number | null;
}

const NONE: Selection = { ids: new Set(), cursor: null, anchor: null };

export const selection = createStore<Selection>(NONE);
export const isDetailOpen = createStore(false);

export function selectOne(id: number): void {
  selection.set({ ids: new Set([id]), cursor: id, anchor: id });
}

export function selectNone(): void {
  selection.set(NONE);
}

/** Adds a request to the selection, or removes it. */
export function toggleSelected(id: number): void {
  selection.update(({ ids }) => {
    const next = new Set(ids);
    if (!next.delete(id)) next.add(id);
    return { ids: next, cursor: id, anchor: id };
  });
}

/** Selects the rows from the anchor to `id`. */
export function selectRange(rows: readonly { readonly id: number }[], id: number): void {
  selection.update(({ anchor }) => {
    const from = rows.findIndex((row) => row.id === anchor);
    const to = rows.findIndex((row) => row.id === id);
    if (from < 0 || to < 0) return { ids: new Set([id]), cursor: id, anchor: id };
    const range = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
    return { ids: new Set(range.map((row) => row.id)), cursor: id, anchor };
  });
}

export function selectAll(rows: readonly { readonly id: number }[]): void {
  selection.update(({ cursor }) => {
    return {
      ids: new Set(rows.map(({ id }) => id)),
      cursor: cursor ?? rows[0]?.id ?? null,
      anchor: rows[0]?.id ?? null,
    };
  });
}

/** Moves the cursor by a number of rows. With `extend`, the selection grows. */
export function moveCursor(rows: readonly { readonly id: number }[], step: number, extend: boolean): void {
  if (rows.length === 0) return;
  const { cursor } = selection.get();
  const at = rows.findIndex(({ id }) => id === cursor);
  // Without a cursor, a step down leads to the first row, and a step up to the last.
  const from = at >= 0 ? at : step > 0 ? -1 : rows.length;
  const next = Math.min(rows.length - 1, Math.max(0, from + step));
  const { id } = rows[next]!;
  if (extend) selectRange(rows, id);
  else selectOne(id);
}
