// All requests of a run at one glance: a line for each iteration, a cell for each request.
import { useEffect, useRef, useState } from 'react';
import { SectionHead } from '../../../parts/index.ts';
import { useVisibleLines } from '../../../parts/visible-lines.ts';
import { count } from '../../../state/actions.ts';
import type { RunModel } from './run-model.ts';
import { useShownTheme } from '../../../state/theme.ts';
import css from './runs.module.css';
import results from './results.module.css';

const HEIGHTS = { row: 22, head: 0 } as const;
/** Pixels of a cell with the space after it, at most. */
const CELL = 14;

interface MatrixProps {
  readonly run: RunModel;
  readonly version: number;
  readonly onSelect: (index: number) => void;
}

export function Matrix({ run, onSelect }: MatrixProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const { start, iterations } = run;
  const numbers = [...iterations.keys()].sort((one, other) => one - other);
  const lines = useVisibleLines(numbers.length, box, HEIGHTS);
  if (start === null) return null;
  const size =
    start.repeats === null
      ? `${count(start.requests, 'request')} × ${count(start.iterations, 'iteration')}`
      : count(start.total, 'request');
  return (
    <section aria-label="Matrix">
      <SectionHead title="Matrix" note={size}>
        <span className={results['legend']} data-outcome="passed">
          passed
        </span>
        <span className={results['legend']} data-outcome="failed">
          failed
        </span>
      </SectionHead>
      <div
        className={css['matrix']}
        ref={setBox}
        role="group"
        tabIndex={0}
        aria-label={`Iterations, ${run.counts.failed} of ${run.rows.length} requests failed`}
      >
        <div className={css['lines']} style={{ height: lines.height }}>
          {numbers.slice(lines.first, lines.end).map((iteration, at) => (
            <MatrixLine
              key={iteration}
              run={run}
              iteration={iteration}
              done={iterations.get(iteration)!.length}
              top={lines.topOf(lines.first + at)}
              onSelect={onSelect}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

interface MatrixLineProps {
  readonly run: RunModel;
  readonly iteration: number;
  readonly done: number;
  readonly top: number;
  readonly onSelect: (index: number) => void;
}

function MatrixLine({ run, iteration, done, top, onSelect }: MatrixLineProps) {
  useShownTheme();
  const canvas = useRef<HTMLCanvasElement>(null);
  const rows = run.iterations.get(iteration)!.map((index) => run.rows[index]!);
  const failed = rows.filter(({ hasFailed }) => hasFailed).length;
  const planned = run.start?.repeats === null ? run.start.requests : rows.length;
  const cells = Math.max(planned, done);
  useEffect(() => {
    const element = canvas.current;
    if (element !== null)
      drawCells(
        element,
        cells,
        rows.map(({ hasFailed }) => hasFailed),
        run.isGoing && !run.isPaused,
      );
  });
  const text = failed > 0 ? `${failed} failed` : done < planned ? `${done} of ${planned}` : `${done} passed`;
  return (
    <div className={results['matrixLine']} style={{ translate: `0 ${top}px` }}>
      <span>{(iteration + 1).toLocaleString('en')}</span>
      <canvas
        ref={canvas}
        onClick={({ nativeEvent: { offsetX }, currentTarget }) => {
          const at = Math.floor(offsetX / cellWidth(currentTarget.clientWidth, cells));
          if (rows[at] !== undefined) onSelect(rows[at].index);
        }}
      />
      <span className={failed > 0 ? css['failedText'] : done < planned ? css['quiet'] : css['passedText']}>
        {text}
      </span>
    </div>
  );
}

function cellWidth(width: number, cells: number): number {
  return Math.min(CELL, width / Math.max(1, cells));
}

/** Draws a cell for each request; the one behind the last that has ended is being sent. */
function drawCells(
  canvas: HTMLCanvasElement,
  cells: number,
  failed: readonly boolean[],
  isGoing: boolean,
): void {
  const { clientWidth, clientHeight } = canvas;
  const scale = globalThis.devicePixelRatio;
  canvas.width = clientWidth * scale;
  canvas.height = clientHeight * scale;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const color = (name: string): string => style.getPropertyValue(name);
  const width = cellWidth(clientWidth, cells);
  const inner = Math.max(width > 4 ? width - 2 : width, 0.5);
  for (let at = 0; at < cells; at += 1) {
    const outcome = failed[at];
    const isNext = at === failed.length && isGoing;
    context.fillStyle = color(
      outcome === undefined ? (isNext ? '--accent-solid' : '--line') : outcome ? '--danger' : '--ok',
    );
    context.fillRect(at * width, 0, inner, clientHeight);
    // The lower half is a sign for those who do not see the colour.
    if (outcome === true && width > 4) {
      context.fillStyle = color('--danger-tint');
      context.fillRect(at * width + 1, clientHeight / 2, inner - 2, clientHeight / 2 - 1);
    }
  }
}
