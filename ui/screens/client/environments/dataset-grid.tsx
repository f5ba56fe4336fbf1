// The rows of a dataset in a grid, with types of columns, and a line that adds a row.
import { useMemo } from 'react';
import { ColumnHead } from './column-head.tsx';
import {
  columnType,
  countRows,
  textOf,
  valueAt,
  withBlock,
  withCell,
  withoutRow,
  type DatasetTable,
} from './dataset-table.ts';
import { Grid } from './grid/grid.tsx';
import type { GridCell, GridColumn, GridCursor, GridRow } from './grid/grid-model.ts';

interface DatasetGridProps {
  readonly name: string;
  readonly table: DatasetTable;
  readonly cursor: GridCursor;
  readonly onCursor: (cursor: GridCursor) => void;
  readonly onTable: (table: DatasetTable) => void;
}

export function DatasetGrid({ name, table, cursor, onCursor, onTable }: DatasetGridProps) {
  const types = useMemo(() => table.columns.map((_, column) => columnType(table, column)), [table]);
  const columns = useMemo(
    () =>
      table.columns.map((title, column): GridColumn => ({
        key: String(column),
        title,
        min: 96,
        grow: types[column] === 'text' ? 1.4 : 0.8,
        isNumeric: types[column] === 'number',
        head: <ColumnHead {...{ table, column, onTable }} type={types[column]!} />,
      })),
    [table, types, onTable],
  );
  const count = countRows(table);
  return (
    <Grid
      label={`Rows of ${name}`}
      columns={columns}
      count={count + 1}
      row={(at) => (at < count ? rowOf(table, at, types) : addingRow(columns.length))}
      cursor={cursor}
      onCursor={onCursor}
      onEdit={({ row, column }, text) => onTable(withCell(table, row, column, text))}
      onClear={({ row, column }) => {
        if (textOf(valueAt(table, row, column)) !== '') onTable(withCell(table, row, column, ''));
      }}
      onPaste={({ row, column }, text) => {
        const block = blockOf(text);
        if (block === null) return false;
        onTable(withBlock(table, row, column, block));
        return true;
      }}
      onKey={(key, { row }) => {
        if (key !== 'mod+backspace' && key !== 'mod+delete') return false;
        if (row < count) onTable(withoutRow(table, row));
        return true;
      }}
    />
  );
}

function rowOf(table: DatasetTable, row: number, types: readonly string[]): GridRow {
  const cells = table.columns.map((_, column): GridCell => {
    const value = valueAt(table, row, column);
    const text = textOf(value);
    if (value === undefined) return { text: '—', edited: '', look: 'unset' };
    if (value === null) return { text: 'NULL', edited: 'null', look: 'empty' };
    if (text === '') return { text: 'empty', edited: '', look: 'empty' };
    const isWrong = types[column] === 'number' && typeof value !== 'number';
    return { text, ...(isWrong && { look: 'wrong' as const }) };
  });
  return { type: 'cells', head: row + 1, cells };
}

function addingRow(columns: number): GridRow {
  const cells = Array.from({ length: columns }, (_, column): GridCell => {
    return { text: column === 0 ? 'Add row, or paste cells' : '', edited: '', look: 'unset' };
  });
  return { type: 'cells', head: null, cells };
}

/** Returns the cells of a spreadsheet; null for a single value. */
function blockOf(text: string): readonly (readonly string[])[] | null {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  const block = lines.map((line) => line.split('\t'));
  return block.length === 1 && block[0]!.length === 1 ? null : block;
}
