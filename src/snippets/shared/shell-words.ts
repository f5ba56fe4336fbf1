// Arguments for bash and zsh that may hold any bytes, but nothing that a terminal or a history would interpret.
import { utf8Text } from './request-parts.ts';

/** The maximum size of an argument in Linux (MAX_ARG_STRLEN, including the NUL). */
export const MAX_ARGUMENT_BYTES = 131_071;

/** Quotes a string with one char per byte: as UTF-8 text if it is valid, or else byte by byte. */
export function byteWord(bytes: string): string {
  const text = utf8Text(bytes);
  return text === null ? ansiQuote(bytes, /[\\'!]|[^\x20-\x7e]/g, 'latin1') : shellWord(text);
}

/** Quotes a text as one argument. */
export function shellWord(text: string): string {
  if (isUnsafe(text)) return ansiQuote(text, /[\\'!]|\p{Cc}/gu, 'utf8');
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Quotes a method, most of which need no quotes. */
export function methodWord(method: string): string {
  return /^[\w.-]+$/.test(method) ? method : shellWord(method);
}

/**
 * True for text that needs ANSI-C quoting. A control character may end a paste into a terminal, so that the rest
 * would be executed. An older bash uses ! for its history in every line but the first.
 */
function isUnsafe(text: string): boolean {
  return /[^\P{Cc}\t\n]/u.test(text) || (text.includes('!') && text.includes('\n'));
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['\\', '\\\\'],
  ["'", "\\'"],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t'],
]);

/** Writes ANSI-C quoting, in which a backslash and three octal digits are a byte. */
function ansiQuote(text: string, special: RegExp, encoding: 'latin1' | 'utf8'): string {
  const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
  const escape = (char: string): string =>
    NAMED.get(char) ?? Array.from(Buffer.from(char, encoding), octal).join('');
  return `$'${text.replace(special, escape)}'`;
}
