// Finds the values below a name in the header of a table: comma-separated values, Markdown, terminal and HTML tables,
// `INSERT INTO t (…) VALUES (…)`, and JSON with columns and rows.
import type { AssignedSecret, ReadBudget } from './value-spans.ts';
import { jsonColumn } from './json-tables.ts';
import type { NameHit } from '../scan/name-hits.ts';
import { namedSecret, type NamedSecret } from '../names/names.ts';
import { hasVariety, isRandom } from '../values/plausible.ts';
import { cellsOf, markupCells, ruledCells, tupleAt, type Cell, type Column } from './table-rows.ts';

const MAX_HEAD = 2000;
/** The cost of looking for a head, taken from the budget, in characters. */
const HEAD_COST = 100;
const MAX_ROWS = 100_000;

/** Characters around a name in the header of a table, besides blanks, quotes and further words. */
const BEFORE = /(?:^|[,;\t|([>"\n]|\\n)[ `*]*(?:\\*["'])?(?:[A-Za-z]+ ){0,2}$/;
const BEHIND = /^(?: [A-Za-z]+){0,2}[*`]{0,2}(?:\\*["'`])?[ `]*(?:[,;\t|)\]<}]|\r?\n|\\r?\\?n|$)/;

export function* columnSecrets(
  text: string,
  hit: NameHit,
  budget: ReadBudget,
): Generator<AssignedSecret, void, undefined> {
  if (!BEHIND.test(text.slice(hit.end, hit.end + 60))) return;
  if (!BEFORE.test(text.slice(Math.max(0, hit.start - 60), hit.start))) return;
  for (const find of FINDERS) {
    if (budget.remaining <= 0) return;
    budget.remaining -= HEAD_COST;
    const column = find(text, hit, budget);
    if (column === null) continue;
    const secret = namedSecret(column.name);
    if (secret === null || secret.isWeak || secret.kind === 'session') return;
    for (const cell of column.cells)
      if (cell !== undefined && isSecret(text.slice(cell.start, cell.end), secret, column.isLoose))
        yield { name: column.name, secret, ...cell, isBelow: true };
    return;
  }
}

function isSecret(value: string, { kind }: NamedSecret, isLoose: boolean): boolean {
  if (value === '' || /\s/.test(value) || /^(?:null|default|\\N|\?|%s|[:$@]\w+)$/i.test(value)) return false;
  // A number in a column of tokens is a count.
  if (kind !== 'password' && kind !== 'card' && /^[\d.]{1,8}$/.test(value)) return false;
  return !isLoose || (kind === 'password' ? hasVariety(value) : isRandom(value, 8));
}

type Finder = (text: string, hit: NameHit, budget: ReadBudget) => Column | null;

/** `INSERT INTO users (id, password) VALUES (1, '…'), (2, '…')`, and `COPY users (id, password) FROM stdin;`. */
function inStatement(text: string, { start, end }: NameHit, budget: ReadBudget): Column | null {
  if (!/^["'`\]\\]{0,2}\s{0,9}[,)]/.test(text.slice(end, end + 12))) return null;
  const before = text.slice(Math.max(0, start - MAX_HEAD / 2), start);
  const open = before.lastIndexOf('(');
  if (open < 0) return null;
  if (before.includes(')', open)) return null;
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
  const cells =
    lead[1] === undefined ? copied(text, rows, [names.length, at], budget) : tuples(text, rows, at, budget);
  return { name, cells, isLoose: false };
}

function* tuples(
  text: string,
  from: number,
  at: number,
  budget: ReadBudget,
): Generator<Cell | undefined, void, undefined> {
  let next = from;
  for (let row = 0; row < MAX_ROWS; row += 1) {
    const tuple = budget.remaining > 0 ? tupleAt(text, next) : null;
    budget.remaining -= tuple === null ? MAX_HEAD : tuple.end - next;
    if (tuple === null) return;
    yield tuple.cells[at];
    next = tuple.end;
  }
}

function* copied(
  text: string,
  from: number,
  [columns, at]: readonly [number, number],
  budget: ReadBudget,
): Generator<Cell | undefined, void, undefined> {
  for (const { start, line } of linesFrom(text, from, '\n', budget)) {
    const cells = cellsOf(line, '\t', start);
    if (cells.length !== columns) return;
    yield cells[at];
  }
}

/** Lines of cells with commas, semicolons or tabs between them, also within a string of JSON. */
function delimited(text: string, { start, end }: NameHit, budget: ReadBudget): Column | null {
  const after = text.slice(end, end + MAX_HEAD);
  const [lineEnd = '\n'] = /\n|\\n/.exec(after) ?? [];
  const before = text.slice(Math.max(0, start - MAX_HEAD), start);
  const edge = before.lastIndexOf(lineEnd);
  const quote = lineEnd === '\n' ? -1 : lastQuote(before);
  const from = start - before.length + Math.max(edge < 0 ? 0 : edge + lineEnd.length, quote + 1);
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
  // Further down, prose and code have commas too.
  if (!isFirst && !texts.every((each) => /^[A-Za-z_][\w .-]{0,40}$/.test(each))) return null;
  const cells = below(text, to + lineEnd.length, lineEnd, delimiter, [names.length, at], budget);
  return { name: texts[at]!, cells, isLoose: !isFirst || /[,;] /.test(head) };
}

/** Returns the offset of the last quote that is not escaped. */
function lastQuote(text: string): number {
  let at = text.lastIndexOf('"');
  while (at > 0 && text[at - 1] === '\\') at = text.lastIndexOf('"', at - 1);
  return at;
}

function* below(
  text: string,
  from: number,
  lineEnd: string,
  delimiter: string,
  [columns, at]: readonly [number, number],
  budget: ReadBudget,
): Generator<Cell | undefined, void, undefined> {
  for (const { start, line } of linesFrom(text, from, lineEnd, budget)) {
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
  budget: ReadBudget,
): Generator<{ readonly start: number; readonly line: string }, void, undefined> {
  let start = from;
  for (let row = 0; row < MAX_ROWS && start < text.length && budget.remaining > 0; row += 1) {
    const window = text.slice(start, start + MAX_HEAD * 10);
    const next = window.indexOf(lineEnd);
    // A JSON string ends with its quote.
    const line =
      next < 0 ? (lineEnd === '\n' ? window : window.split(/(?<!\\)"/, 1)[0]!) : window.slice(0, next);
    budget.remaining -= line.length;
    if (line.trim() !== '') yield { start, line: line.replace(/(?:\r|\\r)$/, '') };
    if (next < 0) return;
    start += next + lineEnd.length;
  }
}

/** Lines with bars between the cells and a ruler below the head, as in Markdown and on terminals. */
function ruled(text: string, { start, end }: NameHit, budget: ReadBudget): Column | null {
  if (
    !/^[\w *`]*\|/.test(text.slice(end, end + 60)) &&
    !/\|[\w *`]*$/.test(text.slice(Math.max(0, start - 60), start))
  )
    return null;
  const before = text.slice(Math.max(0, start - MAX_HEAD), start);
  const from = start - before.length + before.lastIndexOf('\n') + 1;
  const to = end + text.slice(end, end + MAX_HEAD).indexOf('\n');
  if (to < end || (from > 0 && text[from - 1] !== '\n')) return null;
  const ruler = /^[ \t]*[|+:-][-:+| \t]*-{3}[-:+| \t]*\r?\n/.exec(text.slice(to + 1, to + 1 + MAX_HEAD))?.[0];
  if (ruler === undefined) return null;
  const head = ruledCells(text.slice(from, to), from);
  const at = head.findIndex((cell) => cell.start <= start && end <= cell.end);
  if (at < 0 || head.length < 2) return null;
  const cells = function* (): Generator<Cell | undefined, void, undefined> {
    for (const { start: offset, line } of linesFrom(text, to + 1 + ruler.length, '\n', budget)) {
      const row = ruledCells(line, offset);
      if (row.length !== head.length) return;
      yield row[at];
    }
  };
  const name = text
    .slice(head[at]!.start, head[at]!.end)
    .replaceAll(/[*_`]{1,2}(?=\w)|(?<=\w)[*`]{1,2}/g, '');
  return { name, cells: cells(), isLoose: true };
}

/** The cells below `<th>Password</th>`. */
function inMarkup(text: string, { start, end }: NameHit, budget: ReadBudget): Column | null {
  if (!/<t[hd]\b[^<>]*>\s*[\w ]*$/i.test(text.slice(Math.max(0, start - 120), start))) return null;
  const before = text.slice(Math.max(0, start - MAX_HEAD), start);
  const open = Math.max(before.lastIndexOf('<tr'), before.lastIndexOf('<TR'));
  const close = /<\/tr>/i.exec(text.slice(end, end + MAX_HEAD))?.index;
  if (open < 0 || close === undefined) return null;
  const from = start - before.length + open;
  const head = markupCells(text.slice(from, end + close), from);
  const at = head.findIndex((cell) => cell.start <= start && end <= cell.end);
  if (at < 0 || head.length < 2) return null;
  const cells = function* (): Generator<Cell | undefined, void, undefined> {
    let next = end + close + '</tr>'.length;
    for (let row = 0; row < MAX_ROWS && budget.remaining > 0; row += 1) {
      const window = text.slice(next, next + MAX_HEAD * 10);
      const rowEnd = window.search(/<\/tr>/i);
      budget.remaining -= rowEnd < 0 ? window.length : rowEnd + HEAD_COST;
      const found = markupCells(window.slice(0, Math.max(0, rowEnd)), next);
      if (found.length !== head.length) return;
      yield found[at];
      next += rowEnd + '</tr>'.length;
    }
  };
  return { name: text.slice(head[at]!.start, head[at]!.end), cells: cells(), isLoose: true };
}

const FINDERS: readonly Finder[] = [inStatement, jsonColumn, inMarkup, ruled, delimited];
