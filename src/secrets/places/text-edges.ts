// Finds where values in text begin and end.

/** The longest value without quotes. */
export const MAX_BARE = 20_000;

/** Returns the offset where ` #` starts a comment, or the end. */
export function commentStart(text: string, start: number, end: number): number {
  const match = / #/.exec(text.slice(start, Math.min(end, start + 5000)));
  return match === null ? end : start + match.index;
}

export function trimmed(text: string, start: number, end: number): readonly [number, number] {
  let [from, to] = [start, end];
  while (from < to && /\s/.test(text[from]!)) from += 1;
  while (to > from && /\s/.test(text[to - 1]!)) to -= 1;
  if (to - from >= 2 && /["']/.test(text[from]!) && text[to - 1] === text[from]) return [from + 1, to - 1];
  return [from, to];
}

/** Returns the offset of the next match of `end`, or the end of the text, but at most `max` characters after `from`. */
export function endBy(text: string, from: number, end: RegExp, max = MAX_BARE): number {
  // A slice bounds the search, which would otherwise run to the end of the text whenever nothing matches.
  for (const length of [Math.min(300, max), max]) {
    const found = text.slice(from, from + length).search(end);
    if (found >= 0) return from + found;
  }
  return Math.min(text.length, from + max);
}

/** The number of characters before a name that are searched for the start of its line or its form. */
const MAX_BEFORE = 300;

export function isLineStart(text: string, at: number, pattern: RegExp): boolean {
  const before = text.slice(Math.max(0, at - MAX_BEFORE), at);
  const escaped = before.lastIndexOf('\\n');
  const line = before.slice(Math.max(before.lastIndexOf('\n') + 1, escaped < 0 ? 0 : escaped + 2));
  return (line.length < before.length || at <= MAX_BEFORE) && pattern.test(line);
}

/** True after an ampersand that JSON or XML escapes. */
export function isBehindEscape(text: string, at: number): boolean {
  return /(?:\\u0026|&amp;|%(?:25)*(?:26|3F|23))$/i.test(text.slice(Math.max(0, at - 9), at));
}

/** True for a bracketed name of a form, as in `user[password]=`, whose first field has no ampersand before it. */
export function isForm(text: string, at: number): boolean {
  return /(?:^|[?&])[\w%.-]+(?:\[|%5B)[\w%.[\]-]*$/i.test(text.slice(Math.max(0, at - 100), at));
}
