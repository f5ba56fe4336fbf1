// CSV as rows whose cells are read when they are needed, so that a large file opens at once. What is not changed stays as
// it was written. It is read as runs do (RFC 4180, with commas, semicolons or tabs).

export interface CsvCell {
  readonly text: string;
  /** True for a cell in quotes, whose digits are text and not a number. */
  readonly isQuoted: boolean;
}

/** A row as it is written. */
export class CsvRow {
  readonly source: string;
  /** The line break behind it, with empty lines that follow. */
  readonly end: string;
  readonly #separator: string;
  #cells: readonly CsvCell[] | null = null;

  constructor(source: string, end: string, separator: string) {
    this.source = source;
    this.end = end;
    this.#separator = separator;
  }

  get cells(): readonly CsvCell[] {
    return (this.#cells ??= cellsIn(this.source, this.#separator));
  }

  /** Returns the row with other cells. */
  with(cells: readonly CsvCell[]): CsvRow {
    return csvRow(cells, this.#separator, this.end);
  }
}

export interface CsvText {
  readonly separator: string;
  /** The line break of rows that are added. */
  readonly lineBreak: string;
  /** The text before the first row: a byte order mark, empty lines. */
  readonly start: string;
  readonly rows: readonly CsvRow[];
}

/** Splits a text into rows. Throws an Error that names the line of a quote that is not closed. */
export function csvRows(text: string): CsvText {
  const start = /^\uFEFF?[\r\n]*/.exec(text)?.[0] ?? '';
  const separator = separatorOf(text.slice(start.length));
  const rows: CsvRow[] = [];
  let from = start.length;
  while (from < text.length) {
    const end = rowEnd(text, from, separator);
    let next = end;
    while (text[next] === '\n' || text[next] === '\r') next += 1;
    rows.push(new CsvRow(text.slice(from, end), text.slice(end, next), separator));
    from = next;
  }
  return { separator, lineBreak: /\r\n|\r|\n/.exec(text)?.[0] ?? '\n', start, rows };
}

export function csvText({ start, lineBreak, rows }: CsvText): string {
  const texts = rows.map(({ source, end }, at) => {
    // The last row of a file may have no line break, until another one follows.
    return source + (end === '' && at < rows.length - 1 ? lineBreak : end);
  });
  return start + texts.join('');
}

/** Returns a row with these cells. */
export function csvRow(cells: readonly CsvCell[], separator: string, end: string): CsvRow {
  return new CsvRow(cells.map((cell) => written(cell, separator)).join(separator), end, separator);
}

function written({ text, isQuoted }: CsvCell, separator: string): string {
  const isPlain = !isQuoted && text.trim() === text && !/["\r\n]/.test(text) && !text.includes(separator);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}

function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const bare = first.replaceAll(/"[^"]*"/g, '');
  return [',', ';', '\t'].find((each) => bare.includes(each)) ?? ',';
}

/** Returns the position of the line break that ends a row. */
function rowEnd(text: string, from: number, separator: string): number {
  const found = text.indexOf('\n', from);
  const end = found < 0 ? text.length : found;
  const line = text.slice(from, end);
  // Most rows are simple lines.
  if (!/["\r]/.test(line)) return end;
  // Line breaks in quotes do not end a row, and quotes count at the beginning of a cell alone.
  let at = from;
  for (;;) {
    const cell = cellAt(text, at, separator);
    if (text[cell.end] !== separator) return cell.end;
    at = cell.end + 1;
  }
}

function cellsIn(source: string, separator: string): readonly CsvCell[] {
  const cells: CsvCell[] = [];
  let from = 0;
  while (from <= source.length) {
    const { text, isQuoted, end } = cellAt(source, from, separator);
    cells.push({ text, isQuoted });
    from = end + 1;
  }
  return cells;
}

interface Cell extends CsvCell {
  readonly end: number;
}

function cellAt(text: string, from: number, separator: string): Cell {
  let start = from;
  while ((text[start] === ' ' || text[start] === '\t') && text[start] !== separator) start += 1;
  if (text[start] !== '"') return bareCell(text, start, separator);
  let content = '';
  for (;;) {
    const close = text.indexOf('"', start + 1);
    if (close < 0) throw new Error(`line ${text.slice(0, start).split('\n').length}: a quote is not closed`);
    content += text.slice(start + 1, close);
    start = close + 1;
    if (text[start] !== '"') break;
    content += '"';
  }
  // Text behind the closing quote still belongs to the cell.
  const rest = bareCell(text, start, separator);
  return { text: content + rest.text, isQuoted: true, end: rest.end };
}

function bareCell(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(start, end).trimEnd(), isQuoted: false, end };
}
