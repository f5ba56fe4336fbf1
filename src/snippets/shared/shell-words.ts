// Arguments for POSIX shells (sh, dash, bash, zsh) that may hold any bytes, but nothing that a terminal or a shell
// history would interpret. Single quotes mean the same in all of these shells.
import { utf8Text } from './request-parts.ts';

/** The maximum size of an argument in Linux (MAX_ARG_STRLEN, including the NUL). */
export const MAX_ARGUMENT_BYTES = 131_071;

/** Quotes a string with one char per byte: as UTF-8 text if it is valid, or else byte by byte. */
export function byteWord(bytes: string): string {
  const text = utf8Text(bytes);
  return text === null ? quote(bytes, /[^\x20-\x7e]+/g, 'latin1') : shellWord(text);
}

/**
 * Quotes a text as one argument. Control characters are written as escapes for `printf`, because one may end a paste
 * into a terminal, so that the rest would be executed.
 */
export function shellWord(text: string): string {
  return quote(text, /[^\P{Cc}\t\n]+/gu, 'utf8');
}

/** Quotes a method, most of which need no quotes. */
export function methodWord(method: string): string {
  return /^[\w.-]+$/.test(method) ? method : shellWord(method);
}

/** True when the quoted word of a text contains only its characters, and no command for the shell to run. */
export function isPlainWord(text: string): boolean {
  return !/[^\P{Cc}\t\n]/u.test(text);
}

function quote(text: string, printed: RegExp, encoding: 'latin1' | 'utf8'): string {
  // In every line but the first, bash uses ! for its history even inside quotes.
  const special = text.includes('\n') ? /['!]+/g : /'+/g;
  const escaped = text
    .replace(special, (run) => `'${run.replace(/./g, '\\$&')}'`)
    .replace(printed, (run) => `'"$(printf '${octal(Buffer.from(run, encoding))}')"'`);
  return `'${escaped}'`;
}

/** Writes bytes as the octal escapes of `printf`. */
function octal(bytes: Buffer): string {
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}
