// The tree of collections. It is one stop for the tab key; arrows move, typing finds, and rows can be dragged.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, useState, type DragEvent, type KeyboardEvent, type MouseEvent } from 'react';
import { PointerMenu } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { duplicate, move, placed, remove, rename } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { unsaved, type TreeObject } from '../model/workspace.ts';
import { dropTarget, dropZone } from './drag.ts';
import { treeRows, type TreeRow } from './rows.ts';
import { TreeRowView, type Drop } from './tree-row.tsx';
import { opened, query, renaming, select, selected, setOpen } from '../model/tree-state.ts';
import css from './tree.module.css';
import { activate, moveCursor, rowMenu, selectedObjects, shift } from './tree-actions.ts';

const ROW = 26;
/** Milliseconds after which typed letters begin a new name. */
const TYPING_MS = 800;

export function Tree({ tree }: { readonly tree: readonly TreeObject[] }) {
  const openKeys = useStore(opened);
  const text = useStore(query);
  const keys = useStore(selected);
  const renamed = useStore(renaming);
  const dirty = useStore(unsaved);
  const element = useRef<HTMLDivElement>(null);
  const typed = useRef({ text: '', at: 0 });
  const [drop, setDrop] = useState<{ readonly key: string; readonly zone: Drop } | null>(null);
  const rows = treeRows(tree, new Set(openKeys), text);
  const cursor = rows.findIndex(({ key }) => key === keys.at(-1));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element.current?.parentElement ?? null,
    estimateSize: () => ROW,
    overscan: 20,
  });
  const go = (to: number, isExtending = false): void => {
    moveCursor(rows, to, isExtending);
    virtual.scrollToIndex(Math.max(0, Math.min(rows.length - 1, to)));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.target !== event.currentTarget) return;
    const run = keyAction(event, rows, cursor, go) ?? typeAhead(event, rows, cursor, typed.current, go);
    if (run === null) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  };
  const onPress = (row: TreeRow, event: MouseEvent): void => {
    if (event.button === 2) {
      if (!keys.includes(row.key)) select(row.key);
      return;
    }
    if (event.shiftKey) moveCursor(rows, rows.indexOf(row), true);
    else if (event.metaKey || event.ctrlKey) select(row.key, true);
    else {
      select(row.key);
      activate(row, 'preview');
    }
  };
  const finishRename = (row: TreeRow, name: string | null): void => {
    renaming.set(null);
    element.current?.focus();
    const found = placed(row.key);
    if (name !== null && found !== null) void rename(found, name);
  };
  const rowAt = ({ target }: DragEvent): TreeRow | undefined => {
    const key = (target as Element).closest<HTMLElement>('[data-key]')?.dataset['key'];
    return rows.find((row) => row.key === key);
  };
  return (
    <PointerMenu entries={rowMenu}>
      <div
        ref={element}
        role="tree"
        aria-label="Collections"
        aria-multiselectable
        aria-activedescendant={cursor === -1 ? undefined : `tree-${rows[cursor]!.key}`}
        tabIndex={0}
        className={css['tree']}
        data-workspace-tree
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          if (cursor === -1 && rows.length > 0) select(rows[0]!.key);
        }}
        onDragOver={(event) => {
          const row = rowAt(event);
          const zone = row === undefined ? null : dropZone(event, row, selectedObjects());
          if (zone !== null) event.preventDefault();
          setDrop(row === undefined || zone === null ? null : { key: row.key, zone });
        }}
        onDragLeave={() => setDrop(null)}
        onDrop={(event) => {
          event.preventDefault();
          const row = rowAt(event);
          setDrop(null);
          const target = row === undefined || drop === null ? null : dropTarget(row, drop.zone);
          if (target !== null) void move(selectedObjects(), target.holder, target.index);
        }}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]!;
          return (
            <TreeRowView
              key={row.key}
              row={row}
              top={start}
              isSelected={keys.includes(row.key)}
              isCursor={index === cursor}
              isUnsaved={dirty.has(row.key)}
              isRenaming={renamed === row.key}
              drop={drop?.key === row.key ? drop.zone : null}
              onPress={onPress}
              onDouble={(each) => each.isOpen === null && openTab(each.key)}
              onRename={finishRename}
              onDrag={(each, event) => {
                if (!keys.includes(each.key)) select(each.key);
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', each.object.name);
              }}
            />
          );
        })}
      </div>
    </PointerMenu>
  );
}

type Go = (to: number, isExtending?: boolean) => void;

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
    Enter: () => row !== undefined && activate(row, isCurrent(row) ? 'own' : 'preview'),
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
  typed: { text: string; at: number },
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
