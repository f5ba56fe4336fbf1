// A list of objects as a table: a column for each name, a row for each object.
import type { JsonValues } from './json-values.ts';

export interface JsonTableShape {
  /** The path of the list. */
  readonly path: string;
  readonly columns: readonly string[];
  readonly rowCount: number;
}

/** The text of a cell; null where the object has no such member. */
export type JsonCell = { readonly text: string; readonly isNumber: boolean } | null;

export interface JsonTableData extends JsonTableShape {
  /** The objects. */
  readonly rows: Uint32Array;
}

/** Levels below the outermost value in which a list is looked for. */
const MAX_DEPTH = 3;
/** Members of an object that are looked at. */
const MAX_MEMBERS = 200;
/** Rows whose names become columns. */
const NAMED_ROWS = 200;
const MAX_COLUMNS = 100;
const MAX_TEXT = 300;

/** Returns the longest list of objects near the outermost value; null where there is none. */
export function tableOf(values: JsonValues): JsonTableData | null {
  const lists = values.isSequence ? [] : listsIn(values, 0, MAX_DEPTH);
  const [longest] = lists.toSorted((a, b) => values.sizeOf(b) - values.sizeOf(a));
  const isOfObjects = values.isSequence && values.kindOf(0) === 'object';
  if (longest === undefined && !isOfObjects) return null;
  const rows = Uint32Array.from(values.childrenOf(longest ?? null));
  return {
    path: longest === undefined ? '$' : values.pathOf(longest),
    columns: columnsOf(values, rows),
    rowCount: rows.length,
    rows,
  };
}

function listsIn(values: JsonValues, value: number, depth: number): readonly number[] {
  const kind = values.kindOf(value);
  if (kind === 'list') {
    const [first] = values.childrenOf(value);
    return first !== undefined && values.kindOf(first) === 'object' ? [value] : [];
  }
  if (kind !== 'object' || depth === 0) return [];
  const members: number[] = [];
  for (const child of values.childrenOf(value)) {
    members.push(...listsIn(values, child, depth - 1));
    if (members.length >= MAX_MEMBERS) break;
  }
  return members;
}

function columnsOf(values: JsonValues, rows: Uint32Array): readonly string[] {
  const names = new Set<string>();
  for (const row of rows.subarray(0, NAMED_ROWS)) {
    if (values.kindOf(row) !== 'object') continue;
    for (const member of values.childrenOf(row)) {
      if (names.size >= MAX_COLUMNS) return [...names];
      names.add(values.nameOf(member) ?? '');
    }
  }
  return [...names];
}

/** Returns the cells of some rows. */
export function cellsOf(
  values: JsonValues,
  { columns, rows }: JsonTableData,
  from: number,
  end: number,
): readonly (readonly JsonCell[])[] {
  return Array.from(rows.subarray(from, end), (row) => {
    const members = new Map<string, number>();
    if (values.kindOf(row) === 'object')
      for (const member of values.childrenOf(row)) members.set(values.nameOf(member) ?? '', member);
    return columns.map((name) => {
      const member = members.get(name);
      return member === undefined ? null : cellOf(values, member);
    });
  });
}

function cellOf(values: JsonValues, value: number): JsonCell {
  const kind = values.kindOf(value);
  if (kind !== 'object' && kind !== 'list')
    return { text: values.beginningOf(value, MAX_TEXT).text, isNumber: kind === 'number' };
  const size = values.sizeOf(value, 1000);
  return { text: kind === 'list' ? `[${size}]` : `{${size}}`, isNumber: false };
}
