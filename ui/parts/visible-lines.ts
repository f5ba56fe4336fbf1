// Which lines of a long list are in sight. All lines are of one height, so nothing is measured or kept for each. A list
// that is taller than the browser can make an element is scrolled in proportion.
import { useCallback, useLayoutEffect, useState } from 'react';

/** The heights of a list in pixels: of a line, and of the headings above them. */
export interface LineHeights {
  readonly row: number;
  readonly head: number;
}

/** Lines that are drawn beyond those in sight, at either side. */
const OVERSCAN = 6;

export interface VisibleLines {
  /** The first line that is drawn, and the one after the last. */
  readonly first: number;
  readonly end: number;
  /** The number of elements that lines share. */
  readonly slots: number;
  /** The height of all lines in pixels, as the page scrolls it. */
  readonly height: number;
  /** Returns the distance of a line from the first one in pixels, as it is placed. */
  readonly topOf: (line: number) => number;
}

/** Returns the lines in sight out of `count`. `box`: the scrolling element; null until it is mounted. */
export function useVisibleLines(count: number, box: HTMLElement | null, heights: LineHeights): VisibleLines {
  const { top, height } = useScroll(box);
  const { row } = heights;
  const { total, shift } = scaled(count, height, top, heights);
  const first = Math.max(0, Math.floor((top + shift) / row) - OVERSCAN);
  const inSight = Math.ceil(height / row) + 1;
  return {
    first: Math.min(first, count),
    end: Math.min(count, Math.floor((top + shift) / row) + inSight + OVERSCAN),
    slots: inSight + 2 * OVERSCAN,
    height: total,
    topOf: (line) => line * row - shift,
  };
}

/** Returns where the list has to be scrolled to, so that a line comes into sight; the present position when it is. */
export function scrollTopFor(line: number, count: number, box: HTMLElement, heights: LineHeights): number {
  const { row, head } = heights;
  const { scrollTop, clientHeight } = box;
  const offset = scrollTop + scaled(count, clientHeight, scrollTop, heights).shift;
  if (isInSight(line, offset, clientHeight, heights)) return scrollTop;
  const wanted = line * row < offset ? line * row : (line + 1) * row + head - clientHeight;
  return wanted / scaled(count, clientHeight, 0, heights).ratio;
}

/** Returns true for a line that is in sight. */
export function isLineInSight(
  line: number,
  count: number,
  { scrollTop, height }: { readonly scrollTop: number; readonly height: number },
  heights: LineHeights,
): boolean {
  return isInSight(line, scrollTop + scaled(count, height, scrollTop, heights).shift, height, heights);
}

/** `offset` and `height` describe the visible part, which begins with the headings. */
function isInSight(line: number, offset: number, height: number, { row, head }: LineHeights): boolean {
  return line * row >= offset && (line + 1) * row + head <= offset + height;
}

/**
 * Returns the height of the lines as the page has it, how many pixels are left out above the part in sight, and how
 * many pixels of the list go by for one that is scrolled.
 */
function scaled(
  count: number,
  height: number,
  top: number,
  { row, head }: LineHeights,
): { readonly total: number; readonly shift: number; readonly ratio: number } {
  const whole = count * row;
  const total = Math.min(whole, maxHeight());
  if (total === whole) return { total, shift: 0, ratio: 1 };
  const ratio = (whole + head - height) / (total + head - height);
  return { total, shift: Math.round(top * ratio - top), ratio };
}

let measured: number | null = null;

/** Returns the height in pixels that an element may have: beyond it browsers cut, each elsewhere. */
function maxHeight(): number {
  if (measured !== null) return measured;
  const element = document.createElement('div');
  element.style.cssText = 'position: fixed; visibility: hidden; width: 1px; height: 1e9px';
  document.body.append(element);
  measured = Math.floor(element.getBoundingClientRect().height * 0.9);
  element.remove();
  return measured;
}

/** Follows the position of the list, and its height. */
function useScroll(box: HTMLElement | null): { readonly top: number; readonly height: number } {
  const [scroll, setScroll] = useState({ top: 0, height: 0 });
  const read = useCallback(() => {
    if (box === null) return;
    const { scrollTop: top, clientHeight: height } = box;
    setScroll((now) => (now.top === top && now.height === height ? now : { top, height }));
  }, [box]);
  useLayoutEffect(() => {
    if (box === null) return;
    read();
    const observer = new ResizeObserver(read);
    observer.observe(box);
    box.addEventListener('scroll', read, { passive: true });
    return () => {
      observer.disconnect();
      box.removeEventListener('scroll', read);
    };
  }, [box, read]);
  return scroll;
}
