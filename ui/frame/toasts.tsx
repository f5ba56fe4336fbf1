// Shows the messages of state/toasts.ts at the bottom right, or where they cover no button.
import { CircleX, X } from 'lucide-react';
import { useLayoutEffect, useRef, type RefObject } from 'react';
import { Button, IconButton } from '../parts/index.ts';
import { useStore } from '../state/store.ts';
import { freePlace } from './free-place.ts';
import { dismissToast, runToast, toasts } from '../state/toasts.ts';
import css from './toasts.module.css';

export function Toasts() {
  const list = useStore(toasts);
  const box = useRef<HTMLDivElement>(null);
  usePlace(box, list.length > 0);
  return (
    <div className={css['toasts']} role="region" aria-label="Messages" ref={box}>
      {list.map((toast) => (
        <div key={toast.id} className={css['toast']} role={toast.tone === 'error' ? 'alert' : 'status'}>
          {toast.tone === 'error' && <CircleX aria-hidden className={css['toastError']} />}
          <span className={css['toastText']}>{toast.text}</span>
          {toast.action !== null && (
            <Button
              size="small"
              {...(toast.action.isUndo && { keys: 'mod+z' })}
              onClick={() => runToast(toast)}
            >
              {toast.action.label}
            </Button>
          )}
          {toast.tone === 'error' && (
            <IconButton icon={X} label="Dismiss" size="small" onClick={() => dismissToast(toast.id)} />
          )}
        </div>
      ))}
    </div>
  );
}

/** The elements that are clicked or typed into. */
const CONTROLS = 'button, a[href], input, select, textarea, [role=tab], [role=switch], [role=treeitem]';
/** Milliseconds between two looks at what lies below: the page may change while a message is shown. */
const LOOK_MS = 250;

/** Moves the messages to where they cover no control; they stay where they are as long as that is so. */
function usePlace(box: RefObject<HTMLElement | null>, isShown: boolean): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || !isShown) return;
    const place = (): void => {
      const area = document.querySelector('main')?.getBoundingClientRect();
      if (area === undefined) return;
      const { width, height } = element.getBoundingClientRect();
      const taken = [...document.querySelectorAll(CONTROLS)]
        .filter((each) => !element.contains(each))
        .map((each) => each.getBoundingClientRect());
      const { left, top } = freePlace({ width, height }, area, taken);
      element.style.translate = `${left}px ${top}px`;
    };
    place();
    const timer = setInterval(place, LOOK_MS);
    const observer = new ResizeObserver(place);
    observer.observe(element);
    return () => {
      clearInterval(timer);
      observer.disconnect();
    };
  }, [box, isShown]);
}
