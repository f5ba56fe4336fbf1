// The state of a key-value table: the cell with the focus, and the cell in edit.
import { useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react';
import { actionsOf, type Cell, type Edit, type TableShape } from './table-actions.ts';

/** Returns the state of a table, and actions that stay the same while it is shown. */
export function useTable(root: RefObject<HTMLElement | null>, shape: TableShape) {
  const [focus, setFocus] = useState<Cell>({ row: 0, column: shape.fixedNames ? 'value' : 'name' });
  const [edit, setEdit] = useState<Edit | null>(null);
  const latest = useRef({ shape, edit });
  const wanted = useRef<Cell | null>(null);
  useLayoutEffect(() => {
    latest.current = { shape, edit };
  });
  useLayoutEffect(() => {
    const cell = wanted.current;
    wanted.current = null;
    if (cell !== null) elementOf(root.current, cell)?.focus();
  });
  const actions = useMemo(
    () =>
      actionsOf({
        shape: () => latest.current.shape,
        edited: () => latest.current.edit,
        change(rows) {
          latest.current.shape.onChange(rows);
          // Several changes may come before the table is drawn again.
          latest.current = { ...latest.current, shape: { ...latest.current.shape, rows } };
        },
        setEdit(next) {
          latest.current = { ...latest.current, edit: next };
          setEdit(next);
        },
        setFocus,
        want(cell) {
          wanted.current = cell;
          setFocus({ ...cell });
        },
      }),
    [],
  );
  const last = shape.rows.length - (shape.fixedNames ? 1 : 0);
  return { focus: { ...focus, row: Math.max(0, Math.min(focus.row, last)) }, edit, actions };
}

function elementOf(root: HTMLElement | null, { row, column }: Cell): HTMLElement | null {
  return root?.querySelector<HTMLElement>(`[data-row="${row}"] [data-column="${column}"]`) ?? null;
}
