// The rows of a query as a grid: found and sorted here, as the database gave them in JSON.
import { useMemo, useState, type KeyboardEvent } from 'react';
import { Button, TextField } from '../../../parts/index.ts';
import shared from '../../../parts/content.module.css';
import { scrollTopFor, useVisibleLines } from '../../../parts/visible-lines.ts';
import { copyText } from '../../../state/actions.ts';
import { GridRow, Head } from './grid-cells.tsx';
import { cellText, shownRows, type Grid, type Row, type Sorting } from './rows.ts';
import css from './rows-grid.module.css';
import { SaveRows } from './save-rows.tsx';

const HEIGHTS = { row: 26, head: 26 } as const;
/** Pixels of a character of the grid, and of the space beside a value. */
const [CHAR, PADDING] = [7.3, 18];

interface Cell {
  readonly row: number;
  readonly column: number;
}

export function RowsGrid({ grid }: { readonly grid: Grid }) {
  const [sought, setSought] = useState('');
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [cell, setCell] = useState<Cell | null>(null);
  const rows = useMemo(() => shownRows(grid, sought, sorting), [grid, sought, sorting]);
  const sort = (name: string): void => {
    setCell(null);
    setSorting((now) =>
      now?.name !== name
        ? { name, isDescending: false }
        : now.isDescending
          ? null
          : { name, isDescending: true },
    );
  };
  const column = cell === null ? undefined : grid.columns[cell.column];
  const value = cell === null || column === undefined ? undefined : rows[cell.row]?.[column.name];
  return (
    <>
      <div className={css['bar']}>
        <TextField
          aria-label="Filter these rows"
          placeholder="Filter these rows"
          value={sought}
          onChange={setSought}
        />
        <span className={css['note']}>
          {sorting === null ? '' : `sorted here by ${sorting.name}; JSON has the order of the database`}
        </span>
        <SaveRows rows={rows} />
      </div>
      <GridBody grid={grid} rows={rows} sorting={sorting} onSort={sort} cell={cell} onCell={setCell} />
      {cell !== null && column !== undefined && (
        <div className={css['foot']}>
          <span className={css['value']}>
            row {cell.row + 1}, {column.name} = {cellText(value) ?? 'NULL'}
          </span>
          <span className={css['note']}>{column.type}</span>
          <Button size="small" onClick={() => void copyText(cellText(value) ?? '', 'Copied the value')}>
            Copy
          </Button>
        </div>
      )}
    </>
  );
}

interface GridBodyProps {
  readonly grid: Grid;
  readonly rows: readonly Row[];
  readonly sorting: Sorting | null;
  readonly onSort: (name: string) => void;
  readonly cell: Cell | null;
  readonly onCell: (cell: Cell) => void;
}

function GridBody({ grid: { columns }, rows, sorting, onSort, cell, onCell }: GridBodyProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const lines = useVisibleLines(rows.length, box, HEIGHTS);
  const template = ['46px', ...columns.map(({ width }) => `${Math.round(width * CHAR + PADDING)}px`)].join(
    ' ',
  );
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = {
      row: clamp((cell?.row ?? -1) + step.row, rows.length),
      column: clamp((cell?.column ?? 0) + step.column, columns.length),
    };
    onCell(next);
    if (box !== null) box.scrollTop = scrollTopFor(next.row, rows.length, box, HEIGHTS);
  };
  return (
    <div
      className={css['grid']}
      ref={setBox}
      role="grid"
      tabIndex={0}
      aria-label="Rows"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-activedescendant={cell === null ? undefined : 'sql-cell'}
      style={{ ['--cols' as string]: template }}
      onKeyDown={onKeyDown}
    >
      <div role="row" aria-rowindex={1} className={css['head']}>
        <span role="columnheader">
          <span className="visually-hidden">Row</span>
        </span>
        {columns.map((column) => (
          <Head key={column.name} column={column} sorting={sorting} onSort={onSort} />
        ))}
      </div>
      <div className={shared['virtual']} role="presentation" style={{ height: lines.height }}>
        {rows.slice(lines.first, lines.end).map((row, index) => {
          const at = lines.first + index;
          return (
            <GridRow
              key={at}
              columns={columns}
              row={row}
              at={at}
              top={lines.topOf(at)}
              current={cell?.row === at ? cell.column : null}
              onCell={(column) => onCell({ row: at, column })}
            />
          );
        })}
      </div>
    </div>
  );
}

const PAGE = 15;
const STEPS: Readonly<Record<string, { readonly row: number; readonly column: number }>> = {
  ArrowDown: { row: 1, column: 0 },
  ArrowUp: { row: -1, column: 0 },
  ArrowRight: { row: 0, column: 1 },
  ArrowLeft: { row: 0, column: -1 },
  PageDown: { row: PAGE, column: 0 },
  PageUp: { row: -PAGE, column: 0 },
};

function clamp(value: number, count: number): number {
  return Math.max(0, Math.min(count - 1, value));
}
