// The keys of the tree: arrows move, with Alt they move the objects, and typing finds.
import { useRef, type KeyboardEvent } from 'react';
import { duplicate, remove } from '../model/steps.ts';
import { changeTogether } from '../together/together-state.ts';
import { renaming, setOpen } from '../model/tree-state.ts';
import type { TreeRow } from './rows.ts';
import { activate, selectedObjects, shift } from './tree-actions.ts';

/** Milliseconds after which typed letters begin a new name. */
const TYPING_MS = 800;

type Go = (to: number, isExtending?: boolean) => void;

/** Letters that were typed, and when the last one was, in milliseconds. */
interface Typed {
  text: string;
  at: number;
}

/** Returns the handler of the keys of the tree; `cursor`: the row of the cursor, -1 for none. */
export function useTreeKeys(rows: readonly TreeRow[], cursor: number, go: Go) {
  const typed = useRef<Typed>({ text: '', at: 0 });
  return (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const run = keyAction(event, rows, cursor, go) ?? typeAhead(event, rows, cursor, typed.current, go);
    if (run === null) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
}

/** Returns what a key does at a row; null for a key that does nothing. */
function keyAction(event: KeyboardEvent, rows: readonly TreeRow[], at: number, go: Go): (() => void) | null {
  const row = rows[at];
  const { shiftKey, altKey, key } = event;
  const isMod = event.ctrlKey || event.metaKey;
  if (altKey) {
    const direction = ({ ArrowUp: 'up', ArrowDown: 'down', ArrowRight: 'into', ArrowLeft: 'out' } as const)[
      key
    ];
    return direction === undefined ? null : () => shift(direction);
  }
  if (isMod) return key.toLowerCase() === 'd' ? () => void duplicate(selectedObjects()) : null;
  const parent = rows.findLastIndex(
    (each, index) => index < at && each.above.length < (row?.above.length ?? 0),
  );
  const actions: Readonly<Record<string, () => void>> = {
    ArrowDown: () => go(at + 1, shiftKey),
    ArrowUp: () => go(at - 1, shiftKey),
    Home: () => go(0, shiftKey),
    End: () => go(rows.length - 1, shiftKey),
    ArrowRight: () =>
      row !== undefined && (row.isOpen === false ? setOpen([row.key], true) : row.isOpen && go(at + 1)),
    ArrowLeft: () =>
      row !== undefined && (row.isOpen ? setOpen([row.key], false) : parent !== -1 && go(parent)),
    Enter: () => {
      const objects = selectedObjects();
      if (objects.length > 1) changeTogether(objects.map(({ object }) => object));
      else if (row !== undefined) activate(row, isCurrent(row) ? 'own' : 'preview');
    },
    ' ': () => row !== undefined && activate(row, 'preview'),
    F2: () => row !== undefined && renaming.set(row.key),
    Delete: () => void remove(selectedObjects()),
    Backspace: () => void remove(selectedObjects()),
  };
  return actions[key] ?? null;
}

let lastActivated = '';

/** Returns true when the row was the last one to be opened: a second Enter keeps its tab. */
function isCurrent({ key }: TreeRow): boolean {
  const isSame = lastActivated === key;
  lastActivated = key;
  return isSame;
}

/** Goes to the next row whose name begins with what is typed. */
function typeAhead(
  { key, timeStamp, altKey, ctrlKey, metaKey }: KeyboardEvent,
  rows: readonly TreeRow[],
  cursor: number,
  typed: Typed,
  go: Go,
): (() => void) | null {
  if (key.length !== 1 || altKey || ctrlKey || metaKey) return null;
  typed.text = (timeStamp - typed.at < TYPING_MS ? typed.text : '') + key.toLowerCase();
  typed.at = timeStamp;
  const from = typed.text.length === 1 ? cursor + 1 : cursor;
  const ordered = rows.map((_, index) => (index + from + rows.length) % rows.length);
  const found = ordered.find((index) => rows[index]!.object.name.toLowerCase().startsWith(typed.text));
  return found === undefined ? () => undefined : () => go(found);
}
