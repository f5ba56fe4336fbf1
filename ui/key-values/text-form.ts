// Rows as text: `name: value`, a name alone for no value, and `//` before a row that is off. A name or a value that would
// be read differently stands in quotes, as in JSON.
import { isOn, type KeyValue } from './key-value.ts';

/** Returns the rows as lines. */
export function textOfRows(rows: readonly KeyValue[]): string {
  return rows.map(lineOf).join('\n');
}

/**
 * Reads rows from lines. `before` are the rows that the text showed: what a line does not have, such as a description,
 * stays. Empty lines are ignored.
 */
export function rowsOfText(text: string, before: readonly KeyValue[] = []): readonly KeyValue[] {
  const rows = text.split(/\r\n?|\n/).flatMap((line) => (line.trim() === '' ? [] : [readLine(line)]));
  const origins = originsOf(rows, before);
  return rows.map((row, at) => {
    const origin = origins[at];
    if (origin === undefined) return { ...row, docs: '' };
    // A row that is unchanged stays the same object.
    return lineOf(origin) === lineOf(row) ? origin : { ...origin, ...row };
  });
}

function lineOf(row: KeyValue): string {
  const { name, value } = row;
  // A value with line breaks is readable after a name in quotes.
  const isQuoted = !isPlainName(name) || (value !== null && /[\r\n]/.test(value));
  const needsQuotes = isQuoted && value !== null && /[\r\n]|^"/.test(value);
  const shownName = isQuoted ? JSON.stringify(name) : name;
  const rest = value === null ? '' : `: ${needsQuotes ? JSON.stringify(value) : value}`;
  return `${isOn(row) ? '' : '// '}${shownName}${rest}`;
}

function isPlainName(name: string): boolean {
  return name !== '' && name.trim() === name && !/[:\r\n]|^"|^\/\//.test(name);
}

const QUOTED = /^("(?:[^"\\]|\\.)*")\s*(?::(.*))?$/s;

function readLine(line: string): KeyValue {
  const [, off, rest = ''] = /^\s*(\/\/ ?)?(.*)$/s.exec(line) ?? [];
  const enabled = off === undefined;
  const quoted = QUOTED.exec(rest);
  const name = quoted === null ? null : quotedText(quoted[1]!);
  if (name !== null) {
    const value = quoted?.[2] === undefined ? null : valueOf(quoted[2]);
    return { name, value: value === null ? null : (quotedText(value) ?? value), enabled };
  }
  const colon = rest.indexOf(':');
  if (colon < 0) return { name: rest.trim(), value: null, enabled };
  return { name: rest.slice(0, colon).trim(), value: valueOf(rest.slice(colon + 1)), enabled };
}

/** Returns a value without the space behind the colon. */
function valueOf(text: string): string {
  return text.startsWith(' ') ? text.slice(1) : text;
}

/** Returns the text in the quotes of JSON; null when it is no such text. */
function quotedText(text: string): string | null {
  if (!text.startsWith('"')) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'string' ? parsed : null;
  } catch {
    return null;
  }
}

/** Finds the row that each line was before: the same line, then the same name, then the same position. */
function originsOf(
  rows: readonly KeyValue[],
  before: readonly KeyValue[],
): readonly (KeyValue | undefined)[] {
  const free = new Set(before);
  const origins: (KeyValue | undefined)[] = rows.map(() => undefined);
  const match = (keyOf: (row: KeyValue, at: number) => string | number): void => {
    const queues = Map.groupBy(
      before.map((row, at) => ({ row, key: keyOf(row, at) })).filter(({ row }) => free.has(row)),
      ({ key }) => key,
    );
    for (const [at, row] of rows.entries()) {
      if (origins[at] !== undefined) continue;
      const origin = queues.get(keyOf(row, at))?.shift()?.row;
      if (origin === undefined) continue;
      origins[at] = origin;
      free.delete(origin);
    }
  };
  match(lineOf);
  match(({ name }) => name);
  if (rows.length === before.length) match((_, at) => at);
  return origins;
}
