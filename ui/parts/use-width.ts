// The width of an element, followed.
import { useLayoutEffect, useState, type RefObject } from 'react';

/** Returns the width in pixels; 0 before it is measured. `isThere`: false while the element is not on the page. */
export function useWidth(element: RefObject<HTMLElement | null>, isThere = true): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observed = element.current;
    if (observed === null) return;
    const read = (): void => setWidth(observed.clientWidth);
    read();
    const observer = new ResizeObserver(read);
    observer.observe(observed);
    return () => observer.disconnect();
  }, [element, isThere]);
  return width;
}
