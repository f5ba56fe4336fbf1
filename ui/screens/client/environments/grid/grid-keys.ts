// The keys of a grid while no cell is in edit.
import type { KeyboardEvent } from 'react';
import { keyName } from '../../../../commands/keyboard.ts';
import { stepped, type GridCursor, type GridSize } from './grid-model.ts';

interface GridActions {
  readonly cursor: GridCursor;
  readonly onCursor: (cursor: GridCursor) => void;
  readonly onClear: (cursor: GridCursor) => void;
  readonly onKey?: (name: string, cursor: GridCursor) => boolean;
}

/** Rows that a page goes on. */
const PAGE = 20;
const FAR = Number.MAX_SAFE_INTEGER / 2;

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  arrowup: [-1, 0],
  arrowdown: [1, 0],
  arrowleft: [0, -1],
  arrowright: [0, 1],
  pageup: [-PAGE, 0],
  pagedown: [PAGE, 0],
  home: [0, -FAR],
  end: [0, FAR],
  'mod+home': [-FAR, -FAR],
  'mod+end': [FAR, 0],
};

export function gridKey(
  event: KeyboardEvent,
  { cursor, onCursor, onClear, onKey }: GridActions,
  size: GridSize,
  begin: (cursor: GridCursor, text?: string) => void,
): void {
  const name = keyName(event.nativeEvent);
  if (event.defaultPrevented || event.nativeEvent.isComposing || name === null) return;
  const step = STEPS[name];
  if (step !== undefined) onCursor(stepped(cursor, step, size));
  else if (onKey?.(name, cursor) !== true) {
    if (name === 'enter' || name === 'f2') begin(cursor);
    else if (name === 'delete' || name === 'backspace') onClear(cursor);
    else if (isText(event.key, name)) begin(cursor, event.key);
    else return;
  }
  event.preventDefault();
}

/** True for a key that types a character. */
function isText(key: string, name: string): boolean {
  return Array.from(key).length === 1 && !/^(?:mod|alt)\+/.test(name);
}
