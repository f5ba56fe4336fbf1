// Finds the rows of tables in JSON: `{"columns":["id","password"],"rows":[[1,"…"]]}`, columns that are objects with a
// name, and lists of rows with the header first.
import type { ReadBudget } from './value-spans.ts';
import type { NameHit } from '../scan/name-hits.ts';
import type { Cell, Column } from './table-rows.ts';

/** The number of characters around a header that are searched for its rows. */
const NEAR = 4000;
/** Characters of one row. */
const MAX_ROW = 100_000;

export function jsonColumn(text: string, { start, end }: NameHit, budget: ReadBudget): Column | null {
  if (text[start - 1] !== '"' || text[end] !== '"') return null;
  const before = text.slice(Math.max(0, start - NEAR), start - 1);
  const isMember = /"(?:name|column|column_?name|field|label|key|id)"\s*:\s*$/i.test(before.slice(-60));
  const open = headStart(before, isMember);
  if (open < 0) return null;
  const headAt = start - 1 - before.length + open;
  const head = elementsAt(text, headAt, 2 * NEAR);
  if (head === null || head.elements.length < 2) return null;
  const at = head.elements.findIndex((each) => each.start <= start && end <= each.end);
  const rows = rowsBehind(text, head.end) ?? rowsBefore(text, headAt);
  if (at < 0 || rows === null) return null;
  return {
    name: text.slice(start, end),
    cells: column(text, rows, [head.elements.length, at], budget),
    isLoose: false,
  };
}

/** Returns the offset of the bracket that opens the list around the end of a text; -1 without one. */
function headStart(before: string, isMember: boolean): number {
  let depth = isMember ? 2 : 1;
  for (let at = before.length - 1; at >= 0; at -= 1) {
    const char = before[at]!;
    if (char === ']' || char === '}') depth += 1;
    else if (char === '[' || char === '{') {
      depth -= 1;
      if (depth === 0) return char === '[' ? at : -1;
    }
  }
  return -1;
}

/** Returns where the rows after a header start: as its sibling elements, or as another member of the object. */
function rowsBehind(text: string, end: number): number | null {
  const after = text.slice(end, end + NEAR / 8);
  const sister = /^\s*,\s*(?=\[)/.exec(after);
  if (sister !== null) return end + sister[0].length;
  const member = /\[\s*(?=\[)/.exec(after);
  return member === null ||
    /\n\n|"\s*:\s*\[[^[\]]*\]\s*,\s*"\w+"\s*:\s*\[\s*"/.test(after.slice(0, member.index))
    ? null
    : end + member.index + member[0].length;
}

/** Returns where rows start that precede their header in the same object. */
function rowsBefore(text: string, headAt: number): number | null {
  const from = Math.max(0, headAt - 5 * NEAR);
  const before = text.slice(from, headAt);
  if (!/\]\s*\]\s*,\s*(?:"\w{1,40}"\s*:\s*)$/.test(before.slice(-200))) return null;
  const open = Array.from(before.matchAll(/"\w{1,40}"\s*:\s*\[\s*(?=\[)/g)).at(-1);
  return open === undefined ? null : from + open.index + open[0].length;
}

function* column(
  text: string,
  from: number,
  [columns, at]: readonly [number, number],
  budget: ReadBudget,
): Generator<Cell | undefined, void, undefined> {
  for (let next = from; text[next] === '[';) {
    const row = elementsAt(text, next, Math.min(MAX_ROW, budget.remaining));
    budget.remaining -= row === null ? MAX_ROW : row.end - next;
    if (row?.elements.length !== columns) return;
    yield row.elements[at];
    const gap = /^\s*,\s*/.exec(text.slice(row.end, row.end + 60))?.[0].length;
    if (gap === undefined) return;
    next = row.end + gap;
  }
}

/** Returns the elements of the list at the offset, and its end. Strings are returned without their quotes. */
function elementsAt(
  text: string,
  from: number,
  max: number,
): { readonly elements: readonly Cell[]; readonly end: number } | null {
  const list = text.slice(from, from + Math.max(0, max));
  const elements: Cell[] = [];
  const token = /\s*("(?:[^"\\]|\\.)*"|[[\]{},]|[^\s[\]{},"]+)/y;
  let depth = 0;
  let start = -1;
  for (let match = token.exec(list); match !== null; match = token.exec(list)) {
    const sign = match[1]!;
    const end = from + token.lastIndex;
    if (depth === 1 && (sign === ',' || sign === ']')) start = -1;
    else if (depth === 1 && start < 0) {
      start = end - sign.length;
      elements.push(cellOf(sign, start, end));
    } else if (depth > 0 && start >= 0) elements[elements.length - 1] = { start, end, written: 'text' };
    if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth === 0) return { elements, end };
  }
  return null;
}

function cellOf(sign: string, start: number, end: number): Cell {
  return sign.startsWith('"')
    ? { start: start + 1, end: end - 1, written: 'text' }
    : { start, end, written: 'number' };
}
