// Quoting of bash beyond plain quotes: `$'…'` with its escapes, and expressions in parentheses.

const NAMED: ReadonlyMap<string, number> = new Map([
  ['a', 7],
  ['b', 8],
  ['e', 27],
  ['E', 27],
  ['f', 12],
  ['n', 10],
  ['r', 13],
  ['t', 9],
  ['v', 11],
]);
const ESCAPE = /\\(?:x([\da-fA-F]{1,2})|u([\da-fA-F]{1,4})|U([\da-fA-F]{1,8})|([0-7]{1,3})|c([^])|([^]))/g;

/** Decodes the text between the quotes of `$'…'`. Its escapes may be single bytes of UTF-8. */
export function unescapeAnsi(raw: string): string {
  if (!raw.includes('\\')) return raw;
  const bytes = Buffer.allocUnsafe(raw.length * 3);
  let length = 0;
  let from = 0;
  for (const match of raw.matchAll(ESCAPE)) {
    length += bytes.write(raw.slice(from, match.index), length);
    const escaped = escapedText(match);
    length =
      typeof escaped === 'number' ? bytes.writeUInt8(escaped, length) : length + bytes.write(escaped, length);
    from = match.index + match[0].length;
  }
  length += bytes.write(raw.slice(from), length);
  return bytes.toString('utf8', 0, length);
}

/** Returns the text of an escape, or a number for a single byte. */
function escapedText(match: RegExpExecArray): string | number {
  const [whole, hex, short, long, octal, control, char = ''] = match;
  if (hex !== undefined) return parseInt(hex, 16);
  if (octal !== undefined) return parseInt(octal, 8) & 0xff;
  if (control !== undefined) return control.charCodeAt(0) & 0x1f;
  const point = short ?? long;
  if (point !== undefined) return characterOf(parseInt(point, 16));
  return NAMED.get(char) ?? (/[\\'"?]/.test(char) ? char : whole);
}

function characterOf(point: number): string {
  return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd';
}

/** Returns the index after the parenthesis that closes the one at `open`; -1 without one. */
export function indexAfterParenthesis(text: string, open: number): number {
  let depth = 0;
  for (let index = open; index < text.length; index += 1) {
    const char = text[index];
    if (char === '\\') index += 1;
    else if (char === "'" || char === '"') index = endOfQuote(text, index);
    else if (char === '(') depth += 1;
    else if (char === ')' && --depth === 0) return index + 1;
    if (index < 0) return -1;
  }
  return -1;
}

function endOfQuote(text: string, start: number): number {
  const quote = text[start];
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === quote) return index;
    if (text[index] === '\\' && quote === '"') index += 1;
  }
  return -2;
}
