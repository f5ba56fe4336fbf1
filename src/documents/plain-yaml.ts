// The part of YAML in which our files are written, read several times as fast as by a parser for all of it: mappings and
// lists in blocks, texts on one line or as literal blocks, whole numbers. A workspace has thousands of such files.

const MAX_DEPTH = 100;
/** Other characters than these are escaped by whoever writes YAML, or refused. */
const UNUSUAL = /[^\t\n\x20-\x7e\xa0-\ufefe\uff00-\ufffd]/;
const KEY = /([A-Za-z][\w-]*):(?= |\n|$)/y;
/** Words that are values of other types when they are written in certain cases. */
const WORD = /^(?:true|false|null)$/i;
const PLAIN = /^[\dA-Za-z/$_(<\xa0-\uffff][^\t]*$/;
const NOT_PLAIN = /: | #|[: ]$/;
/** Texts that may be numbers, among texts that begin with a digit. */
const NUMBER = /^\d[\d._:]*(?:[eE][-+]?\d*)?$|^0[box][\da-f]+$/i;
const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** Returns the value; undefined for a text that has anything else, valid or not. */
export function parsePlainYaml(text: string): unknown {
  if (UNUSUAL.test(text) || !text.isWellFormed()) return undefined;
  const reader = new PlainReader(text);
  const value = reader.mapping(0, 0);
  return reader.isAtEnd ? value : undefined;
}

/** Each method returns undefined, and leaves the position anywhere, when it meets something else. */
class PlainReader {
  readonly #text: string;
  /** The offset of the next character; between two entries, of the beginning of a line. */
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  /** Reads a mapping, whose first key is at the position. */
  mapping(indent: number, depth: number): Readonly<Record<string, unknown>> | undefined {
    const entries: Record<string, unknown> = {};
    for (;;) {
      KEY.lastIndex = this.#at;
      const key = KEY.exec(this.#text)?.[1];
      if (key === undefined || WORD.test(key) || Object.hasOwn(entries, key)) return undefined;
      this.#at = KEY.lastIndex;
      const value = this.#isLineEnd() ? this.#inner(indent, depth) : this.#inline(indent);
      if (value === undefined) return undefined;
      entries[key] = value;
      const next = this.#indent();
      if (next < indent) return entries;
      if (next > indent) return undefined;
      this.#at += indent;
    }
  }

  /** Reads a list, whose first dash is at the position. */
  #list(indent: number, depth: number): readonly unknown[] | undefined {
    const items: unknown[] = [];
    for (;;) {
      if (!this.#text.startsWith('- ', this.#at)) return undefined;
      this.#at += 1;
      const value = this.#item(indent, depth);
      if (value === undefined) return undefined;
      items.push(value);
      const next = this.#indent();
      if (next < indent) return items;
      if (next > indent) return undefined;
      this.#at += indent;
    }
  }

  /** Reads what stands behind a dash: a mapping or a list from there on, or a text. */
  #item(indent: number, depth: number): unknown {
    KEY.lastIndex = this.#at + 1;
    const isMapping = KEY.test(this.#text);
    if (!isMapping && !this.#text.startsWith('- ', this.#at + 1)) return this.#inline(indent);
    if (depth >= MAX_DEPTH) return undefined;
    this.#at += 1;
    return isMapping ? this.mapping(indent + 2, depth + 1) : this.#list(indent + 2, depth + 1);
  }

  /** Reads the mapping or the list on the lines below a key. */
  #inner(outer: number, depth: number): unknown {
    this.#at += 1;
    const indent = this.#indent();
    if (indent <= outer || depth >= MAX_DEPTH) return undefined;
    this.#at += indent;
    return this.#text.startsWith('- ', this.#at)
      ? this.#list(indent, depth + 1)
      : this.mapping(indent, depth + 1);
  }

  /** Reads what follows a space on the line. */
  #inline(outer: number): unknown {
    const text = this.#line().slice(1);
    return /^\|[+-]?$/.test(text) ? this.#literal(outer, text.slice(1)) : scalar(text);
  }

  /** Reads a literal block (YAML 1.2.2, section 8.1.2). `chomping`: `-`, `+` or nothing. */
  #literal(outer: number, chomping: string): string | undefined {
    const indent = this.#indent();
    if (indent <= outer || this.#isLineEnd(indent)) return undefined;
    const lines: string[] = [];
    let empty = 0;
    while (!this.isAtEnd) {
      const own = this.#indent();
      const isEmpty = this.#isLineEnd(own) && own <= indent;
      if (own < indent && !isEmpty) break;
      const line = this.#line();
      lines.push(isEmpty ? '' : line.slice(indent));
      empty = isEmpty ? empty + 1 : 0;
    }
    // A tab in the indentation is an error, which others describe.
    if (this.#text[this.#at + this.#indent()] === '\t') return undefined;
    if (chomping === '+') return `${lines.join('\n')}\n`;
    return lines.slice(0, lines.length - empty).join('\n') + (chomping === '-' ? '' : '\n');
  }

  /** Returns the line from the position on, and goes to the next one. */
  #line(): string {
    const found = this.#text.indexOf('\n', this.#at);
    const end = found < 0 ? this.#text.length : found;
    const line = this.#text.slice(this.#at, end);
    this.#at = end + 1;
    return line;
  }

  /** Returns the number of spaces at the position; below any indentation at the end. */
  #indent(): number {
    if (this.isAtEnd) return -1;
    let at = this.#at;
    while (this.#text.charCodeAt(at) === 32) at += 1;
    return at - this.#at;
  }

  #isLineEnd(offset = 0): boolean {
    const at = this.#at + offset;
    return at >= this.#text.length || this.#text.charCodeAt(at) === 10;
  }
}

function scalar(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === 'null') return null;
  if (text === '[]') return [];
  if (text === '{}') return {};
  if (text.startsWith('"')) return text.endsWith('"') ? quoted(text) : undefined;
  if (WHOLE_NUMBER.test(text)) return Number(text);
  const isText = PLAIN.test(text) && !NOT_PLAIN.test(text) && !WORD.test(text) && !NUMBER.test(text);
  return isText ? text : undefined;
}

/** A text of JSON is the same text in YAML, which has further escapes. */
function quoted(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
