// JSON bodies for formats that write them as values of their language. They do so only when the value that is sent is
// equal, without lost digits or keys.
import type { SnippetHeader } from '../contract.ts';
import { headerValue } from './request-parts.ts';

export type JsonValue =
  | null
  | boolean
  | string
  /** A number as it was written. */
  | { readonly number: string }
  | readonly JsonValue[]
  | ReadonlyMap<string, JsonValue>;

/** Deeper values stay text, because compilers and interpreters have limits. */
const MAX_DEPTH = 50;

export function isJsonContent(headers: readonly SnippetHeader[]): boolean {
  const type = headerValue(headers, 'content-type') ?? '';
  return /^\s*[\w.+-]+\/(?:[\w.+-]*\+)?json\s*(?:;|$)/i.test(type);
}

/**
 * Returns the object or array in a body of type JSON; null for other types, and when no value of a program is equal to
 * it.
 */
export function jsonBody(headers: readonly SnippetHeader[], text: string | null): JsonValue | null {
  if (text === null || !isJsonContent(headers)) return null;
  const kind = jsonKind(text);
  if (kind === null || kind === 'scalar') return null;
  return valueOf(text);
}

function jsonKind(text: string): 'scalar' | 'structure' | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? 'structure' : 'scalar';
  } catch {
    return null;
  }
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+/g;

/** Parses text that is valid JSON. Returns null when it is too deep or has no equal value. */
function valueOf(text: string): JsonValue | null {
  const tokens = text.match(TOKEN) ?? [];
  let index = 0;
  try {
    return value(0);
  } catch (error) {
    if (error instanceof InexactJson) return null;
    throw error;
  }

  function value(depth: number): JsonValue {
    if (depth > MAX_DEPTH) throw new InexactJson();
    const token = tokens[index++]!;
    if (token === '[') return list(depth);
    if (token === '{') return fields(depth);
    return scalar(token);
  }

  function list(depth: number): readonly JsonValue[] {
    const values: JsonValue[] = [];
    while (tokens[index] !== ']') {
      values.push(value(depth + 1));
      if (tokens[index] === ',') index += 1;
    }
    index += 1;
    return values;
  }

  function fields(depth: number): ReadonlyMap<string, JsonValue> {
    const members = new Map<string, JsonValue>();
    while (tokens[index] !== '}') {
      const key = JSON.parse(tokens[index]!) as string;
      // A repeated key would be lost, and `__proto__` would set a prototype.
      if (members.has(key) || key === '__proto__') throw new InexactJson();
      index += 2;
      members.set(key, value(depth + 1));
      if (tokens[index] === ',') index += 1;
    }
    index += 1;
    return members;
  }
}

class InexactJson extends Error {}

function scalar(token: string): JsonValue {
  if (token.startsWith('"')) return JSON.parse(token) as string;
  if (token === 'true' || token === 'false') return token === 'true';
  if (token === 'null') return null;
  if (!isExact(token)) throw new InexactJson();
  return { number: token };
}

/** True when a double represents the number and is written as the same one. */
function isExact(token: string): boolean {
  return decimal(token) === decimal(String(Number(token)));
}

/** Normalises a number to its digits and a power of ten, so that all notations of it are equal. */
function decimal(token: string): string {
  const parts = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token);
  if (parts === null) return `not a number: ${token}`;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const all = (whole + fraction).replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  const power = Number(exponent) - fraction.length + all.length - digits.length;
  return digits === '' ? `${sign}0` : `${sign}${digits}e${power}`;
}

export interface JsonSyntax {
  readonly string: (text: string) => string;
  readonly true: string;
  readonly false: string;
  readonly null: string;
  /** One level of indentation. */
  readonly step: string;
}

/** Writes a value as source code whose first line is at `indent`. */
export function jsonLiteral(value: JsonValue, syntax: JsonSyntax, indent: string): string {
  if (value === null) return syntax.null;
  if (typeof value === 'boolean') return value ? syntax.true : syntax.false;
  if (typeof value === 'string') return syntax.string(value);
  if ('number' in value) return value.number;
  const inner = indent + syntax.step;
  if (value instanceof Map) {
    const fields = value as ReadonlyMap<string, JsonValue>;
    const line = ([key, item]: readonly [string, JsonValue]): string =>
      `${syntax.string(key)}: ${jsonLiteral(item, syntax, inner)}`;
    return block('{', Array.from(fields, line), '}', indent, inner);
  }
  const items = value as readonly JsonValue[];
  return block(
    '[',
    items.map((item) => jsonLiteral(item, syntax, inner)),
    ']',
    indent,
    inner,
  );
}

function block(open: string, lines: readonly string[], close: string, indent: string, inner: string): string {
  if (lines.length === 0) return open + close;
  return `${open}\n${lines.map((line) => `${inner}${line},\n`).join('')}${indent}${close}`;
}

/** Indents JSON with two spaces per level and keeps all strings and numbers as written; null when it is not JSON. */
export function indentJson(text: string): string | null {
  if (jsonKind(text) === null) return null;
  let depth = 0;
  const out: string[] = [];
  const newLine = (): string => `\n${'  '.repeat(Math.min(depth, MAX_DEPTH))}`;
  let previous = '';
  for (const token of text.match(TOKEN) ?? []) {
    const closes = token === ']' || token === '}';
    if (closes) depth -= 1;
    const opened = previous === '[' || previous === '{';
    if (closes ? !opened : opened || previous === ',') out.push(newLine());
    out.push(token === ':' ? ': ' : token);
    if (token === '[' || token === '{') depth += 1;
    previous = token;
  }
  return out.join('');
}
