// The end of a stage, as a handle that is dragged or moved with arrow keys.
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import css from './setup.module.css';

const STEP = 1;
const LARGE_STEP = 10;

interface HandleProps {
  readonly label: string;
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly load: number;
  readonly max: number;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
  readonly onHold: (isHeld: boolean) => void;
  /** Pixels since the last move. */
  readonly onMove: (byX: number, byY: number) => void;
  readonly onStep: (bySeconds: number, byLoad: number) => void;
}

export function ProfileHandle(props: HandleProps) {
  const { label, text, left, top, load, max, isSelected, onSelect, onHold, onMove, onStep } = props;
  const last = useRef<{ x: number; y: number } | null>(null);
  const drag = (event: PointerEvent): void => {
    if (last.current === null) return;
    const [byX, byY] = [event.clientX - last.current.x, event.clientY - last.current.y];
    if (Math.abs(byX) + Math.abs(byY) < 2) return;
    last.current = { x: event.clientX, y: event.clientY };
    onMove(byX, byY);
  };
  const release = (): void => {
    last.current = null;
    onHold(false);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.shiftKey ? LARGE_STEP : STEP;
    const moves: Readonly<Record<string, readonly [number, number]>> = {
      ArrowRight: [step, 0],
      ArrowLeft: [-step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const move = moves[event.key];
    if (move === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    onStep(...move);
  };
  return (
    <button
      type="button"
      className={css['handle']}
      role="slider"
      aria-label={label}
      aria-valuenow={load}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuetext={text}
      aria-orientation="vertical"
      title={text}
      data-selected={isSelected}
      style={{ left, top }}
      onFocus={onSelect}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        last.current = { x: event.clientX, y: event.clientY };
        onSelect();
        onHold(true);
      }}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={release}
    />
  );
}
