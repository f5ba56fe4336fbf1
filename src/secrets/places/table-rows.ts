// Splits rows of tables into cells, with their offsets in the text.

export interface Cell {
  readonly start: number;
  readonly end: number;
  /** The way to write a replacement. */
  readonly written: 'text' | 'number';
}

/** A column of a table: the name in the header, and the cells below it. */
export interface Column {
  readonly name: string;
  readonly cells: Iterable<Cell | undefined>;
  /** True when prose may look like the table; the values must then look like secrets. */
  readonly isLoose: boolean;
}

const text = (start: number, end: number): Cell => ({ start, end, written: 'text' });

/** Splits a line at a delimiter; cells in quotes may contain it. */
export function cellsOf(line: string, delimiter: string, offset: number): readonly Cell[] {
  const cells: Cell[] = [];
  const quoted = /\s*(\\*")(?:[^"\\]|""|\\+""|\\[^"])*\1\s*/y;
  for (let at = 0; at <= line.length;) {
    quoted.lastIndex = at;
    const match = /["\\\s]/.test(line[at] ?? '') ? quoted.exec(line) : null;
    const behind = at + (match?.[0].length ?? 0);
    const found = line.indexOf(delimiter, behind);
    const end = found < 0 ? line.length : found;
    if (match !== null && behind === end) {
      const lead = match[0].indexOf(match[1]!) + match[1]!.length;
      cells.push(text(offset + at + lead, offset + at + match[0].trimEnd().length - match[1]!.length));
    } else cells.push(trimmedCell(line, at, end, offset));
    at = end + 1;
  }
  return cells;
}

function trimmedCell(line: string, from: number, to: number, offset: number): Cell {
  const value = line.slice(from, to);
  const start = from + value.length - value.trimStart().length;
  return text(offset + start, offset + Math.max(start, from + value.trimEnd().length));
}

/** Splits a line at its bars; bars at its ends have no cell beyond them. */
export function ruledCells(line: string, offset: number): readonly Cell[] {
  if (!line.includes('|')) return [];
  const cells: Cell[] = [];
  const first = /^\s*\|/.exec(line)?.[0].length ?? 0;
  const last = line.trimEnd().endsWith('|') ? line.trimEnd().length - 1 : line.length;
  for (let at = first; at <= last;) {
    const found = line.indexOf('|', at);
    const end = found < 0 || found > last ? last : found;
    const cell = trimmedCell(line, at, end, offset);
    const isCode = /^`.*`$/.test(line.slice(cell.start - offset, cell.end - offset));
    cells.push(isCode ? text(cell.start + 1, cell.end - 1) : cell);
    at = end + 1;
  }
  return cells;
}

/** Returns the texts of the cells of a row in HTML, without the elements around them. */
export function markupCells(row: string, offset: number): readonly Cell[] {
  return Array.from(row.matchAll(/<t[hd]\b[^<>]*>(?:\s*<[A-Za-z][^<>]{0,100}>)*\s*([^<>]*)/gi), (match) => {
    const end = match.index + match[0].length;
    return trimmedCell(row, end - match[1]!.length, end, offset);
  });
}

const LEAD = /(?:\s|\\[nr]|,)*\(/y;
/** A string of SQL in single or double quotes, or any other text up to a comma or a parenthesis. */
const VALUE =
  /(?:\s|\\[nr])*(?:[A-Za-z_]{0,12}'((?:[^'\\]|''|\\.){0,10000})'|\\?"((?:[^"\\]|""|\\[^"]){0,10000})\\?"|([^,()'"]{0,200}(?:\((?:'[^']{0,1000}'|[^()']){0,1000}\)[^,()'"]{0,200})?))(?:\s|\\[nr])*/y;

/** Returns the values of `(1, 'a', NULL)` and the end of the tuple; null when no tuple starts at the offset. */
export function tupleAt(
  sql: string,
  from: number,
): { readonly cells: readonly Cell[]; readonly end: number } | null {
  LEAD.lastIndex = from;
  if (!LEAD.test(sql)) return null;
  const cells: Cell[] = [];
  for (let at = LEAD.lastIndex; at < sql.length;) {
    VALUE.lastIndex = at;
    const match = VALUE.exec(sql);
    if (match === null) return null;
    const own = match[1] ?? match[2] ?? match[3]!.trim();
    const start = at + match[0].indexOf(own, match[3] === undefined ? 1 : 0);
    cells.push({
      start,
      end: start + own.length,
      written: match[3] !== undefined && own !== '' ? 'number' : 'text',
    });
    at = VALUE.lastIndex + 1;
    if (sql[at - 1] === ')') return { cells, end: at };
    if (sql[at - 1] !== ',') return null;
  }
  return null;
}
