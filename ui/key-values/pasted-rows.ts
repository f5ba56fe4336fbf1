// Rows in a text that is pasted: lines of `a=b` or `a: b`, cells of a spreadsheet, a query, a JSON object.
import { isObject } from '../../src/base/is-object.ts';
import type { KeyValue } from './key-value.ts';

/** Returns the rows of a pasted text; null for a text that is a single value. `isName`: it was pasted as a name. */
export function pastedRows(text: string, isName: boolean): readonly KeyValue[] | null {
  const fromJson = jsonRows(text);
  if (fromJson !== null) return fromJson;
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '');
  if (lines.length === 1 && !isName) return null;
  const query = lines.length === 1 ? queryRows(lines[0]!.trim()) : null;
  if (query !== null) return query;
  const rows = lines.map(lineRow);
  // Lines of a text that only has a colon here and there are not rows.
  const read = rows.filter((row) => row !== null);
  return read.length === rows.length && read.length > 0 ? read : null;
}

function rowOf(name: string, value: string | null, enabled = true): KeyValue {
  return { name, value, enabled, docs: '' };
}

const QUERY = /^\??[^=&\s]+=[^&\s]*(?:&[^=&\s]+(?:=[^&\s]*)?)+$/;

function queryRows(text: string): readonly KeyValue[] | null {
  if (!QUERY.test(text)) return null;
  return text
    .replace(/^\?/, '')
    .split('&')
    .map((part) => {
      const equals = part.indexOf('=');
      if (equals < 0) return rowOf(decoded(part), null);
      return rowOf(decoded(part.slice(0, equals)), decoded(part.slice(equals + 1)));
    });
}

/** Returns what was percent-encoded; the text itself where that is not valid. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const LINE = /^([^\t:=]+?)\s*(?:\t|:|=)[ \t]*(.*)$/;

function lineRow(line: string): KeyValue | null {
  const [, off, rest = ''] = /^\s*(\/\/\s?|#\s?)?(.*)$/.exec(line) ?? [];
  const [, name = '', value = ''] = LINE.exec(rest) ?? [];
  if (name.trim() === '') return null;
  // A line of JSON ends with a comma.
  const own = name.startsWith('"') ? value.trim().replace(/,$/, '') : value.trim();
  return rowOf(unquoted(name.trim()), unquoted(own), off === undefined);
}

function unquoted(text: string): string {
  return /^(["'])(.*)\1$/.exec(text)?.[2] ?? text;
}

function jsonRows(text: string): readonly KeyValue[] | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return listRows(parsed);
    return isObject(parsed)
      ? Object.entries(parsed).map(([name, value]) => rowOf(name, textOf(value)))
      : null;
  } catch {
    return null;
  }
}

/** Reads `[{"name", "value"}]`, as HAR has it, and `[{"key", "value"}]`, as Postman does. */
function listRows(list: readonly unknown[]): readonly KeyValue[] | null {
  const rows = list.map((each) => {
    const name = isObject(each) ? (each['name'] ?? each['key']) : undefined;
    if (!isObject(each) || typeof name !== 'string') return null;
    return rowOf(name, textOf(each['value'] ?? ''), each['disabled'] !== true && each['enabled'] !== false);
  });
  const read = rows.filter((row) => row !== null);
  return read.length === rows.length && read.length > 0 ? read : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
