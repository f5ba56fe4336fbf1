// The keys of the list itself, which move and select. All other keys are commands.
import { useEffect } from 'react';
import { keyName } from '../../../commands/keyboard.ts';
import { isDetailOpen, moveCursor, selectAll, selection } from '../model/selection.ts';
import type { Rows } from '../model/shown-rows.ts';
import { ROW } from '../model/row-height.ts';

/** Lets the keys move the list even while nothing on the page has focus, such as after the page opens. */
export function useKeysOfPage(rows: Rows, scroll: HTMLElement | null): void {
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => {
      if (event.target !== document.body || event.defaultPrevented) return;
      if (listKeys(event, rows, scroll)) scroll?.focus({ preventScroll: true });
    };
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, [rows, scroll]);
}

/** Handles a key. Returns true if it is a key of the list. */
export function listKeys(event: KeyboardEvent, rows: Rows, scroll: HTMLElement | null): boolean {
  const key = keyName(event);
  if (key === null) return false;
  const page = Math.max(1, Math.floor((scroll?.clientHeight ?? 0) / ROW) - 1);
  const isExtending = key.startsWith('shift+');
  const step = stepOf(isExtending ? key.slice(6) : key, page);
  if (step !== null) moveCursor(rows, step, isExtending);
  else if (key === 'mod+a') selectAll(rows);
  else if (key === 'enter') {
    if (selection.get().cursor === null) return false;
    isDetailOpen.set(true);
  } else return false;
  event.preventDefault();
  return true;
}

function stepOf(key: string, page: number): number | null {
  switch (key) {
    case 'arrowdown':
    case 'j':
      return 1;
    case 'arrowup':
    case 'k':
      return -1;
    case 'pagedown':
      return page;
    case 'pageup':
      return -page;
    case 'home':
      return -Infinity;
    case 'end':
      return Infinity;
    default:
      return null;
  }
}
