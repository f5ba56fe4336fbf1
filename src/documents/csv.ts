// Parser for CSV (RFC 4180) as spreadsheets and test data use it. Cells are separated by commas, or by semicolons or
// tabs when the first line contains those, with optional blanks around the cells.
import { UserError } from '../base/errors.ts';

export interface CsvCell {
  readonly text: string;
  /** True for a cell in quotes, whose digits are text and not a number. */
  readonly isQuoted: boolean;
}

/** Parses the text into rows; empty lines are skipped. Throws an Error that names the line of an unclosed quote. */
export function parseCsv(text: string): readonly (readonly CsvCell[])[] {
  const bare = text.replace(/^\uFEFF/, '');
  const separator = separatorOf(bare);
  const rows: CsvCell[][] = [];
  let row: CsvCell[] = [];
  let at = 0;
  while (at < bare.length) {
    const cell = cellAt(bare, at, separator);
    row.push(cell);
    at = cell.end;
    if (bare[at] === separator) {
      at += 1;
      if (at < bare.length) continue;
      row.push({ text: '', isQuoted: false });
    }
    if (bare.startsWith('\r\n', at)) at += 2;
    else at += 1;
    if (row.length > 1 || row[0]?.text !== '') rows.push(row);
    row = [];
  }
  return rows;
}

function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n/, 1);
  const bare = first.replace(/"[^"]*"/g, '');
  return [',', ';', '\t'].find((each) => bare.includes(each)) ?? ',';
}

interface Cell extends CsvCell {
  readonly end: number;
}

function cellAt(text: string, from: number, separator: string): Cell {
  let start = from;
  while (isBlank(text[start], separator)) start += 1;
  return text[start] === '"' ? quotedCell(text, start, separator) : bareCell(text, start, separator);
}

function isBlank(char: string | undefined, separator: string): boolean {
  return (char === ' ' || char === '\t') && char !== separator;
}

function quotedCell(text: string, start: number, separator: string): Cell {
  let content = '';
  let from = start + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0)
      throw new UserError(
        'INVALID_DATA',
        `line ${text.slice(0, start).split('\n').length}: a quote is not closed`,
      );
    content += text.slice(from, quote);
    if (text[quote + 1] !== '"') {
      // Text after the closing quote still belongs to the cell.
      const rest = bareCell(text, quote + 1, separator);
      return { text: content + rest.text, isQuoted: true, end: rest.end };
    }
    content += '"';
    from = quote + 2;
  }
}

function bareCell(text: string, start: number, separator: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(start, end).trimEnd(), isQuoted: false, end };
}
