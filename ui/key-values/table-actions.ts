// Changes of a key-value table: the focus, the cell in edit, and the rows.
import { isBlank, isOn, type KeyValue } from './key-value.ts';

export type Column = 'on' | 'name' | 'value' | 'docs' | 'remove';
export type TextColumn = 'name' | 'value' | 'docs';

export interface Cell {
  readonly row: number;
  readonly column: Column;
}

export interface Edit {
  readonly row: number;
  readonly column: TextColumn;
  /** The row as it was before; null for a new one. */
  readonly before: KeyValue | null;
  readonly selectsAll: boolean;
  /** The position of the pointer that began it. */
  readonly at: { readonly x: number; readonly y: number } | null;
}

export interface TableShape {
  readonly rows: readonly KeyValue[];
  readonly onChange: (rows: readonly KeyValue[]) => void;
  readonly fixedNames: boolean;
  readonly hasDocs: boolean;
}

export interface TableActions {
  readonly focus: (cell: Cell) => void;
  /** Notes the cell that has got the focus. */
  readonly focused: (cell: Cell) => void;
  readonly edit: (
    cell: Cell,
    how?: Partial<Pick<Edit, 'selectsAll' | 'at'>> & { readonly text?: string },
  ) => void;
  /** Changes the text of the cell in edit. */
  readonly type: (text: string) => void;
  /** Ends the edit. `next`: the cell that gets the focus, by default none. */
  readonly commit: (next?: Cell) => void;
  readonly restore: () => void;
  readonly toggle: (row: number) => void;
  readonly remove: (row: number) => void;
  /** Moves a row to the position of another. */
  readonly move: (row: number, to: number, column?: Column) => void;
  /** Adds rows at a position, in place of a blank one that is in edit there. */
  readonly insert: (row: number, added: readonly KeyValue[]) => void;
  /** Returns the cell that is so many rows and columns away; null past the ends. */
  readonly cellAt: (cell: Cell, rows: number, columns: number) => Cell | null;
  /** Returns the next cell that can be edited; null at the end. */
  readonly nextText: (cell: Cell, step: 1 | -1) => Cell | null;
  readonly rowAt: (row: number) => KeyValue | undefined;
  readonly lastRow: () => number;
}

/** The state that actions read and change. */
export interface TableState {
  readonly shape: () => TableShape;
  readonly edited: () => Edit | null;
  readonly change: (rows: readonly KeyValue[]) => void;
  readonly setEdit: (edit: Edit | null) => void;
  readonly setFocus: (cell: Cell) => void;
  /** Moves the focus once the table is drawn. */
  readonly want: (cell: Cell) => void;
}

const BLANK: KeyValue = { name: '', value: '', enabled: true, docs: '' };

/** Returns the actions of a table. */
export function actionsOf(state: TableState): TableActions {
  return { ...moves(state), ...edits(state), ...rowChanges(state) };
}

function lastRowOf({ rows, fixedNames }: TableShape): number {
  return rows.length - (fixedNames ? 1 : 0);
}

function moves({ shape, want, setFocus }: TableState) {
  const actions: Pick<TableActions, 'focus' | 'focused' | 'cellAt' | 'nextText' | 'rowAt' | 'lastRow'> = {
    focus: want,
    focused: setFocus,
    rowAt: (row) => shape().rows[row],
    lastRow: () => lastRowOf(shape()),
    cellAt({ row, column }, down, right) {
      const to = row + down;
      if (to < 0 || to > lastRowOf(shape())) return null;
      const columns = columnsOf(shape(), to < shape().rows.length);
      const at = columns.indexOf(column);
      const next = columns[(at < 0 ? 0 : at) + right];
      return next === undefined ? null : { row: to, column: next };
    },
    nextText({ row, column }, step) {
      const texts: readonly Column[] = textColumns(shape());
      const at = texts.indexOf(column) + step;
      const isInRow = at >= 0 && at < texts.length;
      const to = isInRow ? row : row + step;
      // Behind a row in which nothing is, there is nothing to come.
      const isEnd = !isInRow && step === 1 && (to > lastRowOf(shape()) || shape().rows[row] === undefined);
      if (to < 0 || isEnd) return null;
      return { row: to, column: isInRow ? texts[at]! : texts.at(step === 1 ? 0 : -1)! };
    },
  };
  return actions;
}

function edits({ shape, edited, change, setEdit, setFocus, want }: TableState) {
  const rows = (): readonly KeyValue[] => shape().rows;
  /** Ends an edit. A last row in which nothing is left goes, so that rows behind it move up. */
  const leave = (next: Cell | undefined): Cell | undefined => {
    const row = edited()?.row;
    const left = row === undefined ? undefined : rows()[row];
    setEdit(null);
    if (row === undefined || left === undefined || next?.row === row || shape().fixedNames) return next;
    if (row === rows().length - 1 && isBlank(left)) change(rows().slice(0, row));
    return next && { ...next, row: Math.min(next.row, lastRowOf(shape())) };
  };
  const actions: Pick<TableActions, 'edit' | 'type' | 'commit' | 'restore'> = {
    edit(cell, { text, selectsAll = false, at = null } = {}) {
      const { row, column } = leave(cell) ?? cell;
      if (column === 'on' || column === 'remove' || (column === 'name' && shape().fixedNames)) return;
      setFocus({ row, column });
      setEdit({ row, column, before: rows()[row] ?? null, selectsAll, at });
      if (text !== undefined) change(withPatch(rows(), row, { [column]: text }));
    },
    type(text) {
      const edit = edited();
      if (edit !== null && (rows()[edit.row]?.[edit.column] ?? '') !== text)
        change(withPatch(rows(), edit.row, { [edit.column]: text }));
    },
    commit(next) {
      const cell = leave(next);
      if (cell !== undefined) want(cell);
    },
    restore() {
      const edit = edited();
      if (edit === null) return;
      setEdit(null);
      if (edit.before !== null) change(rows().with(edit.row, edit.before));
      else if (rows()[edit.row] !== undefined) change(rows().toSpliced(edit.row, 1));
      want(edit);
    },
  };
  return actions;
}

function rowChanges({ shape, change, setEdit, want }: TableState) {
  const rows = (): readonly KeyValue[] => shape().rows;
  const set = (changed: readonly KeyValue[], focus: Cell): void => {
    setEdit(null);
    change(changed);
    want(focus);
  };
  const actions: Pick<TableActions, 'toggle' | 'remove' | 'move' | 'insert'> = {
    toggle(row) {
      const found = rows()[row];
      if (found !== undefined && !shape().fixedNames)
        change(withPatch(rows(), row, { enabled: !isOn(found) }));
    },
    remove(row) {
      if (shape().fixedNames || rows()[row] === undefined) return;
      set(rows().toSpliced(row, 1), { row, column: 'name' });
    },
    move(row, to, column = 'name') {
      const moved = rows()[row];
      if (moved === undefined || to === row || to < 0 || to >= rows().length || shape().fixedNames) return;
      set(rows().toSpliced(row, 1).toSpliced(to, 0, moved), { row: to, column });
    },
    insert(row, added) {
      if (shape().fixedNames) return;
      const present = rows()[row];
      const replaced = present !== undefined && isBlank(present) ? 1 : 0;
      set(rows().toSpliced(row, replaced, ...added), { row: row + added.length, column: 'name' });
    },
  };
  return actions;
}

/** Changes a row; one behind the last is added. */
function withPatch(rows: readonly KeyValue[], at: number, patch: Partial<KeyValue>): readonly KeyValue[] {
  const row = rows[at];
  return row === undefined ? [...rows, { ...BLANK, ...patch }] : rows.with(at, { ...row, ...patch });
}

function textColumns({ fixedNames, hasDocs }: TableShape): readonly TextColumn[] {
  const columns: readonly TextColumn[] = fixedNames ? ['value', 'docs'] : ['name', 'value', 'docs'];
  return hasDocs ? columns : columns.filter((column) => column !== 'docs');
}

/** The columns of a row that the arrows reach; the row that adds has no checkbox. */
function columnsOf(shape: TableShape, isRow: boolean): readonly Column[] {
  const texts = textColumns({ ...shape, fixedNames: false });
  return isRow && !shape.fixedNames ? ['on', ...texts, 'remove'] : texts;
}
