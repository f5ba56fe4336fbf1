// The border between two panes. It is dragged, moved with arrow keys, or reset with a double click.
import { useRef, useState } from 'react';
import css from './sash.module.css';

interface SashProps {
  readonly label: string;
  /** `vertical` is a border between a left and a right pane. */
  readonly orientation: 'vertical' | 'horizontal';
  /** The size of the pane in pixels. */
  readonly size: number;
  readonly min: number;
  readonly max: number;
  readonly initial: number;
  /** True when the pane comes after the sash, so that dragging towards the start enlarges it. */
  readonly reverse?: boolean;
  readonly onResize: (size: number) => void;
}

const STEP = 16;

export function Sash({ label, orientation, size, min, max, initial, reverse = false, onResize }: SashProps) {
  const [isDragging, setDragging] = useState(false);
  const origin = useRef({ at: 0, size: 0 });
  const isVertical = orientation === 'vertical';
  const resize = (value: number): void => onResize(Math.round(Math.min(max, Math.max(min, value))));
  const sign = reverse ? -1 : 1;
  return (
    <div
      className={css['sash']}
      role="separator"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      data-dragging={isDragging}
      onDoubleClick={() => onResize(initial)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        origin.current = { at: isVertical ? event.clientX : event.clientY, size };
        setDragging(true);
      }}
      onPointerMove={(event) => {
        if (!isDragging) return;
        const moved = (isVertical ? event.clientX : event.clientY) - origin.current.at;
        resize(origin.current.size + sign * moved);
      }}
      onPointerUp={() => setDragging(false)}
      onPointerCancel={() => setDragging(false)}
      onKeyDown={(event) => {
        const step = { ArrowRight: STEP, ArrowDown: STEP, ArrowLeft: -STEP, ArrowUp: -STEP }[event.key];
        if (step === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        resize(size + sign * step);
      }}
    />
  );
}
