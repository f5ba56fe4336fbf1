// Keeps a list at its end. Once the user scrolls up, the list stands still and counts the new rows.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { HEIGHTS } from '../model/row-height.ts';
import { lineOf, type Section } from '../model/sessions.ts';
import type { Rows } from '../model/shown-rows.ts';
import { isLineInSight, scrollTopFor } from '../../../parts/visible-lines.ts';

/** Within this distance from the end, in pixels, the list counts as being at its end. */
const NEAR = 8;

interface StickyEnd {
  /** The number of rows that arrived since the list left its end. */
  readonly newer: number;
  readonly goToEnd: () => void;
}

interface ListState {
  /** The scrolling element; null until it is mounted. */
  readonly element: HTMLElement | null;
  readonly rows: Rows;
  /** Lines that stand between the rows. */
  readonly sections: readonly Section[];
  /** False for an order in which new rows do not come last. */
  readonly isActive: boolean;
  /** The row that stays visible when the list becomes smaller, or null. */
  readonly cursor: number | null;
}

/** Returns the number of new rows, and a function that scrolls to the end. */
export function useStickyEnd({ element, rows, sections, isActive, cursor }: ListState): StickyEnd {
  const isAtEnd = useRef(true);
  const height = useRef(0);
  const shown = useRef({ rows, sections, cursor });
  useLayoutEffect(() => {
    shown.current = { rows, sections, cursor };
  });
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const lastId = rows.ids.at(-1) ?? 0;
  const latest = useRef(lastId);
  /** The position of the end when the list last went there. */
  const end = useRef(0);
  const goToEnd = useCallback(() => {
    if (element === null) return;
    element.scrollTo(0, element.scrollHeight);
    end.current = element.scrollTop;
  }, [element]);
  useLayoutEffect(() => {
    latest.current = lastId;
    if (element === null || !isActive || !isAtEnd.current) return;
    // The event of a scroll may still be pending when rows arrive.
    if (element.scrollTop >= end.current - NEAR || isNearEnd(element)) goToEnd();
  }, [element, rows.length, sections.length, lastId, isActive, goToEnd]);
  useEffect(() => {
    if (element === null) return;
    const onScroll = (): void => {
      const isNear = isNearEnd(element);
      if (isNear === isAtEnd.current) return;
      isAtEnd.current = isNear;
      setLeftAt(isNear ? null : latest.current);
    };
    // Listens early, before the rows change: reading a position afterwards would force a layout.
    element.addEventListener('scroll', onScroll, { passive: true, capture: true });
    // A smaller pane hides the end without a scroll event.
    const observer = new ResizeObserver(() => {
      const { rows: now, sections: lines, cursor: row } = shown.current;
      const index = row === null ? -1 : now.indexOf(row);
      const line = index < 0 ? -1 : lineOf(lines, index);
      const count = now.length + lines.length;
      const before = { scrollTop: element.scrollTop, height: height.current };
      const wasInSight = line >= 0 && isLineInSight(line, count, before, HEIGHTS);
      height.current = element.clientHeight;
      if (isActive && isAtEnd.current) goToEnd();
      if (wasInSight) element.scrollTop = scrollTopFor(line, count, element, HEIGHTS);
    });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll, { capture: true });
      observer.disconnect();
    };
  }, [element, isActive, goToEnd]);
  const newer = leftAt === null || !isActive ? 0 : countAbove(rows, leftAt);
  return { newer, goToEnd };
}

function isNearEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return scrollTop + clientHeight >= scrollHeight - NEAR;
}

function countAbove({ ids }: Rows, id: number): number {
  let count = 0;
  for (let at = ids.length - 1; at >= 0 && ids[at]! > id; at -= 1) count += 1;
  return count;
}
