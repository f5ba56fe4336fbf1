// Finds the members of JSON whose values are strings or numbers, anywhere in a text. The text is not parsed and may
// be broken: whatever looks like a member is one.

export interface JsonMember {
  /** The name as written, with its escapes. */
  readonly name: string;
  /** The range of the value, without quotes. */
  readonly start: number;
  readonly end: number;
  readonly isNumber: boolean;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const MAX_NAME = 100;
const NUMBER = /-?\d[\d.eE+-]*/y;

export function* jsonMembers(text: string): Generator<JsonMember, void, undefined> {
  // A text may start in the middle of a string, so any quote may be an opening one.
  let open = text.indexOf('"');
  while (open >= 0) {
    const close = nextQuote(text, open + 1);
    if (close < 0) return;
    const member = memberAt(text, open, close);
    if (member === null) open = close;
    else {
      yield member;
      open = text.indexOf('"', member.isNumber ? member.end : member.end + 1);
    }
  }
}

/** Returns null unless a colon and such a value follow the quoted text. */
function memberAt(text: string, open: number, close: number): JsonMember | null {
  const colon = afterBlanks(text, close + 1);
  if (text.charCodeAt(colon) !== COLON || close === open + 1 || close - open > MAX_NAME + 1) return null;
  const value = afterBlanks(text, colon + 1);
  const name = text.slice(open + 1, close);
  if (text.charCodeAt(value) === QUOTE) {
    const end = nextQuote(text, value + 1);
    return end < 0 ? null : { name, start: value + 1, end, isNumber: false };
  }
  NUMBER.lastIndex = value;
  return NUMBER.test(text) ? { name, start: value, end: NUMBER.lastIndex, isNumber: true } : null;
}

/** Returns the index of the next quote without a backslash before it; -1 without one. */
function nextQuote(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return -1;
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (isBlank(text.charCodeAt(at))) at += 1;
  return at;
}

function isBlank(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}
