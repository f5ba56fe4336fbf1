// String literals of programming languages. Besides what a language gives a meaning, no literal holds a
// character that cannot be seen: controls, line separators, marks that reorder text, byte order marks.
import { utf8Text } from './request-parts.ts';

export interface Quoting {
  readonly quote: string;
  /** What cannot stand as it is, and how it is written. The backslash is the escape of every language here. */
  readonly named: Readonly<Record<string, string>>;
  /** Any other character that must be written by its number. */
  readonly numbered: (codePoint: number) => string;
}

const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

export function isHidden(char: string): boolean {
  return HIDDEN.test(char);
}

/** A function that writes a text as a literal. */
export function literalBy({ quote, named, numbered }: Quoting): (text: string) => string {
  const marks = `\\${quote}${Object.keys(named).join('')}`.replace(/[\\\]^-]/g, '\\$&');
  const special = new RegExp(`${HIDDEN.source.slice(0, -1)}${marks}]`, 'gu');
  const all: Readonly<Record<string, string>> = { '\\': '\\\\', [quote]: `\\${quote}`, ...named };
  const escape = (char: string): string => all[char] ?? numbered(char.codePointAt(0)!);
  return (text) => quote + text.replace(special, escape) + quote;
}

/** For a language whose strings are bytes: their text in UTF-8, or else byte by byte. */
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

/** `\n`, `\r` and `\t`, which all these languages write the same way. */
export const LINES = { '\n': '\\n', '\r': '\\r', '\t': '\\t' } as const;

export function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/** `\u` and four digits for each unit of UTF-16. */
export function utf16Escape(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return text.replace(/[^]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);
}

/** `\u{…}`. */
export function bracedEscape(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}

/** For a language that takes no longer literals: pieces of at most `length` chars, never within a pair. */
export function splitText(text: string, length: number): readonly string[] {
  return text.match(new RegExp(`[^]{1,${length}}(?![\\udc00-\\udfff])|[^]+`, 'g')) ?? [''];
}
