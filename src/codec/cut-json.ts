// JSON whose end is missing: closed where it was cut, so that what is there can be parsed.

const QUOTE = 34;
const BACKSLASH = 92;
/** A number or word; at the end of the text it may be the beginning of another one. */
const SCALAR = /[-+.\w]+/y;
const CUT_ESCAPE = /\\(?:u[\da-fA-F]{0,3})?$/;

/**
 * Returns the beginning of a JSON text with its open strings, lists and objects closed. A number, a word or a name that
 * may go on is left out. Takes linear time; the result is valid when the text was.
 */
export function closedJson(text: string): string {
  const open: ('}' | ']')[] = [];
  let isName = false;
  /** The end of what can be closed as it is. */
  let end = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]!;
    switch (char) {
      case '{':
      case '[':
        open.push(char === '{' ? '}' : ']');
        isName = char === '{';
        end = at + 1;
        break;
      case '}':
      case ']':
        open.pop();
        end = at + 1;
        break;
      case ',':
        isName = open.at(-1) === '}';
        break;
      case ':':
        isName = false;
        break;
      case '"': {
        const close = stringEnd(text, at);
        if (close < 0) return text.slice(0, end) + (isName ? '' : rest(text, end)) + closing(open);
        at = close;
        if (!isName) end = at + 1;
        break;
      }
      default: {
        SCALAR.lastIndex = at;
        if (!SCALAR.test(text)) continue;
        at = SCALAR.lastIndex - 1;
        if (at + 1 < text.length) end = at + 1;
      }
    }
  }
  return text.slice(0, end) + closing(open);
}

/** Returns what follows `end`, up to a string that was cut, with the quote that closes it. */
function rest(text: string, end: number): string {
  return `${text.slice(end).replace(CUT_ESCAPE, evenBackslashes)}"`;
}

/** A backslash that is escaped itself begins no escape. */
function evenBackslashes(found: string, at: number, all: string): string {
  let before = 0;
  while (all.charCodeAt(at - 1 - before) === BACKSLASH) before += 1;
  return before % 2 === 0 ? '' : found;
}

/** Returns the offset of the quote that closes a string; -1 without one. */
function stringEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return -1;
}

function closing(open: readonly string[]): string {
  return open.toReversed().join('');
}
