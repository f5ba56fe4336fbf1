// A line of a run: the head of an iteration, a request that has ended, or one that is to come.
import { Circle, CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { memo } from 'react';
import { durationText } from '../../../format/measures.ts';
import { statusLook } from '../../../parts/flow-text.tsx';
import { classes, Spinner } from '../../../parts/index.ts';
import table from '../../../parts/table.module.css';
import { RequestLabel } from '../parts/request-label.tsx';
import type { RunRow } from './run-events.ts';
import { isNewlyFailed, type RunLine, type RunModel } from './run-model.ts';
import css from './runs.module.css';

/** A response that took this much longer than before stands out: by share and milliseconds. */
const SLOWER = { share: 1.5, ms: 100 } as const;

interface LineProps {
  readonly line: RunLine;
  readonly label: string;
  readonly doneText: string;
  readonly top: number;
  readonly position: number;
  readonly count: number;
  readonly isSelected: boolean;
  readonly onSelect: (index: number) => void;
  readonly onOpen: (row: RunRow) => void;
}

export const Line = memo(function Line(props: LineProps) {
  const { line, label, doneText, top, position, count, isSelected, onSelect, onOpen } = props;
  const place = { style: { translate: `0 ${top}px` }, 'aria-posinset': position, 'aria-setsize': count };
  if (line.type === 'iteration')
    return (
      <div {...place} className={css['iteration']} role="option" aria-selected={false} aria-disabled>
        <strong>{label}</strong>
        <span>{doneText}</span>
      </div>
    );
  if (line.type === 'planned') {
    const { step, isSending } = line;
    return (
      <div
        {...place}
        className={classes(table['row'], css['line'])}
        role="option"
        aria-selected={false}
        aria-disabled
        data-dim
      >
        <span>{isSending ? <Spinner /> : <Circle aria-hidden />}</span>
        <RequestLabel type={step.type} method={step.method} />
        <span>{step.name}</span>
        <span>—</span>
        <span />
        <span />
        <span>{isSending ? 'waiting for response' : ''}</span>
      </div>
    );
  }
  const { row } = line;
  return (
    <div
      {...place}
      id={rowId(row.index)}
      className={classes(table['row'], css['line'])}
      role="option"
      aria-selected={isSelected}
      data-failed={row.hasFailed}
      onClick={() => onSelect(row.index)}
      onDoubleClick={() => onOpen(row)}
    >
      <RowCells row={row} />
    </div>
  );
}, isSameLine);

function RowCells({ row }: { readonly row: RunRow }) {
  const { text, look } = statusLook(
    row.status > 0 ? { status: row.status, state: 'completed' } : { state: 'failed' },
    false,
  );
  return (
    <>
      <span data-outcome={row.skipped ? 'skipped' : row.hasFailed ? 'failed' : 'passed'}>
        <Outcome row={row} />
      </span>
      <RequestLabel type={row.method.toLowerCase().replace('.', '')} method={row.method} />
      <span title={row.url}>
        {row.hasFailed ? <strong>{row.name}</strong> : row.name} <Before row={row} />
      </span>
      <span>{row.skipped ? '—' : <span className={look}>{text}</span>}</span>
      <span className={table['numeric']}>{row.skipped ? '' : durationText(row.timeMs)}</span>
      <Difference row={row} />
      <TestCounts row={row} />
    </>
  );
}

function Outcome({ row }: { readonly row: RunRow }) {
  if (row.skipped) return <CircleMinus role="img" aria-label="Skipped" />;
  return row.hasFailed ? (
    <CircleX role="img" aria-label="Failed" />
  ) : (
    <CircleCheck role="img" aria-label="Passed" />
  );
}

function Before({ row }: { readonly row: RunRow }) {
  if (isNewlyFailed(row)) return <small className={css['newly']}>passed before</small>;
  if (row.hasFailed && row.before?.hasFailed === true) return <small>before too</small>;
  return row.before?.hasFailed === true ? <small>failed before</small> : null;
}

function Difference({ row: { timeMs, before, skipped } }: { readonly row: RunRow }) {
  const was = before?.timeMs ?? null;
  if (was === null || skipped) return <span className={table['numeric']} />;
  const ms = Math.round(timeMs - was);
  const isSlower = ms >= SLOWER.ms && timeMs >= was * SLOWER.share;
  const sign = ms > 0 ? '+' : ms < 0 ? '−' : '';
  return (
    <span className={table['numeric']} data-slower={isSlower}>
      {ms === 0 ? '0' : `${sign}${durationText(Math.abs(ms))}`}
    </span>
  );
}

function TestCounts({ row }: { readonly row: RunRow }) {
  const failed = row.tests.filter(({ passed }) => !passed).length;
  const passed = row.tests.length - failed;
  if (row.error !== null) return <span className={css['failedText']}>{row.error}</span>;
  return (
    <span>
      {passed > 0 && <span className={css['passedText']}>{passed} passed</span>}{' '}
      {failed > 0 && <span className={css['failedText']}>{failed} failed</span>}{' '}
      {row.scriptErrors.length > 0 && (
        <span className={css['failedText']} title={row.scriptErrors.join('\n')}>
          script error
        </span>
      )}
    </span>
  );
}

export function labelOf({ start }: RunModel, line: RunLine): string {
  if (line.type !== 'iteration') return '';
  const labels = start?.labels ?? [];
  const label = labels[Math.min(line.iteration, labels.length - 1)] ?? '';
  return `Iteration ${(line.iteration + 1).toLocaleString('en')}${label === '' ? '' : `, ${label}`}`;
}

/** Such as `17 of 22`. */
export function doneOf({ start }: RunModel, line: RunLine): string {
  if (line.type !== 'iteration') return '';
  return start?.repeats === null ? `${line.done} of ${start.requests}` : String(line.done);
}

export function rowId(index: number): string {
  return `run-row-${index}`;
}

function isSameLine(before: LineProps, now: LineProps): boolean {
  return (
    before.top === now.top &&
    before.isSelected === now.isSelected &&
    before.count === now.count &&
    before.label === now.label &&
    before.onSelect === now.onSelect &&
    before.onOpen === now.onOpen &&
    isSameContent(before.line, now.line)
  );
}

function isSameContent(before: RunLine, now: RunLine): boolean {
  if (before.type === 'row' && now.type === 'row') return before.row === now.row;
  if (before.type === 'iteration' && now.type === 'iteration')
    return before.iteration === now.iteration && before.done === now.done;
  if (before.type === 'planned' && now.type === 'planned')
    return before.step === now.step && before.isSending === now.isSending;
  return false;
}
