// A dataset as a table, in CSV or JSON. Changes make another table; its text is what the file gets.
import { isObject } from '../../../../src/base/is-object.ts';
import { csvRow, csvRows, csvText, type CsvCell, type CsvText } from './csv-rows.ts';

type JsonRow = Readonly<Record<string, unknown>>;

export type DatasetTable =
  | { readonly format: 'csv'; readonly columns: readonly string[]; readonly csv: CsvText }
  | { readonly format: 'json'; readonly columns: readonly string[]; readonly rows: readonly JsonRow[] };

/** Rows in which columns of JSON are looked for, and types. */
const SAMPLE = 1000;

/** Reads a dataset as runs do: a bracket at its start marks JSON. Throws an Error that says what is wrong. */
export function tableOf(text: string): DatasetTable {
  if (!/^\s*[[{]/.test(text)) {
    const csv = csvRows(text);
    return { format: 'csv', csv, columns: csv.rows[0]?.cells.map((cell) => cell.text) ?? [] };
  }
  const parsed: unknown = JSON.parse(text);
  const rows = (Array.isArray(parsed) ? parsed : [parsed]) as readonly unknown[];
  const wrong = rows.findIndex((row) => !isObject(row));
  if (wrong >= 0) throw new Error(`row ${wrong + 1} is not an object: use a list of objects`);
  return jsonTable(rows as readonly JsonRow[]);
}

function jsonTable(rows: readonly JsonRow[], more: readonly string[] = []): DatasetTable {
  const columns = [...new Set([...rows.slice(0, SAMPLE).flatMap((row) => Object.keys(row)), ...more])];
  return { format: 'json', rows, columns };
}

export function tableText(table: DatasetTable): string {
  return table.format === 'csv' ? csvText(table.csv) : `${JSON.stringify(table.rows, null, 2)}\n`;
}

export function countRows(table: DatasetTable): number {
  return table.format === 'csv' ? Math.max(0, table.csv.rows.length - 1) : table.rows.length;
}

/** Returns the value that a run gets; undefined where the row has none. */
export function valueAt(table: DatasetTable, row: number, column: number): unknown {
  if (table.format === 'json') return table.rows[row]?.[table.columns[column]!];
  const cell = table.csv.rows[row + 1]?.cells[column];
  if (cell === undefined) return undefined;
  return !cell.isQuoted && isNumberText(cell.text) ? Number(cell.text) : cell.text;
}

/** Returns the value as it is shown and edited. */
export function textOf(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As Newman reads CSV: longer digits would not stay what they are. */
function isNumberText(text: string): boolean {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text) && String(Number(text)) === text;
}

/** Returns the type that more than half of the values of a column have. */
export function columnType(table: DatasetTable, column: number): 'text' | 'number' | 'boolean' {
  const counts = { number: 0, boolean: 0, all: 0 };
  for (let row = 0; row < Math.min(SAMPLE, countRows(table)); row += 1) {
    const value = valueAt(table, row, column);
    if (value === undefined || value === '' || value === null) continue;
    counts.all += 1;
    if (typeof value === 'number' || typeof value === 'boolean') counts[typeof value as 'number'] += 1;
  }
  if (counts.number * 2 > counts.all) return 'number';
  return counts.boolean * 2 > counts.all ? 'boolean' : 'text';
}

/** Changes a cell; a row behind the last one is added. */
export function withCell(table: DatasetTable, row: number, column: number, text: string): DatasetTable {
  return withBlock(table, row, column, [[text]]);
}

/** Writes texts into cells from a position on, and adds the rows that are missing. */
export function withBlock(
  table: DatasetTable,
  row: number,
  column: number,
  block: readonly (readonly string[])[],
): DatasetTable {
  if (table.format === 'json') {
    const rows = [...table.rows];
    for (const [down, texts] of block.entries()) {
      const changed = texts.slice(0, table.columns.length - column).map((text, right) => {
        const name = table.columns[column + right]!;
        return [name, jsonValue(text, rows[row + down]?.[name])] as const;
      });
      rows[Math.min(row + down, rows.length)] = {
        ...rows[row + down],
        ...(Object.fromEntries(changed) as JsonRow),
      };
    }
    return jsonTable(rows, table.columns);
  }
  const { csv, columns } = table;
  const rows = [...csv.rows];
  for (const [down, texts] of block.entries()) {
    const cells = filled(rows[row + down + 1]?.cells ?? [], columns.length);
    for (const [right, text] of texts.slice(0, columns.length - column).entries()) {
      const { isQuoted } = cells[column + right]!;
      cells[column + right] = { text, isQuoted: isQuoted && text !== '' };
    }
    const present = rows[row + down + 1];
    rows[Math.min(row + down + 1, rows.length)] =
      present?.with(cells) ?? csvRow(cells, csv.separator, csv.lineBreak);
  }
  return { ...table, csv: { ...csv, rows } };
}

/** A text stays a text; any other value is read as JSON where that is possible. */
function jsonValue(text: string, before: unknown): unknown {
  if (typeof before === 'string') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

function filled(cells: readonly CsvCell[], count: number): CsvCell[] {
  const missing = Math.max(0, count - cells.length);
  return [...cells, ...Array.from({ length: missing }, () => ({ text: '', isQuoted: false }))];
}

export function withoutRow(table: DatasetTable, row: number): DatasetTable {
  if (table.format === 'json') return jsonTable(table.rows.toSpliced(row, 1), table.columns);
  return { ...table, csv: { ...table.csv, rows: table.csv.rows.toSpliced(row + 1, 1) } };
}

export function withColumn(table: DatasetTable, name: string): DatasetTable {
  if (table.format === 'json') return jsonTable(table.rows, [...table.columns, name]);
  return changedCells(table, (cells, isHead) => [
    ...filled(cells, table.columns.length),
    { text: isHead ? name : '', isQuoted: false },
  ]);
}

export function withoutColumn(table: DatasetTable, column: number): DatasetTable {
  const name = table.columns[column]!;
  const columns = table.columns.toSpliced(column, 1);
  if (table.format === 'csv') return changedCells(table, (cells) => cells.toSpliced(column, 1));
  const without = (row: JsonRow): JsonRow =>
    Object.fromEntries(Object.entries(row).filter(([key]) => key !== name));
  return { ...table, columns, rows: table.rows.map(without) };
}

export function withRenamed(table: DatasetTable, column: number, name: string): DatasetTable {
  const old = table.columns[column]!;
  if (table.format === 'csv')
    return changedCells(table, (cells, isHead) =>
      isHead ? cells.with(column, { text: name, isQuoted: false }) : cells,
    );
  const renamed = (row: JsonRow): JsonRow =>
    Object.fromEntries(Object.entries(row).map(([key, value]) => [key === old ? name : key, value]));
  return { ...table, columns: table.columns.with(column, name), rows: table.rows.map(renamed) };
}

function changedCells(
  table: Extract<DatasetTable, { readonly format: 'csv' }>,
  change: (cells: readonly CsvCell[], isHead: boolean) => readonly CsvCell[],
): DatasetTable {
  const { csv } = table;
  const rows = csv.rows.map((row, at) => {
    const cells = change(row.cells, at === 0);
    return cells === row.cells ? row : row.with(cells);
  });
  return { ...table, columns: rows[0]?.cells.map(({ text }) => text) ?? [], csv: { ...csv, rows } };
}

/** Returns the rows of another table in the format of this one. */
export function converted(other: DatasetTable, format: DatasetTable['format']): DatasetTable {
  if (other.format === format) return other;
  const { columns } = other;
  const rows = Array.from({ length: countRows(other) }, (_, row) =>
    columns.map((_name, column) => valueAt(other, row, column)),
  );
  if (format === 'json')
    return jsonTable(
      rows.map((values) =>
        Object.fromEntries(
          values.flatMap((value, at) => (value === undefined ? [] : [[columns[at]!, value]])),
        ),
      ),
      columns,
    );
  const cell = (value: unknown): CsvCell => ({
    text: textOf(value),
    isQuoted: typeof value === 'string' && isNumberText(value),
  });
  const heads = columns.map((text) => ({ text, isQuoted: false }));
  const cells = [heads, ...rows.map((values) => values.map(cell))];
  const csv: CsvText = {
    separator: ',',
    lineBreak: '\n',
    start: '',
    rows: cells.map((each) => csvRow(each, ',', '\n')),
  };
  return { format, columns, csv };
}
