// The cell in edit of a grid: how an edit begins, and where it leads when it ends.
import { useState, type RefObject } from 'react';
import type { EditEnd } from './cell-editor.tsx';
import {
  following,
  stepped,
  textAt,
  type GridCursor,
  type GridEdit,
  type GridRow,
  type GridSize,
} from './grid-model.ts';

interface EditedGrid {
  readonly row: (at: number) => GridRow;
  readonly cursor: GridCursor;
  readonly onCursor: (cursor: GridCursor) => void;
  readonly onEdit: (cursor: GridCursor, text: string) => void;
  readonly onPaste?: (cursor: GridCursor, text: string) => boolean;
}

export function useGridEdit(box: RefObject<HTMLElement | null>, grid: EditedGrid, size: GridSize) {
  const [edit, setEdit] = useState<GridEdit | null>(null);
  const { row, cursor, onCursor, onEdit, onPaste } = grid;
  const begin = (to: GridCursor, text: string | null = null, selectsAll = false): void => {
    const found = to.row < size.count ? row(to.row) : null;
    if (found?.type !== 'cells' || found.cells[to.column]?.isReadOnly === true) return;
    onCursor(to);
    setEdit({ cursor: to, text, selectsAll });
  };
  const end = (text: string | null, where: EditEnd): void => {
    if (edit === null) return;
    const { cursor: edited } = edit;
    // Another cell may be in edit already.
    setEdit((now) => (now === edit ? null : now));
    const next =
      where === 'next' || where === 'previous' ? following(edited, where === 'next' ? 1 : -1, size) : null;
    if (where !== 'left') box.current?.focus();
    if (text !== null && text !== textAt(row(edited.row), edited.column)) onEdit(edited, text);
    if (next !== null) begin(next, null, true);
    else if (where === 'down') onCursor(stepped(edited, [1, 0], size));
  };
  const paste = (text: string): boolean => {
    const isTaken = onPaste?.(edit?.cursor ?? cursor, text) === true;
    if (isTaken) setEdit(null);
    return isTaken;
  };
  return { edit, begin, end, paste };
}
