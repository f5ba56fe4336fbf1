// A list that grows, kept at its end while nobody has scrolled away.
import { useLayoutEffect, useRef } from 'react';

/** Pixels from the end within which the list counts as being there. */
const NEAR = 8;

/** Keeps the list at its end while it grows. `leave`: stays where it is from then on. */
export function useEnd(box: HTMLElement | null, count: number, isGoing: boolean) {
  const isAtEnd = useRef(true);
  useLayoutEffect(() => {
    if (box !== null && isGoing && isAtEnd.current) box.scrollTop = box.scrollHeight;
  }, [box, count, isGoing]);
  return {
    leave: () => {
      isAtEnd.current = false;
    },
    onScroll: () => {
      if (box !== null) isAtEnd.current = box.scrollTop + box.clientHeight >= box.scrollHeight - NEAR;
    },
  };
}
