// The state of a JSON tree: the open values, the cursor, and the keys that move it.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { jsonRows, parentsOf, type Json, type JsonRow } from './json-rows.ts';

const ROW = 20;

export function useJsonTree(root: Json) {
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [cursor, setCursor] = useState('$');
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => jsonRows(root, toggled), [root, toggled]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  const toggle = (path: string): void =>
    setToggled((paths) => {
      const next = new Set(paths);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  /** Opens all ancestors of a value, and moves the cursor to it. */
  const show = (path: string): void => {
    setCursor(path);
    const opened = openedFor(root, toggled, path);
    setToggled(opened);
    const index = jsonRows(root, opened).findIndex((row) => row.path === path);
    requestAnimationFrame(() => virtual.scrollToIndex(index, { align: 'center' }));
  };
  const onPress = ({ path, isOpen }: JsonRow): void => {
    setCursor(path);
    if (isOpen !== null) toggle(path);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = rows.findIndex(({ path }) => path === cursor);
    const row = rows[at];
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next !== undefined && rows[next] !== undefined) {
      setCursor(rows[next].path);
      virtual.scrollToIndex(next, { align: 'auto' });
    } else if (row !== undefined && isToggleKey(event.key, row)) toggle(row.path);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return { rows, cursor, scroll, virtual, show, onPress, onKeyDown };
}

function isToggleKey(key: string, { isOpen }: JsonRow): boolean {
  if (isOpen === null) return false;
  return (
    key === 'Enter' || key === ' ' || (key === 'ArrowRight' && !isOpen) || (key === 'ArrowLeft' && isOpen)
  );
}

/** Returns the toggled paths once all ancestors of a path are open. */
function openedFor(root: Json, toggled: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const next = new Set(toggled);
  for (const parent of parentsOf(path)) {
    const row = jsonRows(root, next).find((each) => each.path === parent);
    if (row?.isOpen === false && !next.delete(parent)) next.add(parent);
  }
  return next;
}
