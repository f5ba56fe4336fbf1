// How JavaScript writes texts, headers and JSON, for the two formats in it.
import type { SnippetHeader } from '../contract.ts';
import type { JsonSyntax } from './json-body.ts';
import { hex, LINES, literalBy, utf16Escape } from './literals.ts';

export const string = literalBy({
  quote: "'",
  named: LINES,
  numbered: (code) => (code < 0x100 ? `\\x${hex(code, 2)}` : utf16Escape(code)),
});

export const jsonSyntax: JsonSyntax = { string, true: 'true', false: 'false', null: 'null', step: '  ' };

/** What is one char per byte in JavaScript too: fetch and Node send chars above ASCII as single bytes. */
export function byteString(bytes: string): string {
  return string(bytes).replace(/[\x80-\xff]/g, (char) => `\\x${hex(char.charCodeAt(0), 2)}`);
}

/** Properties of an object literal, none of them `__proto__`. */
export function headerEntries(headers: readonly SnippetHeader[]): readonly string[] {
  return headers.map(({ name, value }) => `${string(name)}: ${byteString(value)},`);
}
