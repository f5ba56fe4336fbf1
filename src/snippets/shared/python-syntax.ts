// Python syntax for strings, bytes and JSON, for the two formats that use it.
import type { SnippetHeader } from '../contract.ts';
import type { JsonSyntax } from './json-body.ts';
import { hex, LINES, literalBy } from './literals.ts';
import { utf8Text } from './request-parts.ts';

export const string = literalBy({
  quote: "'",
  named: LINES,
  numbered: (code) => {
    if (code < 0x100) return `\\x${hex(code, 2)}`;
    return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
  },
});

export const jsonSyntax: JsonSyntax = { string, true: 'True', false: 'False', null: 'None', step: '    ' };

/** Writes a string, or bytes for values above ASCII, because the libraries would choose another charset for these. */
export function byteString(bytes: string): string {
  if (/^[\x00-\x7f]*$/.test(bytes)) return string(bytes);
  const text = utf8Text(bytes);
  if (text !== null) return `${string(text)}.encode()`;
  return `b${string(bytes).replace(/[\x80-\xff]/g, (char) => `\\x${hex(char.charCodeAt(0), 2)}`)}`;
}

/** Writes entries of a dictionary. */
export function headerEntries(headers: readonly SnippetHeader[]): readonly string[] {
  return headers.map(({ name, value }) => `${string(name)}: ${byteString(value)},`);
}
