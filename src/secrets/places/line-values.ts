// Reads values that end with their line or continue below it, as in YAML, logs and header lines.
import type { NameHit } from '../scan/name-hits.ts';
import { commentStart, endBy, trimmed } from './text-edges.ts';
import { plain, readLimit, type ReadBudget, type ValueSpan } from './value-spans.ts';

/** True for the name of a type in a description of fields. */
export function isTypeName(value: string): boolean {
  return /^[A-Z][A-Za-z]*!?$|^(?:string|number|boolean|int)\b/.test(value);
}

/** Reads the rest of a line, as in YAML, logs and header lines; a block or a list continues on the next ones. */
export function lineValue(
  text: string,
  hit: NameHit,
  start: number,
  budget: ReadBudget,
): readonly ValueSpan[] {
  const lineAt = text.lastIndexOf('\n', hit.start - 1) + 1;
  if (start > hit.end && text.slice(hit.end, start).includes('\n'))
    return blockValues(text, lineAt, hit.end, budget);
  const end = endBy(text, start, /[\r\n]|\\[nr]|"/g);
  if (/^[|>][+-]?\d?\s*$/.test(text.slice(start, Math.min(end, start + 10))))
    return blockValues(text, lineAt, end, budget);
  const [from, to] = trimmed(text, start, commentStart(text, start, end));
  const scheme =
    /^(?:Bearer|Basic|Token|ApiKey|Digest|AWS4-HMAC-SHA256) +/i.exec(text.slice(from, from + 30))?.[0]
      .length ?? 0;
  const value = text.slice(from, Math.min(to, from + 200));
  // Before a sentence, the name is a label: "Forgotten password: we send you a mail".
  if (isTypeName(value) || (/^[A-Za-z][a-z]*(?: [A-Za-z]+){2,}[.!?]?$/.test(value) && scheme === 0))
    return [];
  // Only a bare value of YAML needs quotes; in a string of JSON they would end it.
  const isBare = scheme === 0 && /^$|[\r\n]/.test(text.slice(end, end + 1)) && text[start - 1] !== '"';
  // `*name` refers to a value elsewhere.
  if (isBare && /^\*[\w-]+$/.test(value)) return [];
  return plain(text, from + scheme, to, isBare ? 'quoted' : 'text');
}

/** Returns the lines below one that are indented deeper, or are the elements of its list. */
function blockValues(text: string, lineAt: number, from: number, budget: ReadBudget): readonly ValueSpan[] {
  const indent = /^ */.exec(text.slice(lineAt, lineAt + 200))![0].length;
  const spans: ValueSpan[] = [];
  let at = text.indexOf('\n', from) + 1;
  const limit = at + readLimit(budget);
  for (let lines = 0; at > 0 && at < text.length && at < limit && lines < 1000; lines += 1) {
    const next = text.indexOf('\n', at);
    const end = next < 0 ? text.length : next;
    const [whole, blanks = '', dash = '', value = ''] =
      /^( *)(- +)?["']?(.*?)["']?\s*$/.exec(text.slice(at, Math.min(end, at + 5000))) ?? [];
    if (whole === undefined || (blanks.length <= indent && dash === '') || blanks.length < indent) break;
    if (dash === '' && /^[\w.-]+:/.test(value)) break;
    const start = at + whole.indexOf(value, blanks.length + dash.length);
    if (value !== '') spans.push({ start, end: start + value.length, written: 'text' });
    at = end + 1;
  }
  budget.remaining -= Math.max(0, at - from);
  return spans;
}
