// Formats JSON (RFC 8259) in indented lines without parsing it into values, so that numbers and duplicate names stay
// as sent. Takes linear time, does not recurse, and limits its output.
import type { JsonError } from '../base/json-error.ts';

export interface FormattedJson {
  /** The formatted text, up to the error or to the maximum length. */
  readonly text: string;
  /** Characters of the source that are not in `text`. */
  readonly leftOut: number;
  /** Number of consecutive values: 1, or more in a sequence. */
  readonly documents: number;
  readonly error: JsonError | null;
}

/**
 * Formats `source`, up to about `max` characters. With `sequence`, several values may follow each other, on separate
 * lines (NDJSON) or after record separators. With `isCut`, the source may end anywhere, also within a value.
 */
export function formatJson(source: string, max: number, sequence: boolean, isCut = false): FormattedJson {
  return new JsonFormatter(source, max, sequence, isCut).run();
}

type State = 'value' | 'key' | 'colon' | 'after';

const QUOTE = 34;
const BACKSLASH = 92;
const RECORD_SEPARATOR = 0x1e;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.+-])/y;
const WORD = /(?:true|false|null)(?![\w.+-])/y;
const HEX = /[\da-fA-F]{4}/y;
/** The beginnings of scalars, and of an escape behind its backslash, at the end of a text that was cut. */
const CUT_SCALAR =
  /(?:-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:[eE][+-]?\d*)?)?|t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)$/y;
const CUT_ESCAPE = /(?:u[\da-fA-F]{0,3})?$/y;
/** Deeper levels are not indented further: the output of nested brackets would grow with the square of their number. */
const MAX_INDENT = 50;
const LINES = Array.from({ length: MAX_INDENT + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`);
const EXPECTED: Readonly<Record<State, string>> = {
  value: 'a value',
  key: 'a name in double quotes',
  colon: 'a colon',
  after: 'a comma or a closing bracket',
};

class JsonFormatter {
  readonly #source: string;
  readonly #max: number;
  readonly #sequence: boolean;
  readonly #isCut: boolean;
  #at = 0;
  #state: State = 'value';
  /** The closing brackets that are due, innermost last. */
  readonly #open: ('}' | ']')[] = [];
  readonly #pieces: string[] = [];
  #written = 0;
  #documents = 0;

  constructor(source: string, max: number, sequence: boolean, isCut: boolean) {
    this.#source = source;
    this.#max = max;
    this.#sequence = sequence;
    this.#isCut = isCut;
  }

  run(): FormattedJson {
    while (this.#written < this.#max) {
      const sawLine = this.#skipBlank();
      if (this.#at >= this.#source.length)
        return this.#result(this.#isCut || this.#isWhole() ? null : EXPECTED[this.#state]);
      const start = this.#at;
      const state = this.#state;
      const expected = this.#step(sawLine);
      if (expected === null) continue;
      if (!this.#isCut || !this.#isCutToken(start, state)) return this.#result(expected);
      this.#at = start;
      this.#write(this.#source.slice(start), this.#source.length - start);
    }
    return this.#result(null);
  }

  /** Returns true for a token that began at `start`, and that only the end of the text keeps from being valid. */
  #isCutToken(start: number, state: State): boolean {
    if (state === 'colon' || state === 'after') return false;
    const isString = this.#source.charCodeAt(start) === QUOTE;
    if (state === 'key' && !isString) return false;
    const isOpen = isString && this.#at === start;
    const pattern = isString ? CUT_ESCAPE : CUT_SCALAR;
    pattern.lastIndex = isString ? this.#at : start;
    return isOpen || pattern.test(this.#source);
  }

  #isWhole(): boolean {
    return (
      this.#open.length === 0 && (this.#state === 'after' || (this.#state === 'value' && this.#documents > 0))
    );
  }

  #result(expected: string | null): FormattedJson {
    const error = expected === null ? null : { offset: this.#at, expected };
    return {
      text: this.#pieces.join(''),
      leftOut: this.#source.length - this.#at,
      documents: this.#documents,
      error,
    };
  }

  /** Returns what is expected; null when the next token is valid. */
  #step(sawLine: boolean): string | null {
    switch (this.#state) {
      case 'value':
        return this.#value();
      case 'key':
        if (this.#source.charCodeAt(this.#at) !== QUOTE) return EXPECTED.key;
        this.#state = 'colon';
        return this.#string();
      case 'colon':
        if (this.#source[this.#at] !== ':') return EXPECTED.colon;
        this.#write(': ', 1);
        this.#state = 'value';
        return null;
      case 'after':
        return this.#after(sawLine);
    }
  }

  #value(): string | null {
    const char = this.#source[this.#at];
    if (char === '{') return this.#container('{', '}', 'key');
    if (char === '[') return this.#container('[', ']', 'value');
    this.#state = 'after';
    if (char === '"') return this.#closed(this.#string());
    for (const pattern of [NUMBER, WORD]) {
      pattern.lastIndex = this.#at;
      if (!pattern.test(this.#source)) continue;
      this.#write(this.#source.slice(this.#at, pattern.lastIndex), pattern.lastIndex - this.#at);
      return this.#closed(null);
    }
    return EXPECTED.value;
  }

  #container(open: string, close: '}' | ']', inside: State): string | null {
    this.#write(open, 1);
    this.#skipBlank();
    if (this.#source[this.#at] === close) {
      this.#write(close, 1);
      this.#state = 'after';
      return this.#closed(null);
    }
    this.#open.push(close);
    this.#newLine();
    this.#state = inside;
    return null;
  }

  /** Counts a document when its last value has ended. */
  #closed(expected: string | null): string | null {
    if (expected === null && this.#open.length === 0) this.#documents += 1;
    return expected;
  }

  #after(sawLine: boolean): string | null {
    const char = this.#source[this.#at];
    const close = this.#open.at(-1);
    if (close === undefined) {
      if (!this.#sequence || !sawLine) return 'the end of the text';
      this.#write('\n', 0);
      this.#state = 'value';
      return null;
    }
    if (char === close) {
      this.#open.pop();
      this.#newLine();
      this.#write(close, 1);
      return this.#closed(null);
    }
    if (char !== ',') return `a comma, or ${close}`;
    this.#write(',', 1);
    this.#newLine();
    this.#state = close === '}' ? 'key' : 'value';
    return null;
  }

  #string(): string | null {
    const source = this.#source;
    const start = this.#at;
    for (let at = start + 1; at < source.length; at += 1) {
      const code = source.charCodeAt(at);
      if (code === QUOTE) {
        this.#write(source.slice(start, at + 1), at + 1 - start);
        return null;
      }
      if (code < 0x20) return this.#fail(at, 'no control character in a string');
      if (code !== BACKSLASH) continue;
      at += 1;
      if (!this.#isEscape(at)) return this.#fail(at, 'an escape such as \\n or \\u0041');
      if (source[at] === 'u') at += 4;
    }
    return 'a string with a closing quote';
  }

  #isEscape(at: number): boolean {
    const char = this.#source[at] ?? '';
    if (char !== 'u') return char !== '' && '"\\/bfnrt'.includes(char);
    HEX.lastIndex = at + 1;
    return HEX.test(this.#source);
  }

  #fail(at: number, expected: string): string {
    this.#at = at;
    return expected;
  }

  #newLine(): void {
    this.#write(LINES[Math.min(this.#open.length, MAX_INDENT)]!, 0);
  }

  /** Writes `text`, which stands for `read` characters of the source. */
  #write(text: string, read: number): void {
    this.#pieces.push(text);
    this.#written += text.length;
    this.#at += read;
  }

  /** Returns true when a line or a record ended. */
  #skipBlank(): boolean {
    let sawLine = false;
    for (; this.#at < this.#source.length; this.#at += 1) {
      const code = this.#source.charCodeAt(this.#at);
      if (code === 10 || code === 13 || (code === RECORD_SEPARATOR && this.#sequence)) sawLine = true;
      else if (code !== 32 && code !== 9) break;
    }
    return sawLine;
  }
}
