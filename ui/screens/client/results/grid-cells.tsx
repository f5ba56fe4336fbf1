// The rows of a grid with their cells, and the heads of its columns.
import { classes } from '../../../parts/index.ts';
import { cellText, type GridColumn, type Row, type Sorting } from './rows.ts';
import css from './rows-grid.module.css';

interface HeadProps {
  readonly sorting: Sorting | null;
  readonly onSort: (name: string) => void;
  readonly column: GridColumn;
}

export function Head({ column: { name, type, isNumeric }, sorting, onSort }: HeadProps) {
  const isSorted = sorting?.name === name;
  return (
    <span
      role="columnheader"
      className={isNumeric ? css['numeric'] : undefined}
      aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : 'none'}
    >
      <button type="button" tabIndex={-1} onClick={() => onSort(name)}>
        {name} <small>{type}</small>
        {isSorted && <span aria-hidden>{sorting.isDescending ? '↓' : '↑'}</span>}
      </button>
    </span>
  );
}

interface GridRowProps {
  readonly columns: readonly GridColumn[];
  readonly row: Row;
  /** The position among the rows, from 0. */
  readonly at: number;
  /** In pixels. */
  readonly top: number;
  /** The column of the cursor; null where it is in another row. */
  readonly current: number | null;
  readonly onCell: (column: number) => void;
}

export function GridRow({ columns, row, at, top, current, onCell }: GridRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={at + 2}
      className={css['row']}
      data-current={current !== null}
      style={{ transform: `translateY(${top}px)` }}
    >
      <span role="rowheader" className={css['number']}>
        {at + 1}
      </span>
      {columns.map((column, columnAt) => (
        <GridCell
          key={column.name}
          value={row[column.name]}
          isNumeric={column.isNumeric}
          isCurrent={current === columnAt}
          onPress={() => onCell(columnAt)}
        />
      ))}
    </div>
  );
}

interface GridCellProps {
  readonly value: unknown;
  readonly isNumeric: boolean;
  readonly isCurrent: boolean;
  readonly onPress: () => void;
}

const MAX_CELL_CHARS = 300;

function GridCell({ value, isNumeric, isCurrent, onPress }: GridCellProps) {
  const text = cellText(value);
  return (
    <span
      role="gridcell"
      id={isCurrent ? 'sql-cell' : undefined}
      aria-selected={isCurrent}
      className={classes(css['cell'], isNumeric && css['numeric'])}
      data-empty={text === null || text === ''}
      onClick={onPress}
    >
      {text === null ? 'NULL' : text === '' ? 'empty' : text.slice(0, MAX_CELL_CHARS)}
    </span>
  );
}
