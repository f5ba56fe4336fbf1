// Keeps a list at its end while it is there; scrolled up, it stands still and counts what is new.
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { HEAD, ROW } from './row-height.ts';

/** Pixels from the end within which the list counts as being there. */
const NEAR = 8;

interface StickyEnd {
  /** Rows that came since the end was left. */
  readonly newer: number;
  readonly goToEnd: () => void;
}

interface ListState {
  /** The one that scrolls; null until it is there. */
  readonly element: HTMLElement | null;
  readonly rows: readonly { readonly id: number }[];
  /** False for an order whose end is not where new rows come. */
  readonly isActive: boolean;
  /** The row that stays in sight when the list gets smaller; null for none. */
  readonly cursor: number | null;
}

export function useStickyEnd({ element, rows, isActive, cursor }: ListState): StickyEnd {
  const isAtEnd = useRef(true);
  const height = useRef(0);
  const shown = useRef({ rows, cursor });
  useLayoutEffect(() => {
    shown.current = { rows, cursor };
  });
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const lastId = rows.at(-1)?.id ?? 0;
  const latest = useRef(lastId);
  /** The position of the end when it was last gone to. */
  const end = useRef(0);
  const goToEnd = useCallback(() => {
    if (element === null) return;
    element.scrollTo(0, element.scrollHeight);
    end.current = element.scrollTop;
  }, [element]);
  useLayoutEffect(() => {
    latest.current = lastId;
    if (element === null || !isActive || !isAtEnd.current) return;
    // The event of a scroll that has just happened comes later than the rows of this moment.
    if (element.scrollTop >= end.current - NEAR || isNearEnd(element)) goToEnd();
  }, [element, rows.length, lastId, isActive, goToEnd]);
  useEffect(() => {
    if (element === null) return;
    const onScroll = (): void => {
      const isNear = isNearEnd(element);
      if (isNear === isAtEnd.current) return;
      isAtEnd.current = isNear;
      setLeftAt(isNear ? null : latest.current);
    };
    // Before the rows change, after which reading a position would cost a layout.
    element.addEventListener('scroll', onScroll, { passive: true, capture: true });
    // A smaller pane hides the end without a scroll event.
    const observer = new ResizeObserver(() => {
      const index = shown.current.rows.findIndex(({ id }) => id === shown.current.cursor);
      const wasInSight = index >= 0 && isInSight(index, element.scrollTop, height.current);
      height.current = element.clientHeight;
      if (isActive && isAtEnd.current) goToEnd();
      if (wasInSight) showRow(index, element);
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

/** `top` and `height` are those of the part in sight, which begins with the heads. */
function isInSight(index: number, top: number, height: number): boolean {
  return index * ROW >= top && (index + 1) * ROW + HEAD <= top + height;
}

function showRow(index: number, element: HTMLElement): void {
  const { scrollTop, clientHeight } = element;
  if (isInSight(index, scrollTop, clientHeight)) return;
  const isAbove = index * ROW < scrollTop;
  element.scrollTo(0, isAbove ? index * ROW : (index + 1) * ROW + HEAD - clientHeight);
}

function isNearEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return scrollTop + clientHeight >= scrollHeight - NEAR;
}

function countAbove(rows: readonly { readonly id: number }[], id: number): number {
  let count = 0;
  for (let at = rows.length - 1; at >= 0 && rows[at]!.id > id; at -= 1) count += 1;
  return count;
}
