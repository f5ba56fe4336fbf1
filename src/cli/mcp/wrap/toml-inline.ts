// Reads a table of TOML that is written on a line: `{ command = "npx", args = ["-y"], env = { KEY = "x" } }`.
import { UserError } from '../../../base/errors.ts';
import { BETWEEN, stringAt } from './toml-values.ts';

const KEY =
  /(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')(?:\s*\.\s*(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'))*\s*=\s*/y;

/** Returns the offsets of values by their keys; `start` is that of the bracket. Throws a UserError where it does not end. */
export function inlineValues(text: string, start: number): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (let at = start + 1; ;) {
    at = past(BETWEEN, text, at);
    if (text[at] === '}') return values;
    KEY.lastIndex = at;
    const key = KEY.exec(text)?.[0];
    if (key === undefined) throw new UserError('INVALID_FILE', 'a table on a line cannot be read');
    at += key.length;
    values.set(key.replace(/\s*=\s*$/, '').replace(/^(["'])(.*)\1$/, '$2'), at);
    at = endOfValue(text, at);
  }
}

const CLOSING: Readonly<Record<string, string>> = { '[': ']', '{': '}' };
const PLAIN = /[^\s,[\]{}"'#]+/y;

/** Returns the offset behind a value, whatever it is. */
function endOfValue(text: string, start: number): number {
  const close = CLOSING[text[start] ?? ''];
  if (close === undefined) {
    const end = stringAt(text, start)?.end ?? past(PLAIN, text, start);
    if (end > start) return end;
    throw new UserError('INVALID_FILE', 'a value in a table on a line cannot be read');
  }
  for (let at = start + 1; ;) {
    at = past(BETWEEN, text, at);
    if (text[at] === close) return at + 1;
    if (at >= text.length) throw new UserError('INVALID_FILE', 'a table on a line does not end');
    // Keys of tables within are skipped like values.
    at = text[at] === '=' ? at + 1 : endOfValue(text, at);
  }
}

function past(form: RegExp, text: string, at: number): number {
  form.lastIndex = at;
  return at + (form.exec(text)?.[0].length ?? 0);
}
