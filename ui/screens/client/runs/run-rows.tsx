// The requests of a run under their iterations: those that have ended, the one that is sent, and those to come.
import { Circle, CircleCheck, CircleMinus, CircleX } from 'lucide-react';
import { memo, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { durationText } from '../../../format/measures.ts';
import { statusLook } from '../../../parts/flow-text.tsx';
import { classes, Spinner } from '../../../parts/index.ts';
import table from '../../../parts/table.module.css';
import { scrollTopFor, useVisibleLines } from '../../../parts/visible-lines.ts';
import { RequestLabel } from '../parts/request-label.tsx';
import type { RunRow } from './run-events.ts';
import { isNewlyFailed, type RowFilter, type RunLine, type RunModel } from './run-model.ts';
import css from './runs.module.css';

const HEIGHTS = { row: 26, head: 28 } as const;
/** Pixels from the end within which the list counts as being there. */
const NEAR = 8;
/** A response that took this much longer than before stands out: by share and milliseconds. */
const SLOWER = { share: 1.5, ms: 100 } as const;

interface RunRowsProps {
  readonly run: RunModel;
  readonly version: number;
  readonly filter: RowFilter;
  /** The index of a row. */
  readonly selected: number | null;
  readonly onSelect: (index: number | null) => void;
  /** Opens the request of a row. */
  readonly onOpen: (row: RunRow) => void;
}

export function RunRows({ run, version, filter, selected, onSelect, onOpen }: RunRowsProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the run is changed in place, and counts its versions
  const lines = useMemo(() => run.lines(filter), [run, version, filter]);
  const shown = useVisibleLines(lines.length, box, HEIGHTS);
  const follow = useEnd(box, lines.length, run.isGoing);
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = lines.findIndex((line) => line.type === 'row' && line.row.index === selected);
    if (event.key === 'Enter' && at >= 0) {
      event.preventDefault();
      onOpen((lines[at] as Extract<RunLine, { readonly type: 'row' }>).row);
      return;
    }
    const page = Math.max(1, Math.floor((box?.clientHeight ?? 0) / HEIGHTS.row) - 2);
    const target = stepped(lines, at, event.key, page);
    if (target === null) return;
    event.preventDefault();
    follow.leave();
    onSelect(target.row.index);
    const line = lines.indexOf(target);
    if (box !== null) box.scrollTop = scrollTopFor(line, lines.length, box, HEIGHTS);
  };
  const drawn = lines.slice(shown.first, shown.end);
  const hasActive = drawn.some((line) => line.type === 'row' && line.row.index === selected);
  return (
    <div className={css['rows']}>
      <div
        className={css['scroll']}
        ref={setBox}
        role="listbox"
        tabIndex={0}
        aria-label="Requests of the run"
        data-run-rows
        aria-activedescendant={hasActive ? rowId(selected!) : undefined}
        onKeyDown={onKeyDown}
        onScroll={follow.onScroll}
      >
        <Head />
        <div className={css['lines']} role="presentation" style={{ height: shown.height }}>
          {drawn.map((line, index) => (
            <Line
              key={(shown.first + index) % shown.slots}
              line={line}
              label={labelOf(run, line)}
              doneText={doneOf(run, line)}
              top={shown.topOf(shown.first + index)}
              position={shown.first + index + 1}
              count={lines.length}
              isSelected={line.type === 'row' && line.row.index === selected}
              onSelect={onSelect}
              onOpen={onOpen}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

function Head() {
  return (
    <div className={classes(table['head'], css['head'])} role="presentation">
      <span />
      <span>Method</span>
      <span>Request</span>
      <span>Status</span>
      <span className={table['numeric']}>Time</span>
      <span className={table['numeric']}>Before</span>
      <span>Tests</span>
    </div>
  );
}

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

const Line = memo(function Line(props: LineProps) {
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

function rowId(index: number): string {
  return `run-row-${index}`;
}

function labelOf({ start }: RunModel, line: RunLine): string {
  if (line.type !== 'iteration') return '';
  const label = start?.labels[Math.min(line.iteration, Math.max(0, (start?.labels.length ?? 0) - 1))] ?? '';
  return `Iteration ${(line.iteration + 1).toLocaleString('en')}${label === '' ? '' : `, ${label}`}`;
}

/** Such as `17 of 22`. */
function doneOf({ start }: RunModel, line: RunLine): string {
  if (line.type !== 'iteration') return '';
  return start === null || start.repeats !== null ? String(line.done) : `${line.done} of ${start.requests}`;
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

/** Returns the row that a key leads to; null where it leads to none. */
function stepped(
  lines: readonly RunLine[],
  at: number,
  key: string,
  page: number,
): Extract<RunLine, { readonly type: 'row' }> | null {
  const last = lines.length - 1;
  const from = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: last,
  };
  const wanted = from[key as keyof typeof from];
  if (wanted === undefined) return null;
  const step = key === 'ArrowUp' || key === 'PageUp' || key === 'End' ? -1 : 1;
  for (let line = Math.max(0, Math.min(last, wanted)); line >= 0 && line <= last; line += step) {
    const found = lines[line]!;
    if (found.type === 'row') return found;
  }
  return null;
}

/** Keeps the list at what is sent while nobody has scrolled away. */
function useEnd(box: HTMLElement | null, count: number, isGoing: boolean) {
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
