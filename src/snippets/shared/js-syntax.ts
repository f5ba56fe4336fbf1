// JavaScript syntax for strings, headers and JSON, for the two formats that use it.
import type { SnippetHeader } from '../contract.ts';
import type { JsonSyntax } from './json-body.ts';
import { hex, LINES, literalBy, utf16Escape } from './literals.ts';

export const string = literalBy({
  quote: "'",
  named: LINES,
  numbered: (code) => (code < 0x100 ? `\\x${hex(code, 2)}` : utf16Escape(code)),
});

export const jsonSyntax: JsonSyntax = { string, true: 'true', false: 'false', null: 'null', step: '  ' };

/** Writes a string with one char per byte: fetch and Node.js send chars above ASCII as single bytes. */
export function byteString(bytes: string): string {
  return string(bytes).replace(/[\x80-\xff]/g, (char) => `\\x${hex(char.charCodeAt(0), 2)}`);
}

/** Writes properties of an object literal. No name may be `__proto__`. */
export function headerEntries(headers: readonly SnippetHeader[]): readonly string[] {
  return headers.map(({ name, value }) => `${string(name)}: ${byteString(value)},`);
}
