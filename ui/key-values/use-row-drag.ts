// Dragging a row by its grip: a line shows where it goes, and the row moves when it is dropped.
import { useCallback, useState, type PointerEvent, type RefObject } from 'react';
import type { TableActions } from './table-actions.ts';

export interface RowDrag {
  readonly row: number;
  /** The gap between rows that the row is dropped into, counted from 0 above the first. */
  readonly gap: number;
}

/** Returns the drag that goes on, and the handler of grips. */
export function useRowDrag(root: RefObject<HTMLElement | null>, actions: TableActions, count: number) {
  const [drag, setDrag] = useState<RowDrag | null>(null);
  const onGrip = useCallback(
    (event: PointerEvent<HTMLElement>, row: number): void => {
      const first = root.current?.querySelector('[data-row="0"]')?.getBoundingClientRect();
      if (event.button !== 0 || first === undefined) return;
      event.preventDefault();
      const grip = event.currentTarget;
      grip.setPointerCapture(event.pointerId);
      let gap = row;
      const top = (): number => root.current!.querySelector('[data-row="0"]')!.getBoundingClientRect().top;
      const move = ({ clientY }: globalThis.PointerEvent): void => {
        gap = Math.max(0, Math.min(count, Math.round((clientY - top()) / first.height)));
        setDrag({ row, gap });
      };
      const end = (isDropped: boolean) => (): void => {
        grip.removeEventListener('pointermove', move);
        grip.removeEventListener('pointerup', drop);
        grip.removeEventListener('pointercancel', cancel);
        setDrag(null);
        // Behind itself, the row leaves a gap.
        if (isDropped) actions.move(row, gap > row ? gap - 1 : gap);
      };
      const [drop, cancel] = [end(true), end(false)];
      grip.addEventListener('pointermove', move);
      grip.addEventListener('pointerup', drop);
      grip.addEventListener('pointercancel', cancel);
    },
    [root, actions, count],
  );
  return { drag, onGrip };
}
