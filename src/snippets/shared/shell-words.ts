// Words for bash and zsh that hold any bytes, and nothing that a terminal or a history would act on.
import { utf8Text } from './request-parts.ts';

/** Most bytes of one argument: Linux refuses longer ones (MAX_ARG_STRLEN, with the NUL at its end). */
export const MAX_ARGUMENT_BYTES = 131_071;

/** Quotes what holds one char per byte: as the text it is in UTF-8, or else byte by byte. */
export function byteWord(bytes: string): string {
  const text = utf8Text(bytes);
  return text === null ? ansiQuote(bytes, /[\\'!]|[^\x20-\x7e]/g, 'latin1') : shellWord(text);
}

/** One argument for a shell. */
export function shellWord(text: string): string {
  if (isUnsafe(text)) return ansiQuote(text, /[\\'!]|\p{Cc}/gu, 'utf8');
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A method as one argument: most need no quotes. */
export function methodWord(method: string): string {
  return /^[\w.-]+$/.test(method) ? method : shellWord(method);
}

/**
 * Controls have a meaning for the terminal that a command is pasted into: one of them ends the paste, and
 * what follows would run. An older bash takes ! for its history in every line of a text but the first.
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

/** ANSI-C quoting, in which a backslash and three octal digits are a byte. */
function ansiQuote(text: string, special: RegExp, encoding: 'latin1' | 'utf8'): string {
  const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
  const escape = (char: string): string =>
    NAMED.get(char) ?? Array.from(Buffer.from(char, encoding), octal).join('');
  return `$'${text.replace(special, escape)}'`;
}
