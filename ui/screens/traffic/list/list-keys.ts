// The keys of the list itself: moving and selecting. Everything else is a command.
import type { KeyboardEvent } from 'react';
import { keyName } from '../../../frame/keyboard.ts';
import { isDetailOpen, moveCursor, selectAll, selection } from '../model/selection.ts';
import { ROW } from './row-height.ts';

export function listKeys(
  event: KeyboardEvent,
  rows: readonly { readonly id: number }[],
  scroll: HTMLElement | null,
): void {
  const key = keyName(event.nativeEvent);
  if (key === null) return;
  const page = Math.max(1, Math.floor((scroll?.clientHeight ?? 0) / ROW) - 1);
  const isExtending = key.startsWith('shift+');
  const step = stepOf(isExtending ? key.slice(6) : key, page);
  if (step !== null) moveCursor(rows, step, isExtending);
  else if (key === 'mod+a') selectAll(rows);
  else if (key === 'enter') {
    if (selection.get().cursor === null) return;
    isDetailOpen.set(true);
  } else return;
  event.preventDefault();
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
