// A list of rows with columns, of any length: only what is in sight is drawn. Arrow keys select; heads sort.
import { ChevronDown, ChevronUp } from 'lucide-react';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import shared from '../../../parts/content.module.css';
import { classes, useWidth } from '../../../parts/index.ts';
import table from '../../../parts/table.module.css';
import { scrollTopFor, useVisibleLines } from '../../../parts/visible-lines.ts';
import css from './row-list.module.css';

export interface RowColumn<T> {
  readonly id: string;
  readonly title: string;
  /** As a track of a grid. */
  readonly width: string;
  readonly isNumeric?: boolean;
  /** The column is hidden when the list is narrower than this, in pixels. */
  readonly from?: number;
  /** True where its head sorts. */
  readonly sorts?: boolean;
  readonly cell: (row: T) => ReactNode;
}

export interface RowSort {
  readonly id: string;
  readonly isDown: boolean;
}

interface RowListProps<T> {
  readonly label: string;
  readonly columns: readonly RowColumn<T>[];
  readonly count: number;
  /** Returns the row at a position. */
  readonly rowAt: (index: number) => T;
  readonly keyOf: (row: T) => string | number;
  /** The key of the selected row. */
  readonly selected?: string | number | null;
  readonly onSelect?: (row: T, index: number) => void;
  readonly sort?: RowSort;
  readonly onSort?: (id: string) => void;
  readonly onScroll?: (top: number) => void;
  /** Shown in place of rows. */
  readonly empty?: ReactNode;
}

const HEIGHTS = { row: 26, head: 26 } as const;

export function RowList<T>(props: RowListProps<T>) {
  const { label, count, rowAt, keyOf, selected = null, onScroll, empty } = props;
  const element = useRef<HTMLDivElement>(null);
  const [box, setBox] = useState<HTMLElement | null>(null);
  useLayoutEffect(() => setBox(element.current), []);
  const id = useId();
  const width = useWidth(element);
  const lines = useVisibleLines(count, box, HEIGHTS);
  const columns = props.columns.filter(({ from = 0 }) => width >= from);
  const drawn = Array.from({ length: Math.max(0, lines.end - lines.first) }, (_, at) => lines.first + at);
  const idOf = (index: number): string => `${id}-${keyOf(rowAt(index))}`;
  const chosen = drawn.find((index) => keyOf(rowAt(index)) === selected);
  const style = { '--cols': columns.map((column) => column.width).join(' ') } as CSSProperties;
  return (
    <div
      ref={element}
      className={classes(shared['scroll'], css['list'])}
      style={style}
      role="grid"
      aria-label={label}
      aria-rowcount={count + 1}
      aria-activedescendant={chosen === undefined ? undefined : idOf(chosen)}
      tabIndex={0}
      onKeyDown={(event) => step(event, props, chosen ?? indexOf(props), box)}
      onScroll={(event) => onScroll?.(event.currentTarget.scrollTop)}
    >
      <Head {...props} columns={columns} />
      {count === 0 && empty !== undefined && <Empty>{empty}</Empty>}
      {count > 0 && (
        <div role="rowgroup" className={shared['virtual']} style={{ height: lines.height }}>
          {drawn.map((index) => (
            <Row
              key={keyOf(rowAt(index))}
              {...props}
              columns={columns}
              id={idOf(index)}
              index={index}
              top={lines.topOf(index)}
              isChosen={index === chosen}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** Returns the position of the selected row; -1 without one. */
function indexOf<T>({ count, rowAt, keyOf, selected = null }: RowListProps<T>): number {
  for (let index = 0; selected !== null && index < count; index += 1)
    if (keyOf(rowAt(index)) === selected) return index;
  return -1;
}

/** Moves the selection by a key. */
function step<T>(
  event: KeyboardEvent,
  { count, rowAt, onSelect }: RowListProps<T>,
  at: number,
  box: HTMLElement | null,
): void {
  if (event.target !== event.currentTarget || onSelect === undefined || count === 0) return;
  const to = { ArrowDown: at + 1, ArrowUp: at < 0 ? 0 : at - 1, Home: 0, End: count - 1 }[event.key];
  if (to === undefined) return;
  event.preventDefault();
  const next = Math.max(0, Math.min(count - 1, to));
  onSelect(rowAt(next), next);
  if (box !== null) box.scrollTop = scrollTopFor(next, count, box, HEIGHTS);
}

interface RowProps<T> extends Pick<RowListProps<T>, 'columns' | 'rowAt' | 'onSelect'> {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  readonly isChosen: boolean;
}

function Row<T>({ columns, rowAt, onSelect, id, index, top, isChosen }: RowProps<T>) {
  const row = rowAt(index);
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={onSelect === undefined ? undefined : isChosen}
      className={classes(table['row'], css['row'])}
      style={{ top }}
      onClick={() => onSelect?.(row, index)}
    >
      {columns.map(({ id: column, isNumeric = false, cell }) => (
        <span key={column} role="gridcell" className={isNumeric ? table['numeric'] : undefined}>
          {cell(row)}
        </span>
      ))}
    </div>
  );
}

function Empty({ children }: { readonly children: ReactNode }) {
  return (
    <div role="rowgroup">
      <div role="row">
        <div role="gridcell" className={css['empty']}>
          {children}
        </div>
      </div>
    </div>
  );
}

function Head<T>({ columns, sort, onSort }: Pick<RowListProps<T>, 'columns' | 'sort' | 'onSort'>) {
  return (
    <div role="rowgroup" className={css['head']}>
      <div role="row" aria-rowindex={1} className={table['head']}>
        {columns.map(({ id, title, isNumeric = false, sorts = false }) => {
          const isSorted = sorts && sort?.id === id;
          const Mark = sort?.isDown === true ? ChevronDown : ChevronUp;
          return (
            <span
              key={id}
              role="columnheader"
              className={isNumeric ? table['numeric'] : undefined}
              {...(sorts &&
                ({
                  'aria-sort': !isSorted ? 'none' : sort.isDown ? 'descending' : 'ascending',
                } as const))}
            >
              {sorts ? (
                <button type="button" onClick={() => onSort?.(id)}>
                  {title}
                  {isSorted && <Mark aria-hidden />}
                </button>
              ) : title === '' ? (
                <span className="visually-hidden">Actions</span>
              ) : (
                title
              )}
            </span>
          );
        })}
      </div>
    </div>
  );
}
