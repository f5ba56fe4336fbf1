// Locates the error in invalid JSON (RFC 8259), because JSON.parse does not always give its position.
import { lineAndColumn, type TextPosition } from './text-position.ts';

export interface JsonError {
  /** In UTF-16 code units. */
  readonly offset: number;
  /** The syntax that is expected at the offset, such as `a colon`. */
  readonly expected: string;
}

/** Returns the first error of `text`; null when it is valid JSON. */
export function locateJsonError(text: string): (JsonError & TextPosition) | null {
  const scanner = new Scanner(text);
  const expected = scanner.scan();
  if (expected === null) return null;
  const { offset } = scanner;
  return { offset, ...lineAndColumn(text, offset), expected };
}

const BLANK = /[ \t\n\r]*/y;
/** A part of a string: one pattern for all of a long string would overflow the stack. */
const STRING_PART = /[^"\\\0-\x1f]{1,1000}|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

class Scanner {
  offset = 0;
  readonly #text: string;
  /** The closing brackets that are due, innermost last. */
  readonly #open: ('}' | ']')[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns what is expected at `offset`, where scanning stopped; null when the text is valid. */
  scan(): string | null {
    for (;;) {
      const error = this.#value();
      if (error !== null) return error;
      const next = this.#afterValue();
      if (next.type === 'error') return next.expected;
      if (next.type === 'end') return null;
    }
  }

  /** Scans a value up to its end, or up to where the first value inside it begins. */
  #value(): string | null {
    for (;;) {
      this.#take(BLANK);
      if (this.#takeString() || this.#take(SCALAR)) return null;
      if (this.#takeChar('{')) {
        this.#take(BLANK);
        if (this.#takeChar('}')) return null;
        this.#open.push('}');
        const error = this.#key('a name in double quotes, or }');
        if (error !== null) return error;
      } else if (this.#takeChar('[')) {
        this.#take(BLANK);
        if (this.#takeChar(']')) return null;
        this.#open.push(']');
      } else return this.#text[this.offset] === '"' ? 'a string with a closing quote' : 'a value';
    }
  }

  #key(expected = 'a name in double quotes'): string | null {
    this.#take(BLANK);
    if (!this.#takeString()) return expected;
    this.#take(BLANK);
    return this.#takeChar(':') ? null : 'a colon';
  }

  #afterValue(): { readonly type: 'value' | 'end' } | { readonly type: 'error'; readonly expected: string } {
    for (;;) {
      this.#take(BLANK);
      const close = this.#open.at(-1);
      if (close === undefined) {
        const isEnd = this.offset === this.#text.length;
        return isEnd ? { type: 'end' } : { type: 'error', expected: 'the end of the text' };
      }
      if (this.#takeChar(close)) this.#open.pop();
      else if (!this.#takeChar(',')) return { type: 'error', expected: `a comma, or ${close}` };
      else {
        const expected = close === '}' ? this.#key() : null;
        return expected === null ? { type: 'value' } : { type: 'error', expected };
      }
    }
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.offset;
    if (!pattern.test(this.#text)) return false;
    this.offset = pattern.lastIndex;
    return true;
  }

  #takeString(): boolean {
    const start = this.offset;
    if (!this.#takeChar('"')) return false;
    while (this.#take(STRING_PART));
    if (this.#takeChar('"')) return true;
    this.offset = start;
    return false;
  }

  #takeChar(char: string): boolean {
    if (this.#text[this.offset] !== char) return false;
    this.offset += 1;
    return true;
  }
}
