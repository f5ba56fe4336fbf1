// Messages as a timeline, newest last. It sticks to its end until it is scrolled; arrow keys select.
import { ArrowDown } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import shared from '../../../parts/content.module.css';
import { Button } from '../../../parts/index.ts';
import { scrollTopFor, useVisibleLines } from '../../../parts/visible-lines.ts';
import { Row, rowId } from './timeline-row.tsx';
import type { TimelineRow } from './timeline-rows.ts';
import css from './timeline.module.css';

const HEIGHTS = { row: 26, head: 0 } as const;
/** Pixels from the end within which the list counts as being there. */
const NEAR = 8;

interface TimelineProps {
  readonly rows: readonly TimelineRow[];
  /** The number of a row. */
  readonly selected: number | null;
  readonly onSelect: (number: number | null) => void;
}

export function Timeline({ rows, selected, onSelect }: TimelineProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const lines = useVisibleLines(rows.length, box, HEIGHTS);
  const { newer, goToEnd, onScroll } = useEnd(box, rows.length);
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = rows.findIndex(({ number }) => number === selected);
    const last = rows.length - 1;
    const next = { ArrowDown: at + 1, ArrowUp: at < 0 ? last : at - 1, Home: 0, End: last }[event.key];
    const row = next === undefined ? undefined : rows[Math.max(0, Math.min(last, next))];
    if (row === undefined) return;
    event.preventDefault();
    onSelect(row.number);
    if (box !== null) box.scrollTop = scrollTopFor(rows.indexOf(row), rows.length, box, HEIGHTS);
  };
  const drawn = rows.slice(lines.first, lines.end);
  const active = drawn.find(({ number }) => number === selected);
  return (
    <div className={css['timeline']}>
      <div
        className={shared['scroll']}
        ref={setBox}
        role="listbox"
        tabIndex={0}
        aria-label="Messages"
        aria-activedescendant={active === undefined ? undefined : rowId(active)}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
      >
        <div className={shared['virtual']} role="presentation" style={{ height: lines.height }}>
          {drawn.map((row, index) => (
            <Row
              key={row.number}
              row={row}
              position={lines.first + index}
              count={rows.length}
              top={lines.topOf(lines.first + index)}
              isSelected={row.number === selected}
              onPress={() => onSelect(row.number === selected ? null : row.number)}
            />
          ))}
        </div>
      </div>
      {newer > 0 && (
        <Button kind="line" size="small" className={css['newer']} icon={ArrowDown} onClick={goToEnd}>
          {newer.toLocaleString('en')} new
        </Button>
      )}
    </div>
  );
}

/** Keeps the list at its end while it is there; returns how many are new since it was scrolled away. */
function useEnd(box: HTMLElement | null, count: number) {
  const isAtEnd = useRef(true);
  const [leftAt, setLeftAt] = useState<number | null>(null);
  const goToEnd = (): void => {
    if (box !== null) box.scrollTop = box.scrollHeight;
  };
  useLayoutEffect(() => {
    if (box !== null && isAtEnd.current) box.scrollTop = box.scrollHeight;
  }, [box, count]);
  const onScroll = (): void => {
    if (box === null) return;
    isAtEnd.current = box.scrollTop + box.clientHeight >= box.scrollHeight - NEAR;
    setLeftAt((before) => (isAtEnd.current ? null : (before ?? count)));
  };
  return { newer: leftAt === null ? 0 : count - leftAt, goToEnd, onScroll };
}
