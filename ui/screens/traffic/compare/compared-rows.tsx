// Facts or headers of both sides: name, one side, the other.
import { EyeOff } from 'lucide-react';
import { IconButton } from '../../../parts/index.ts';
import css from './compare.module.css';
import { isDifferent, type Row } from './comparison.ts';
import { DifferenceText } from './difference-text.tsx';

interface ComparedRowsProps {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The number of the first difference among these rows. */
  readonly first: number;
  /** The number of the difference that is stepped to. */
  readonly current: number;
  readonly onIgnore: (what: string) => void;
}

export function ComparedRows({ label, rows, first, current, onIgnore }: ComparedRowsProps) {
  let next = 0;
  return (
    <div className={css['rows']} role="table" aria-label={label}>
      {rows.map(({ name, before, after, ignorable, difference }, index) => {
        const number = isDifferent({ before, after }) ? first + (difference ?? next++) : null;
        return (
          <div
            key={index}
            role="row"
            className={css['row']}
            data-difference={number ?? undefined}
            data-current={number === current}
            aria-current={number === current || undefined}
          >
            <span role="rowheader" className={css['name']} title={name}>
              {name}
            </span>
            <Side own={before} other={after} side="before" />
            <Side own={after} other={before} side="after" />
            {number !== null && ignorable !== null && (
              <span role="cell" className={css['ignore']}>
                <IconButton
                  icon={EyeOff}
                  label={`Do not compare ${ignorable}`}
                  size="small"
                  onClick={() => onIgnore(ignorable)}
                />
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

interface SideProps {
  readonly own: string | null;
  readonly other: string | null;
  readonly side: 'before' | 'after';
}

function Side({ own, other, side }: SideProps) {
  return (
    <span role="cell" className={css['value']} data-missing={own === null}>
      {own === null ? 'missing' : <DifferenceText own={own} other={other} side={side} />}
    </span>
  );
}
