// Finds where secrets without a fixed prefix may start, from a rare character that each of them contains. The whole
// pattern is tried only at these starts, because it cannot match elsewhere.

/** Returns the offsets where a match may start whose second landmark character is at `offset`, in order. */
export type FindStarts = (text: string, offset: number) => readonly number[];

const NONE: readonly number[] = [];
const ZERO = 0x30;
const NINE = 0x39;
const DOT = 0x2e;
const COLON = 0x3a;
const SLASH = 0x2f;
const DASH = 0x2d;
const PLUS = 0x2b;
const UNDERSCORE = 0x5f;
const SPACE = 0x20;
const AT = 0x40;

const MIN_CARD_DIGITS = 13;

/** Returns the first of some digits when enough digits for a card follow, possibly in groups. */
export function cardStarts(text: string, offset: number): readonly number[] {
  let digits = 1;
  for (let next = offset + 1; digits < MIN_CARD_DIGITS; next += 1) {
    if (isDigit(text.charCodeAt(next))) digits += 1;
    else if (!isGap(text.charCodeAt(next)) || !isDigit(text.charCodeAt(next + 1))) return NONE;
  }
  return [offset];
}

/** Returns the start of `12345678:AA…`, whose colon is at the offset. */
export function botStarts(text: string, offset: number): readonly number[] {
  if (!text.startsWith('AA', offset + 1)) return NONE;
  let start = offset;
  while (offset - start <= 10 && isDigit(text.charCodeAt(start - 1))) start -= 1;
  return offset - start >= 8 && offset - start <= 10 ? [start] : NONE;
}

/** Returns the starts of `1/1234567890123456:…` and of the same with two numbers, whose colon is at the offset. */
export function asanaStarts(text: string, offset: number): readonly number[] {
  if (text.charCodeAt(offset - 17) !== SLASH) return NONE;
  const starts = text.charCodeAt(offset - 34) === SLASH ? [offset - 35, offset - 18] : [offset - 18];
  return starts.filter((start) => start >= 0);
}

/** The maximum length of a user name and a password, with their separators. */
const MAX_USER = 302;

/** Returns the starts of the scheme before a colon, when an @ follows before the end of the authority. */
export function urlStarts(text: string, offset: number): readonly number[] {
  if (text.charCodeAt(offset + 1) !== SLASH || text.charCodeAt(offset + 2) !== SLASH) return NONE;
  if (!hasPassword(text, offset + 3)) return NONE;
  const starts: number[] = [];
  for (
    let start = offset - 1;
    start >= 0 && offset - start <= 21 && isOfScheme(text.charCodeAt(start));
    start -= 1
  )
    starts.unshift(start);
  return starts;
}

function hasPassword(text: string, from: number): boolean {
  let hasColon = false;
  for (let offset = from; offset < from + MAX_USER; offset += 1) {
    const code = text.charCodeAt(offset);
    if (code === AT && hasColon) return true;
    if (code === COLON) hasColon = true;
    else if (endsAuthority(code)) return false;
  }
  return false;
}

/** The maximum length of the first part of a token. */
const MAX_TOKEN_HEAD = 4003;

/** Returns the starts of `eyJ….eyJ…`, whose first dot is at the offset. */
export function tokenStarts(text: string, offset: number): readonly number[] {
  if (!text.startsWith('eyJ', offset + 1)) return NONE;
  const starts: number[] = [];
  for (let start = offset - 1; start >= 0 && offset - start <= MAX_TOKEN_HEAD; start -= 1) {
    if (!isOfToken(text.charCodeAt(start))) break;
    if (text.startsWith('eyJ', start)) starts.unshift(start);
  }
  return starts;
}

/** Returns the start of `length` characters before a separator at the offset. */
export function dottedStarts(length: number): (text: string, offset: number) => readonly number[] {
  return (text, offset) => {
    // Nine characters lie between the separators; the later check costs more than this one.
    if (offset < length || text.charCodeAt(offset + 9) !== DASH) return NONE;
    return [offset - length];
  };
}

/** Returns the start of `M….……`, whose first dot is at the offset. */
export function discordStarts(text: string, offset: number): readonly number[] {
  if (text.charCodeAt(offset + 7) !== DOT) return NONE;
  return [24, 25, 26, 27, 28]
    .map((length) => offset - length)
    .filter((start) => start >= 0)
    .reverse();
}

/**
 * True for white space, quotes, angle brackets, the characters that start a path, a query or a fragment, and NaN,
 * which is the end of the text.
 */
function endsAuthority(code: number): boolean {
  return !(code > SPACE) || ENDS_AUTHORITY[code] === 1;
}

const ENDS_AUTHORITY = new Uint8Array(128);
for (const char of '/?#"\'<>') ENDS_AUTHORITY[char.charCodeAt(0)] = 1;

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

function isGap(code: number): boolean {
  return code === SPACE || code === DASH;
}

function isOfScheme(code: number): boolean {
  return isSmall(code) || isDigit(code) || code === DASH || code === DOT || code === PLUS;
}

function isOfToken(code: number): boolean {
  return isSmall(code) || isSmall(code + 0x20) || isDigit(code) || code === DASH || code === UNDERSCORE;
}

/** True for the letters a to z. */
function isSmall(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}
