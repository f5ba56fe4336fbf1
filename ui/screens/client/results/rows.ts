// The rows of a response as a grid shows them.

export interface GridColumn {
  readonly name: string;
  /** As the database names it; empty where it does not. */
  readonly type: string;
  readonly isNumeric: boolean;
  /** In characters. */
  readonly width: number;
}

export interface Grid {
  readonly columns: readonly GridColumn[];
  readonly rows: readonly Row[];
}

export interface Sorting {
  /** The column. */
  readonly name: string;
  readonly isDescending: boolean;
}

export type Row = Readonly<Record<string, unknown>>;

/** Rows that the widths of columns are taken from. */
const SAMPLE = 200;
const MIN_CHARS = 6;
const MAX_CHARS = 48;
const NUMERIC =
  /^(?:int|bigint|smallint|tinyint|mediumint|serial|real|double|float|decimal|numeric|money|number)/i;

/** `headers` has the types as `column-NAME`. Returns null where the body is no list of rows. */
export function gridOf(
  body: unknown,
  headers: readonly { readonly name: string; readonly value: string }[],
): Grid | null {
  if (!Array.isArray(body) || !body.every(isRow)) return null;
  const rows: readonly Row[] = body;
  const types = new Map(
    headers
      .filter(({ name }) => name.startsWith('column-'))
      .map(({ name, value }) => [name.slice('column-'.length), value]),
  );
  const names = new Set([...types.keys(), ...rows.slice(0, SAMPLE).flatMap((row) => Object.keys(row))]);
  return { rows, columns: [...names].map((name) => columnOf(name, types.get(name) ?? '', rows)) };
}

/** Returns the text of a value; null for NULL. */
export function cellText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns the rows that have a text in any column, in the order of a column; null for that of the database. */
export function shownRows({ rows, columns }: Grid, sought: string, sorting: Sorting | null): readonly Row[] {
  const wanted = sought.trim().toLowerCase();
  const found =
    wanted === ''
      ? rows
      : rows.filter((row) =>
          columns.some(({ name }) => (cellText(row[name]) ?? '').toLowerCase().includes(wanted)),
        );
  if (sorting === null) return found;
  const { name, isDescending } = sorting;
  const isNumeric = columns.find((column) => column.name === name)?.isNumeric === true;
  const sign = isDescending ? -1 : 1;
  return found.toSorted((a, b) => {
    const [first, second] = [cellText(a[name]), cellText(b[name])];
    // NULL comes last, whatever the direction.
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    return sign * compare(first, second, isNumeric);
  });
}

function compare(first: string, second: string, isNumeric: boolean): number {
  return isNumeric ? Number(first) - Number(second) : first.localeCompare(second, 'en');
}

function columnOf(name: string, type: string, rows: readonly Row[]): GridColumn {
  const sample = rows.slice(0, SAMPLE).map((row) => row[name]);
  const values = sample.filter((value) => value !== null && value !== undefined);
  const isNumeric =
    NUMERIC.test(type) || (values.length > 0 && values.every((value) => typeof value === 'number'));
  const longest = sample.reduce<number>((chars, value) => Math.max(chars, cellText(value)?.length ?? 4), 0);
  const width = Math.max(longest, name.length + type.length + 2);
  return { name, type, isNumeric, width: Math.min(MAX_CHARS, Math.max(MIN_CHARS, width)) };
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
