// Where secrets may begin whose form has no fixed beginning: told from a character that each of them has, by looking at
// few others. What is told is tried against the whole form; what is not told cannot match.

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

/** `at`: the first of some digits. Told where they go on, perhaps in groups, for as many as a card has. */
export function cardStarts(text: string, offset: number): readonly number[] {
  let digits = 1;
  for (let next = offset + 1; digits < MIN_CARD_DIGITS; next += 1) {
    if (isDigit(text.charCodeAt(next))) digits += 1;
    else if (!isGap(text.charCodeAt(next)) || !isDigit(text.charCodeAt(next + 1))) return NONE;
  }
  return [offset];
}

/** `at`: the colon of `12345678:AA…`. */
export function botStarts(text: string, offset: number): readonly number[] {
  if (!text.startsWith('AA', offset + 1)) return NONE;
  let start = offset;
  while (offset - start <= 10 && isDigit(text.charCodeAt(start - 1))) start -= 1;
  return offset - start >= 8 && offset - start <= 10 ? [start] : NONE;
}

/** Characters of a name and a password, with what stands between and behind them. */
const MAX_USER = 302;

/** `at`: the colon behind a scheme. Told only where an @ follows before anything that ends an authority. */
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

/** Characters of the first part of a token. */
const MAX_TOKEN_HEAD = 4003;

/** `at`: the first point of `eyJ….eyJ…`. */
export function tokenStarts(text: string, offset: number): readonly number[] {
  if (!text.startsWith('eyJ', offset + 1)) return NONE;
  const starts: number[] = [];
  for (let start = offset - 1; start >= 0 && offset - start <= MAX_TOKEN_HEAD; start -= 1) {
    if (!isOfToken(text.charCodeAt(start))) break;
    if (text.startsWith('eyJ', start)) starts.unshift(start);
  }
  return starts;
}

/** White space, quotes, angle brackets, and what begins a path, a query or a fragment; NaN, too: the end of the text. */
function endsAuthority(code: number): boolean {
  return !(code > SPACE) || '/?#"\'<>'.includes(String.fromCharCode(code));
}

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

/** Of the letters a to z. */
function isSmall(code: number): boolean {
  return code >= 0x61 && code <= 0x7a;
}
