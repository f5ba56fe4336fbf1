// The requests of a run under their iterations: those that have ended, the one that is sent, and those to come.
import { useMemo, useState, type KeyboardEvent } from 'react';
import { classes } from '../../../parts/index.ts';
import table from '../../../parts/table.module.css';
import { scrollTopFor, useVisibleLines } from '../../../parts/visible-lines.ts';
import type { RunRow } from './run-events.ts';
import { doneOf, labelOf, Line, rowId } from './run-line.tsx';
import type { RowFilter, RunLine, RunModel } from './run-model.ts';
import css from './runs.module.css';
import { useEnd } from './use-end.ts';

const HEIGHTS = { row: 26, head: 28 } as const;
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

/** Returns the row that a key leads to; null where it leads to none. */
function stepped(
  lines: readonly RunLine[],
  at: number,
  key: string,
  page: number,
): Extract<RunLine, { readonly type: 'row' }> | null {
  const last = lines.length - 1;
  const from: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: last,
  };
  const wanted = from[key];
  if (wanted === undefined) return null;
  const step = key === 'ArrowUp' || key === 'PageUp' || key === 'End' ? -1 : 1;
  for (let line = Math.max(0, Math.min(last, wanted)); line >= 0 && line <= last; line += step) {
    const found = lines[line]!;
    if (found.type === 'row') return found;
  }
  return null;
}
