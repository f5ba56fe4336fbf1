// Positions in a text as editors show them.

export interface TextPosition {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 code units. */
  readonly column: number;
}

/** Returns the line and column of an offset. LF, CR and CRLF each end a line. */
export function lineAndColumn(text: string, offset: number): TextPosition {
  let line = 1;
  let start = 0;
  for (let at = 0; at < offset && at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    // The LF of a CRLF ends the line.
    if (code !== 10 && (code !== 13 || text.charCodeAt(at + 1) === 10)) continue;
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}
