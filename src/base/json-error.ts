// Where a JSON text (RFC 8259) is broken: JSON.parse does not always say.

export interface JsonFault {
  /** Both from 1; columns count UTF-16 code units, as editors do. */
  readonly line: number;
  readonly column: number;
  /** What should stand there. */
  readonly expected: string;
}

/** The first place where `text` stops being JSON; null when all of it is. */
export function jsonFault(text: string): JsonFault | null {
  const scanner = new Scanner(text);
  const expected = scanner.scan();
  return expected === null ? null : { ...place(text, scanner.offset), expected };
}

function place(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset).split(/\r\n|\r|\n/);
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

const BLANK = /[ \t\n\r]*/y;
/** A piece of a text: a pattern for all of a long one would need more stack than there is. */
const PIECE = /[^"\\\0-\x1f]{1,1000}|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;

class Scanner {
  offset = 0;
  readonly #text: string;
  /** The brackets that are open, by how they close. */
  readonly #open: ('}' | ']')[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  /** What is missing at `offset`; null at the end of a whole text. */
  scan(): string | null {
    for (;;) {
      const fault = this.#value();
      if (fault !== null) return fault;
      const next = this.#afterValue();
      if (next.type === 'fault') return next.expected;
      if (next.type === 'end') return null;
    }
  }

  /** A value up to its end, or up to where the first value inside it begins. */
  #value(): string | null {
    for (;;) {
      this.#take(BLANK);
      if (this.#takeText() || this.#take(SCALAR)) return null;
      if (this.#takeChar('{')) {
        this.#take(BLANK);
        if (this.#takeChar('}')) return null;
        this.#open.push('}');
        const fault = this.#key('a name in double quotes, or }');
        if (fault !== null) return fault;
      } else if (this.#takeChar('[')) {
        this.#take(BLANK);
        if (this.#takeChar(']')) return null;
        this.#open.push(']');
      } else return this.#text[this.offset] === '"' ? 'a text that ends' : 'a value';
    }
  }

  #key(expected = 'a name in double quotes'): string | null {
    this.#take(BLANK);
    if (!this.#takeText()) return expected;
    this.#take(BLANK);
    return this.#takeChar(':') ? null : 'a colon';
  }

  #afterValue(): { readonly type: 'value' | 'end' } | { readonly type: 'fault'; readonly expected: string } {
    for (;;) {
      this.#take(BLANK);
      const close = this.#open.at(-1);
      if (close === undefined) {
        const isEnd = this.offset === this.#text.length;
        return isEnd ? { type: 'end' } : { type: 'fault', expected: 'the end of the text' };
      }
      if (this.#takeChar(close)) this.#open.pop();
      else if (!this.#takeChar(',')) return { type: 'fault', expected: `a comma, or ${close}` };
      else {
        const expected = close === '}' ? this.#key() : null;
        return expected === null ? { type: 'value' } : { type: 'fault', expected };
      }
    }
  }

  #take(pattern: RegExp): boolean {
    pattern.lastIndex = this.offset;
    if (!pattern.test(this.#text)) return false;
    this.offset = pattern.lastIndex;
    return true;
  }

  #takeText(): boolean {
    const start = this.offset;
    if (!this.#takeChar('"')) return false;
    while (this.#take(PIECE));
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
