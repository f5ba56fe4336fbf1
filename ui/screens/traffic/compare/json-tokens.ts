// The tokens of a line of JSON, for its colours. Bodies are compared pretty-printed, so that no token spans lines.

export interface Token {
  readonly start: number;
  readonly end: number;
  readonly kind: 'key' | 'string' | 'number' | 'atom';
}

/** A longer line is not coloured: it would be drawn in too many pieces. */
const MAX_COLOURED = 2000;
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d[\d.eE+-]*|\b(?:true|false|null)\b/g;

export function jsonTokens(line: string): readonly Token[] {
  if (line.length > MAX_COLOURED) return [];
  return Array.from(line.matchAll(TOKEN), ({ index, 0: text, 1: quoted, 2: colon }) => ({
    start: index,
    end: index + (quoted ?? text).length,
    kind:
      quoted !== undefined
        ? colon === undefined
          ? 'string'
          : 'key'
        : /^[tfn]/.test(text)
          ? 'atom'
          : 'number',
  }));
}
