// String literals of programming languages. Characters with a meaning are escaped, and so are invisible ones: controls,
// line separators, marks that reorder text, byte order marks.
import { utf8Text } from './request-parts.ts';

export interface Quoting {
  readonly quote: string;
  /** Characters that must be escaped, and their escapes. All languages here escape with a backslash. */
  readonly named: Readonly<Record<string, string>>;
  /** Escapes another character by its number. */
  readonly numbered: (codePoint: number) => string;
}

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

export function isHidden(char: string): boolean {
  return HIDDEN.test(char);
}

/** Returns a function that writes a text as a literal. */
export function literalBy({ quote, named, numbered }: Quoting): (text: string) => string {
  const delimiters = `\\${quote}${Object.keys(named).join('')}`.replace(/[\\\]^-]/g, '\\$&');
  const special = new RegExp(`${HIDDEN.source.slice(0, -1)}${delimiters}]`, 'gu');
  const all: Readonly<Record<string, string>> = { '\\': '\\\\', [quote]: `\\${quote}`, ...named };
  const escape = (char: string): string => all[char] ?? numbered(char.codePointAt(0)!);
  return (text) => quote + text.replace(special, escape) + quote;
}

/** Like `literalBy` for languages whose strings are bytes: UTF-8 is written as text, other bytes one by one. */
export function byteLiteralBy(quoting: Quoting, byte: (value: number) => string): (bytes: string) => string {
  const literal = literalBy(quoting);
  const { quote, named } = quoting;
  return (bytes) => {
    const text = utf8Text(bytes);
    if (text !== null) return literal(text);
    const all: Readonly<Record<string, string>> = { '\\': '\\\\', [quote]: `\\${quote}`, ...named };
    return quote + bytes.replace(/[^]/g, (char) => all[char] ?? asciiOr(char, byte)) + quote;
  };
}

function asciiOr(char: string, byte: (value: number) => string): string {
  return /[\x20-\x7e]/.test(char) ? char : byte(char.charCodeAt(0));
}

/** Escapes for line ends and tabs, which all these languages share. */
export const LINES = { '\n': '\\n', '\r': '\\r', '\t': '\\t' } as const;

export function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/** Writes `\u` and four digits for each UTF-16 unit. */
export function utf16Escape(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return text.replace(/[^]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
}

/** Writes `\u{…}`. */
export function bracedEscape(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}

/** Splits a text into pieces of at most `length` chars, never within a surrogate pair, for languages with a limit. */
export function splitText(text: string, length: number): readonly string[] {
  return text.match(new RegExp(`[^]{1,${length}}(?![\\udc00-\\udfff])|[^]+`, 'g')) ?? [''];
}
