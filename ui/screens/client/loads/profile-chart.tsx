// The profile of a load test, drawn. The ends of stages are handles: they are dragged, or moved with arrow keys.
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useWidth } from '../key-values/use-width.ts';
import css from './loads.module.css';
import { clock, maxLoad, MAX_SECONDS, peakOf, secondsOf } from './setup.ts';
import type { LoadSetup, Stage } from './setup-parts.ts';
import { niceTop } from './scale.ts';

const HEIGHT = 148;
const STEP = 1;
const LARGE_STEP = 10;

interface ProfileChartProps {
  readonly setup: Pick<LoadSetup, 'of' | 'stages'>;
  /** The stage that is selected. */
  readonly selected: number | null;
  readonly onSelect: (at: number) => void;
  readonly onChange: (at: number, stage: Stage) => void;
}

export function ProfileChart({ setup, selected, onSelect, onChange }: ProfileChartProps) {
  const { stages, of } = setup;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const scale = { seconds: Math.max(1, secondsOf(stages)), top: 1.2 * niceTop(peakOf(stages)) };
  // While a handle is dragged, the axes stay as they were.
  const [held, setHeld] = useState<typeof scale | null>(null);
  const { seconds, top } = held ?? scale;
  const x = (second: number): number => (second / seconds) * width;
  const y = (load: number): number => HEIGHT - (load / top) * HEIGHT;
  const ends = endsOf(stages);
  const line = [{ at: 0, to: 0 }, ...ends].map(({ at, to }) => `${x(at).toFixed(1)} ${y(to).toFixed(1)}`);
  const path = `M${line.join('L')}`;
  const end = ends.at(-1)?.at ?? 0;
  const unit = of === 'users' ? 'users' : 'a second';
  const shown = selected === null ? undefined : ends[selected];
  const start = selected === null || selected === 0 ? 0 : (ends[selected - 1]?.at ?? 0);
  return (
    <div className={css['profile']}>
      <div className={css['plane']} ref={box} style={{ height: HEIGHT }}>
        <svg width={width} height={HEIGHT} aria-hidden>
          {[0.5, 1].map((part) => (
            <line
              key={part}
              x1="0"
              x2={width}
              y1={y((top / 1.2) * part)}
              y2={y((top / 1.2) * part)}
              className={css['grid']}
            />
          ))}
          {shown !== undefined && (
            <rect
              x={x(start)}
              y="0"
              width={Math.max(0, x(shown.at) - x(start))}
              height={HEIGHT}
              className={css['band']}
            />
          )}
          <path d={`${path}L${x(end).toFixed(1)} ${HEIGHT}L0 ${HEIGHT}z`} className={css['area']} />
          <path d={path} className={css['line']} />
          <line x1="0" x2={width} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} className={css['base']} />
        </svg>
        {[0.5, 1].map((part) => (
          <span key={part} className={css['tick']} style={{ top: y((top / 1.2) * part) }} aria-hidden>
            {Math.round((top / 1.2) * part).toLocaleString('en')}
          </span>
        ))}
        {shown !== undefined && (
          <span
            className={css['readout']}
            style={{ left: Math.min(x(shown.at) + 10, Math.max(0, width - 130)) }}
          >
            {shown.to.toLocaleString('en')} {unit} at {clock(shown.at)}
          </span>
        )}
        {ends.map((each, at) => (
          <Handle
            key={at}
            label={`End of stage ${at + 1}`}
            text={`${each.to} ${unit} at ${clock(each.at)}`}
            left={x(each.at)}
            top={y(each.to)}
            load={each.to}
            max={maxLoad(setup)}
            isSelected={at === selected}
            onSelect={() => onSelect(at)}
            onHold={(isHeld) => setHeld(isHeld ? { seconds: seconds * 1.1, top: top * 1.1 } : null)}
            onMove={(byX, byY) =>
              onChange(at, {
                seconds: within(stages[at]!.seconds + Math.round((byX / width) * seconds), MAX_SECONDS),
                to: within(stages[at]!.to - Math.round((byY / HEIGHT) * top), maxLoad(setup)),
              })
            }
            onStep={(bySeconds, byLoad) =>
              onChange(at, {
                seconds: within(stages[at]!.seconds + bySeconds, MAX_SECONDS),
                to: within(stages[at]!.to + byLoad, maxLoad(setup)),
              })
            }
          />
        ))}
      </div>
      <div className={css['times']} aria-hidden>
        {[0, 0.25, 0.5, 0.75, 1].map((part) => (
          <span key={part}>{clock(part * seconds)}</span>
        ))}
      </div>
    </div>
  );
}

function within(value: number, max: number): number {
  return Math.max(0, Math.min(max, value));
}

function endsOf(stages: readonly Stage[]): readonly { readonly at: number; readonly to: number }[] {
  let at = 0;
  return stages.map(({ seconds, to }) => {
    at += seconds;
    return { at, to };
  });
}

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

function Handle(props: HandleProps) {
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
