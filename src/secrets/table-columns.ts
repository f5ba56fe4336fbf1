// Finds the values below a name in the head of a table: comma-separated values, tables of Markdown, of terminals and of
// HTML, `INSERT INTO t (…) VALUES (…)`, and JSON with the columns beside the rows.
import type { ReadBudget, ValueSpan } from './assigned-values.ts';
import { jsonColumn } from './json-tables.ts';
import type { NameHit } from './name-hits.ts';
import { namedSecret, type NamedSecret } from './names.ts';
import { hasVariety, isRandom } from './plausible.ts';
import { cellsOf, markupCells, ruledCells, tupleAt, type Cell } from './table-rows.ts';

export interface ColumnSecret extends ValueSpan {
  readonly name: string;
  readonly found: NamedSecret;
}

/** A table by one of its columns: the name in the head, and the cells below it. */
export interface Column {
  readonly name: string;
  readonly cells: Iterable<Cell | undefined>;
  /** True when prose may look like the table; the values must then look like secrets. */
  readonly isLoose: boolean;
}

const MAX_HEAD = 2000;
const MAX_ROWS = 100_000;

/** Characters that stand around a name in the head of a table, besides blanks, quotes and further words. */
const BEFORE = /(?:^|[,;\t|([>"\n]|\\n)[ `]*(?:\\*["'])?(?:[A-Za-z]+ ){0,2}$/;
const BEHIND = /^(?: [A-Za-z]+){0,2}(?:\\*["'`])?[ `]*(?:[,;\t|)\]<}]|\r?\n|\\r?\\?n|$)/;

export function* columnSecrets(
  text: string,
  hit: NameHit,
  budget: ReadBudget,
): Generator<ColumnSecret, void, undefined> {
  if (!BEHIND.test(text.slice(hit.end, hit.end + 60))) return;
  if (!BEFORE.test(text.slice(Math.max(0, hit.start - 60), hit.start))) return;
  for (const find of FINDERS) {
    const column = find(text, hit);
    if (column === null) continue;
    const found = namedSecret(column.name);
    if (found === null || found.isWeak || found.kind === 'session') return;
    let last = hit.end;
    for (const cell of column.cells) {
      if (budget.left <= 0) return;
      if (cell === undefined) continue;
      budget.left -= cell.end - last;
      last = cell.end;
      if (isSecret(text.slice(cell.start, cell.end), found, column.isLoose))
        yield { name: column.name, found, start: cell.start, end: cell.end, written: cell.written };
    }
    budget.left -= MAX_HEAD / 4;
    return;
  }
}

function isSecret(value: string, { kind }: NamedSecret, isLoose: boolean): boolean {
  if (value === '' || /\s/.test(value) || /^(?:null|default|\\N|\?|%s|[:$@]\w+)$/i.test(value)) return false;
  // Numbers of tokens count them.
  if (kind !== 'password' && kind !== 'card' && /^[\d.]{1,8}$/.test(value)) return false;
  return !isLoose || (kind === 'password' ? hasVariety(value) : isRandom(value, 8));
}

type Finder = (text: string, hit: NameHit) => Column | null;

/** `INSERT INTO users (id, password) VALUES (1, '…'), (2, '…')`, and `COPY users (id, password) FROM stdin;`. */
function inStatement(text: string, { start, end }: NameHit): Column | null {
  const before = text.slice(Math.max(0, start - MAX_HEAD), start);
  const open = before.lastIndexOf('(');
  if (open < 0 || before.includes(')', open)) return null;
  if (!/\b(?:into|copy)\s+(?:table\s+)?[\w.`"[\]\\$-]{1,200}\s*$/i.test(before.slice(0, open))) return null;
  const from = start - before.length + open + 1;
  const close = text.slice(end, end + MAX_HEAD).indexOf(')');
  if (close < 0) return null;
  const names = text.slice(from, end + close).split(',');
  const at = text.slice(from, start).split(',').length - 1;
  const name = names[at]!.replaceAll(/[\s`"'[\]\\]/g, '');
  const rest = end + close + 1;
  const lead = /^(?:\s|\\[nr])*(?:(values?)|from\s+stdin\b[^\n]*\n)/i.exec(text.slice(rest, rest + 300));
  if (lead === null) return null;
  const rows = rest + lead[0].length;
  const cells = lead[1] === undefined ? copied(text, rows, names.length, at) : tuples(text, rows, at);
  return { name, cells, isLoose: false };
}

function* tuples(text: string, from: number, at: number): Generator<Cell | undefined, void, undefined> {
  let next = from;
  for (let row = 0; row < MAX_ROWS; row += 1) {
    const tuple = tupleAt(text, next);
    if (tuple === null) return;
    yield tuple.cells[at];
    next = tuple.end;
  }
}

function* copied(
  text: string,
  from: number,
  columns: number,
  at: number,
): Generator<Cell | undefined, void, undefined> {
  for (const { start, line } of linesFrom(text, from, '\n')) {
    const cells = cellsOf(line, '\t', start);
    if (cells.length !== columns) return;
    yield cells[at];
  }
}

/** Lines of cells with commas, semicolons or tabs between them, also within a string of JSON. */
function delimited(text: string, { start, end }: NameHit): Column | null {
  const after = text.slice(end, end + MAX_HEAD);
  const [lineEnd = '\n'] = /\n|\\n/.exec(after) ?? [];
  const before = text.slice(Math.max(0, start - MAX_HEAD), start);
  const edge = before.lastIndexOf(lineEnd);
  const quote = lineEnd === '\n' ? -1 : before.lastIndexOf('"');
  const isEscapedQuote = before[quote - 1] === '\\';
  const from = start - before.length + Math.max(edge < 0 ? 0 : edge + lineEnd.length, isEscapedQuote ? 0 : quote + 1);
  const to = end + after.indexOf(lineEnd);
  if (to < end || start - from >= MAX_HEAD) return null;
  const head = text.slice(from, to).replace(/(?:\r|\\r)$/, '');
  const delimiter = [',', ';', '\t'].find((each) => head.includes(each));
  if (delimiter === undefined || !/^[\w\s"'\\,;./()-]+$/.test(head)) return null;
  const names = cellsOf(head, delimiter, from);
  const at = names.findIndex((cell) => cell.start <= start && end <= cell.end);
  const texts = names.map((cell) => text.slice(cell.start, cell.end).trim());
  const isFirst = from === 0;
  if (at < 0 || texts.some((each) => each.split(' ').length > 3)) return null;
  // Further down, lines of prose and code have commas too.
  if (!isFirst && !texts.every((each) => /^[A-Za-z_][\w .-]{0,40}$/.test(each))) return null;
  const cells = below(text, to + lineEnd.length, lineEnd, delimiter, [names.length, at]);
  return { name: texts[at]!, cells, isLoose: !isFirst };
}

function* below(
  text: string,
  from: number,
  lineEnd: string,
  delimiter: string,
  [columns, at]: readonly [number, number],
): Generator<Cell | undefined, void, undefined> {
  for (const { start, line } of linesFrom(text, from, lineEnd)) {
    const cells = cellsOf(line, delimiter, start);
    // Prose has no columns.
    if (cells.length !== columns) return;
    yield cells[at];
  }
}

function* linesFrom(
  text: string,
  from: number,
  lineEnd: string,
): Generator<{ readonly start: number; readonly line: string }, void, undefined> {
  let start = from;
  for (let row = 0; row < MAX_ROWS && start < text.length; row += 1) {
    const window = text.slice(start, start + MAX_HEAD * 10);
    const next = window.indexOf(lineEnd);
    // A string of JSON ends with its quote.
    const line = next < 0 ? (lineEnd === '\n' ? window : window.split('"', 1)[0]!) : window.slice(0, next);
    if (line.trim() !== '') yield { start, line: line.replace(/(?:\r|\\r)$/, '') };
    if (next < 0) return;
    start += next + lineEnd.length;
  }
}

/** Lines with bars between the cells and a ruler below the head, as in Markdown and on terminals. */
function ruled(text: string, { start, end }: NameHit): Column | null {
  const from = text.lastIndexOf('\n', start) + 1;
  const to = text.indexOf('\n', end);
  if (to < 0 || start - from > MAX_HEAD || to - end > MAX_HEAD) return null;
  const ruler = /^[ \t]*[|+:-][-:+| \t]*-{3}[-:+| \t]*\r?\n/.exec(text.slice(to + 1, to + 1 + MAX_HEAD))?.[0];
  if (ruler === undefined) return null;
  const head = ruledCells(text.slice(from, to), from);
  const at = head.findIndex((cell) => cell.start <= start && end <= cell.end);
  if (at < 0 || head.length < 2) return null;
  const cells = function* (): Generator<Cell | undefined, void, undefined> {
    for (const { start: offset, line } of linesFrom(text, to + 1 + ruler.length, '\n')) {
      const row = ruledCells(line, offset);
      if (row.length !== head.length) return;
      yield row[at];
    }
  };
  const name = text.slice(head[at]!.start, head[at]!.end).replaceAll(/[*_`]{1,2}(?=\w)|(?<=\w)[*`]{1,2}/g, '');
  return { name, cells: cells(), isLoose: true };
}

/** The cells below `<th>Password</th>`. */
function inMarkup(text: string, { start, end }: NameHit): Column | null {
  const before = text.slice(Math.max(0, start - MAX_HEAD), start);
  const open = /<tr\b(?!.*<tr\b)/is.exec(before)?.index;
  const close = /<\/tr>/i.exec(text.slice(end, end + MAX_HEAD))?.index;
  if (open === undefined || close === undefined || !/<t[hd]\b[^<>]*>\s*[\w ]*$/i.test(before)) return null;
  const from = start - before.length + open;
  const head = markupCells(text.slice(from, end + close), from);
  const at = head.findIndex((cell) => cell.start <= start && end <= cell.end);
  if (at < 0 || head.length < 2) return null;
  const cells = function* (): Generator<Cell | undefined, void, undefined> {
    let next = end + close;
    for (let row = 0; row < MAX_ROWS; row += 1) {
      const window = text.slice(next, next + MAX_HEAD * 10);
      const tail = window.search(/<\/tr>(?=.)|<\/table>/is);
      const whole = /^<\/tr>/i.test(window) ? window.slice(5) : window;
      const rowEnd = whole.search(/<\/tr>|<\/table>/i);
      if (tail < 0 || rowEnd < 0 || !/<tr\b/i.test(whole.slice(0, rowEnd))) return;
      const offset = next + window.length - whole.length;
      const found = markupCells(whole.slice(0, rowEnd), offset);
      if (found.length !== head.length) return;
      yield found[at];
      next = offset + rowEnd;
    }
  };
  return { name: text.slice(head[at]!.start, head[at]!.end), cells: cells(), isLoose: true };
}

const FINDERS: readonly Finder[] = [inStatement, jsonColumn, inMarkup, ruled, delimited];
