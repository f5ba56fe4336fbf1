// The keys of a key-value table: between its cells, and in the cell in edit.
import type { ClipboardEvent, KeyboardEvent } from 'react';
import { keyName } from '../commands/keyboard.ts';
import { cardByKey } from '../editor/variable-cards.ts';
import type { VariableSource } from '../editor/variable-source.ts';
import type { KeyValue } from './key-value.ts';
import { pastedRows } from './pasted-rows.ts';
import { textOfRows } from './text-form.ts';
import type { Cell, Column, TableActions } from './table-actions.ts';

/** Returns the cell in which something happened; null outside of the cells. */
export function cellOf(target: EventTarget): Cell | null {
  const element = (target as Element).closest<HTMLElement>('[data-column]');
  const row = element?.closest<HTMLElement>('[data-row]')?.dataset['row'];
  if (element === null || row === undefined) return null;
  return { row: Number(row), column: element.dataset['column'] as Column };
}

/** Handles a key. `isEditing`: a cell is in edit. */
export function onTableKey(
  event: KeyboardEvent,
  actions: TableActions,
  isEditing: boolean,
  source: VariableSource,
): void {
  const cell = cellOf(event.target);
  const name = keyName(event.nativeEvent);
  if (event.defaultPrevented || event.nativeEvent.isComposing || cell === null || name === null) return;
  const isHandled =
    rowKey(name, cell, actions) ||
    (isEditing ? editKey(name, cell, actions) : cellKey(name, cell, event, actions, source));
  if (isHandled) event.preventDefault();
}

function rowKey(name: string, { row, column }: Cell, actions: TableActions): boolean {
  if (name === 'mod+/') actions.toggle(row);
  else if (name === 'alt+arrowup') actions.move(row, row - 1, column);
  else if (name === 'alt+arrowdown') actions.move(row, row + 1, column);
  else return false;
  return true;
}

function editKey(name: string, cell: Cell, actions: TableActions): boolean {
  if (name === 'tab' || name === 'shift+tab') {
    const next = actions.nextText(cell, name === 'tab' ? 1 : -1);
    if (next === null) actions.commit();
    else actions.edit(next, { selectsAll: true });
    return next !== null;
  }
  const step = { arrowup: -1, arrowdown: 1 }[name];
  const next = step === undefined ? null : actions.cellAt(cell, step, 0);
  if (next === null) return false;
  actions.commit(next);
  return true;
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  arrowup: [-1, 0],
  arrowdown: [1, 0],
  arrowleft: [0, -1],
  arrowright: [0, 1],
};

function cellKey(
  name: string,
  cell: Cell,
  { key, target }: KeyboardEvent,
  actions: TableActions,
  source: VariableSource,
): boolean {
  const step = STEPS[name];
  const isControl = cell.column === 'on' || cell.column === 'remove';
  if (step !== undefined) {
    const next = actions.cellAt(cell, ...step);
    if (next !== null) actions.focus(next);
  } else if (name === 'home') actions.focus({ ...cell, column: firstColumn(cell, actions) });
  else if (name === 'end') actions.focus({ ...cell, column: lastColumn(cell, actions) });
  else if (name === 'mod+home') actions.focus({ ...cell, row: 0 });
  else if (name === 'mod+end') actions.focus({ row: actions.lastRow(), column: 'name' });
  else if (name === 'delete' || name === 'backspace') actions.remove(cell.row);
  else if (name === 'f1') return cardByKey(target as Element, source);
  else if (name === 'enter' && cell.column === 'on') actions.toggle(cell.row);
  else if (isControl) return false;
  else if (name === 'enter' || name === 'f2') actions.edit(cell);
  else if (isText(key, name)) actions.edit(cell, { text: key });
  else return false;
  return true;
}

function firstColumn(cell: Cell, actions: TableActions): Column {
  const before = actions.cellAt(cell, 0, -1);
  return before === null ? cell.column : firstColumn(before, actions);
}

function lastColumn(cell: Cell, actions: TableActions): Column {
  const next = actions.cellAt(cell, 0, 1);
  return next === null ? cell.column : lastColumn(next, actions);
}

/** True for a key that types a character. */
function isText(key: string, name: string): boolean {
  return Array.from(key).length === 1 && !/^(?:mod|alt)\+/.test(name);
}

/** Takes rows or a value that are pasted while no cell is in edit. */
export function onTablePaste(event: ClipboardEvent, actions: TableActions): void {
  const cell = cellOf(event.target);
  const text = event.clipboardData.getData('text/plain');
  if (event.defaultPrevented || cell === null || text === '') return;
  event.preventDefault();
  if (takeRows(text, cell, actions)) return;
  actions.edit(cell, { text: text.replaceAll(/[\r\n]+/g, '') });
}

/** Adds the rows of a pasted text behind the row. Returns false for a text that is a single value. */
export function takeRows(text: string, { row, column }: Cell, actions: TableActions): boolean {
  const present = actions.rowAt(row);
  const rows = pastedRows(text, column === 'name');
  if (rows === null || (column === 'name' && rows.length === 1 && (present?.name ?? '') !== '')) return false;
  actions.insert(present === undefined || present.name === '' ? row : row + 1, rows);
  return true;
}

/** Copies the row of the cell with the focus, as a line of text. */
export function onTableCopy(event: ClipboardEvent, rowAt: (row: number) => KeyValue | undefined): void {
  const cell = cellOf(event.target);
  const row = cell === null ? undefined : rowAt(cell.row);
  if (row === undefined || String(getSelection()) !== '') return;
  event.clipboardData.setData('text/plain', textOfRows([row]));
  event.preventDefault();
}
