// Keeps a list at its end while it is there; scrolled up, it stands still and counts what is new.
import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';

/** Pixels from the end within which the list counts as being there. */
const NEAR = 8;

interface StickyEnd {
  /** Rows that came since the end was left. */
  readonly newer: number;
  readonly goToEnd: () => void;
}

/** `isActive`: false for an order whose end is not where new rows come. */
export function useStickyEnd(
  scroll: RefObject<HTMLElement | null>,
  rows: readonly { readonly id: number }[],
  isActive: boolean,
): StickyEnd {
  const isAtEnd = useRef(true);
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const lastId = rows.at(-1)?.id ?? 0;
  const latest = useRef(lastId);
  const goToEnd = useCallback(() => {
    const element = scroll.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }, [scroll]);
  useLayoutEffect(() => {
    latest.current = lastId;
    if (isActive && isAtEnd.current) goToEnd();
  }, [rows.length, lastId, isActive, goToEnd]);
  useEffect(() => {
    const element = scroll.current;
    if (element === null) return;
    const onScroll = (): void => {
      const isNear = element.scrollTop + element.clientHeight >= element.scrollHeight - NEAR;
      if (isNear === isAtEnd.current) return;
      isAtEnd.current = isNear;
      setLeftAt(isNear ? null : latest.current);
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    // A smaller pane hides the end without a scroll event.
    const observer = new ResizeObserver(() => {
      if (isActive && isAtEnd.current) goToEnd();
    });
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', onScroll);
      observer.disconnect();
    };
  }, [scroll, isActive, goToEnd]);
  const newer = leftAt === null || !isActive ? 0 : countAbove(rows, leftAt);
  return { newer, goToEnd };
}

function countAbove(rows: readonly { readonly id: number }[], id: number): number {
  let count = 0;
  for (let at = rows.length - 1; at >= 0 && rows[at]!.id > id; at -= 1) count += 1;
  return count;
}
