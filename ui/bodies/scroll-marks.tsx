// Marks beside the list or a long part of the detail, where hits are.
import type { ReactNode } from 'react';
import css from './scroll-marks.module.css';

/** Marks that fit beside a part; hits that are nearer to each other share one. */
export const MAX_MARKS = 200;

interface MarkedProps {
  /** The places of the hits, from 0 for the beginning to 1 for the end. */
  readonly places: readonly number[];
  /** The place of the hit that is shown now; null where none is. */
  readonly current?: number | null;
  /** The height of the whole part in pixels, which may be less than there is room for. */
  readonly height: number;
  readonly children: ReactNode;
}

/** Lays marks over the scroll bar of its child. */
export function Marked({ places, current = null, height, children }: MarkedProps) {
  const marks = [...new Set(places.map((place) => Math.round(place * MAX_MARKS)))];
  return (
    <div className={css['marked']}>
      {children}
      {marks.length > 0 && (
        <div className={css['marks']} style={{ height: `min(100%, ${height}px)` }} aria-hidden>
          {marks.map((mark) => (
            <i key={mark} style={{ top: `${(100 * mark) / MAX_MARKS}%` }} />
          ))}
          {current !== null && <i data-current style={{ top: `${100 * current}%` }} />}
        </div>
      )}
    </div>
  );
}
