// Recognizes secrets that are written as numbers. JSON, YAML and XML write numbers without quotes, so a word as the
// replacement would make the text invalid or change its type.

/** The longest number, and the most blanks between it and what is around it. */
const MAX_AROUND = 60;

const BEFORE = /(?:^|[:[,(>]|[\r\n][ \t]*-|\\[nrt])\s*$/;
const NUMBER = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const BEHIND = /^[ \t]*(?:$|[,}\])<;\r\n]|\\[nrt])/;

/**
 * Returns the range of the whole number around a range of digits, such as `-12.5` around `12`; null when the digits are
 * not part of a separate number.
 */
export function bareNumber(
  text: string,
  start: number,
  end: number,
): { readonly start: number; readonly end: number } | null {
  if (!isOfNumber(text[start]) || !isOfNumber(text[end - 1])) return null;
  let [from, to] = [start, end];
  while (isOfNumber(text[from - 1]) && start - from < MAX_AROUND) from -= 1;
  while (isOfNumber(text[to]) && to - end < MAX_AROUND) to += 1;
  // A hyphen may also be a list marker: `- 12`, `[-12]`.
  if (!NUMBER.test(text.slice(from, to))) return null;
  // A slice that does not start the text must not look as if it did.
  const before = text.slice(Math.max(0, from - MAX_AROUND), from);
  const isCut = from > MAX_AROUND && before.trim() === '';
  return !isCut && BEFORE.test(before) && BEHIND.test(text.slice(to, to + MAX_AROUND))
    ? { start: from, end: to }
    : null;
}

function isOfNumber(char = ''): boolean {
  return /[\d.eE+-]/.test(char);
}
