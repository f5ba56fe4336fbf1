// The profile of a load test, drawn. The ends of stages are handles: they are dragged, or moved with arrow keys.
import { useRef, useState } from 'react';
import { useWidth } from '../../../parts/index.ts';
import css from './setup.module.css';
import { ProfileHandle } from './profile-handle.tsx';
import { niceTop } from './scale.ts';
import type { LoadSetup, Stage } from './setup-parts.ts';
import { clock, maxLoad, MAX_SECONDS, peakOf, secondsOf } from './setup.ts';

const HEIGHT = 148;
/** The part of the height above the greatest load. */
const HEADROOM = 1.2;

interface ProfileChartProps {
  readonly setup: Pick<LoadSetup, 'of' | 'stages'>;
  /** The stage that is selected. */
  readonly selected: number | null;
  readonly onSelect: (at: number) => void;
  readonly onChange: (at: number, stage: Stage) => void;
}

interface Scale {
  readonly seconds: number;
  readonly top: number;
}

export function ProfileChart({ setup, selected, onSelect, onChange }: ProfileChartProps) {
  const { stages, of } = setup;
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  // While a handle is dragged, the axes stay as they were.
  const [held, setHeld] = useState<Scale | null>(null);
  const scale = held ?? {
    seconds: Math.max(1, secondsOf(stages)),
    top: HEADROOM * niceTop(peakOf(stages)),
  };
  const { seconds, top } = scale;
  const ends = endsOf(stages);
  const unit = of === 'users' ? 'users' : 'a second';
  const move = (at: number, bySeconds: number, byLoad: number): void => {
    const stage = stages[at]!;
    onChange(at, {
      seconds: within(stage.seconds + bySeconds, MAX_SECONDS),
      to: within(stage.to + byLoad, maxLoad(setup)),
    });
  };
  return (
    <div className={css['profile']}>
      <div className={css['plane']} ref={box} style={{ height: HEIGHT }}>
        <Drawing ends={ends} scale={scale} width={width} selected={selected} unit={unit} />
        {ends.map((each, at) => (
          <ProfileHandle
            key={at}
            label={`End of stage ${at + 1}`}
            text={`${each.to} ${unit} at ${clock(each.at)}`}
            left={(each.at / seconds) * width}
            top={HEIGHT - (each.to / top) * HEIGHT}
            load={each.to}
            max={maxLoad(setup)}
            isSelected={at === selected}
            onSelect={() => onSelect(at)}
            onHold={(isHeld) => setHeld(isHeld ? { seconds: seconds * 1.1, top: top * 1.1 } : null)}
            onMove={(byX, byY) =>
              move(at, Math.round((byX / width) * seconds), -Math.round((byY / HEIGHT) * top))
            }
            onStep={(bySeconds, byLoad) => move(at, bySeconds, byLoad)}
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

interface End {
  readonly at: number;
  readonly to: number;
}

function endsOf(stages: readonly Stage[]): readonly End[] {
  let at = 0;
  return stages.map(({ seconds, to }) => {
    at += seconds;
    return { at, to };
  });
}

interface DrawingProps {
  readonly ends: readonly End[];
  readonly scale: Scale;
  readonly width: number;
  readonly selected: number | null;
  readonly unit: string;
}

/** The width that the text beside a handle needs, in pixels. */
const READOUT = 130;

function Drawing({ ends, scale: { seconds, top }, width, selected, unit }: DrawingProps) {
  const x = (second: number): number => (second / seconds) * width;
  const y = (load: number): number => HEIGHT - (load / top) * HEIGHT;
  const levels = [0.5, 1].map((part) => (top / HEADROOM) * part);
  const points = [{ at: 0, to: 0 }, ...ends].map(({ at, to }) => `${x(at).toFixed(1)} ${y(to).toFixed(1)}`);
  const path = `M${points.join('L')}`;
  const end = ends.at(-1)?.at ?? 0;
  const shown = selected === null ? undefined : ends[selected];
  const start = selected === null ? 0 : (ends[selected - 1]?.at ?? 0);
  return (
    <>
      <svg width={width} height={HEIGHT} aria-hidden>
        {levels.map((level) => (
          <line key={level} x1="0" x2={width} y1={y(level)} y2={y(level)} className={css['grid']} />
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
      {levels.map((level) => (
        <span key={level} className={css['tick']} style={{ top: y(level) }} aria-hidden>
          {Math.round(level).toLocaleString('en')}
        </span>
      ))}
      {shown !== undefined && (
        <span
          className={css['readout']}
          style={{ left: Math.min(x(shown.at) + 10, Math.max(0, width - READOUT)) }}
        >
          {shown.to.toLocaleString('en')} {unit} at {clock(shown.at)}
        </span>
      )}
    </>
  );
}
