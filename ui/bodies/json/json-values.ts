// The values of an indexed JSON text: their names, texts, paths and places, read from its bytes when asked for.
import { BACKSLASH, BRACE, BRACKET, isBlank, isScalarByte, QUOTE, stringEnd } from './json-bytes.ts';
import { NO_PARENT, type JsonIndex } from './json-index.ts';

const COLON = 0x3a;
/** Lists whose last asked position is kept, so that the next one is found from there. */
const MAX_POSITIONS = 1000;
/** An escape that was cut, and a character. */
const CUT_END = /(?:\\(?:u[\da-fA-F]{0,3})?|\ufffd)$/;

export type JsonKind = 'object' | 'list' | 'string' | 'number' | 'atom';

interface Range {
  readonly start: number;
  readonly end: number;
}

export class JsonValues {
  readonly index: JsonIndex;
  /** True for several documents, which are shown as a list. */
  readonly isSequence: boolean;
  readonly #decoder = new TextDecoder();
  readonly #positions = new Map<number, { readonly value: number; readonly position: number }>();
  readonly #sizes = new Map<number, number>();

  constructor(index: JsonIndex) {
    this.index = index;
    this.isSequence = index.documents > 1;
  }

  kindOf(value: number): JsonKind {
    const byte = this.index.bytes[this.index.starts[value]!]!;
    if (byte === BRACE) return 'object';
    if (byte === BRACKET) return 'list';
    if (byte === QUOTE) return 'string';
    return byte === 0x2d || byte <= 0x39 ? 'number' : 'atom';
  }

  /** Returns true for a value that holds others. */
  holds(value: number): boolean {
    return this.index.ends[value]! > value + 1;
  }

  parentOf(value: number): number | null {
    const parent = this.index.parents[value]!;
    return parent === NO_PARENT ? null : parent;
  }

  /** Returns the number of values around a value; documents of a sequence are inside of one. */
  levelOf(value: number): number {
    const { parents } = this.index;
    let level = this.isSequence ? 1 : 0;
    for (let at = parents[value]!; at !== NO_PARENT; at = parents[at]!) level += 1;
    return level;
  }

  /** Returns the number of values that a value holds itself, counted up to `max`. */
  sizeOf(value: number, max = Infinity): number {
    const known = this.#sizes.get(value);
    if (known !== undefined) return known;
    const { ends } = this.index;
    const end = ends[value]!;
    let size = 0;
    let child = value + 1;
    for (; child < end && size < max; child = ends[child]!) size += 1;
    if (child >= end && size > 100) {
      if (this.#sizes.size >= MAX_POSITIONS) this.#sizes.clear();
      this.#sizes.set(value, size);
    }
    return size;
  }

  /** Returns the values that a value holds; those of null are the documents. */
  *childrenOf(value: number | null): Generator<number> {
    const { ends, count } = this.index;
    const end = value === null ? count : ends[value]!;
    for (let child = value === null ? 0 : value + 1; child < end; child = ends[child]!) yield child;
  }

  /** Returns the name of a member; null for others. */
  nameOf(value: number): string | null {
    const range = this.nameRange(value);
    return range === null ? null : this.#string(range);
  }

  /** Returns true for a member of this name. `utf8`: the name, encoded. */
  isNamed(value: number, name: string, utf8: Uint8Array): boolean {
    const range = this.nameRange(value);
    if (range === null) return false;
    const { bytes } = this.index;
    const start = range.start + 1;
    const length = range.end - start - 1;
    if (length < utf8.length) return false;
    // Names without escapes need not be decoded.
    if (length === utf8.length && utf8.every((byte, at) => bytes[start + at] === byte)) return true;
    return (
      length > utf8.length &&
      bytes.subarray(start, range.end).includes(BACKSLASH) &&
      this.#string(range) === name
    );
  }

  /** Returns where the name of a member is, with its quotes; null for others. */
  nameRange(value: number): Range | null {
    const { bytes, starts, parents } = this.index;
    const parent = parents[value]!;
    if (parent === NO_PARENT || bytes[starts[parent]!] !== BRACE) return null;
    let end = starts[value]! - 1;
    while (isBlank(bytes[end]!, false) || bytes[end] === COLON) end -= 1;
    let start = end - 1;
    while (bytes[start] !== QUOTE || this.#isEscaped(start)) start -= 1;
    return { start, end: end + 1 };
  }

  #isEscaped(at: number): boolean {
    const { bytes } = this.index;
    let backslashes = 0;
    while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes += 1;
    return backslashes % 2 === 1;
  }

  /** Returns the place of a value in its list; null for others. */
  positionOf(value: number): number | null {
    const { ends, parents, starts, bytes } = this.index;
    const parent = parents[value]!;
    if (parent === NO_PARENT ? !this.isSequence : bytes[starts[parent]!] !== BRACKET) return null;
    const known = this.#positions.get(parent);
    const isBehind = known !== undefined && known.value <= value;
    let child = isBehind ? known.value : parent === NO_PARENT ? 0 : parent + 1;
    let position = isBehind ? known.position : 0;
    for (; child < value; child = ends[child]!) position += 1;
    if (this.#positions.size >= MAX_POSITIONS) this.#positions.clear();
    this.#positions.set(parent, { value, position });
    return position;
  }

  /** Returns the path of a value, such as `$.items[0].sku`. */
  pathOf(value: number): string {
    const steps: string[] = [];
    for (let at: number | null = value; at !== null; at = this.parentOf(at)) steps.push(this.#step(at));
    return `$${steps.toReversed().join('')}`;
  }

  #step(value: number): string {
    const position = this.positionOf(value);
    if (position !== null) return `[${position}]`;
    const name = this.nameOf(value);
    if (name === null) return '';
    return /^[A-Za-z_$][\w$]*$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
  }

  /** Returns where a value is. */
  rangeOf(value: number): Range {
    const { bytes, starts, ends } = this.index;
    const last = ends[value]! - 1;
    if (last === value) return this.#ownRange(value);
    let { end } = this.rangeOf(last);
    // Behind the last value there are only brackets.
    for (let left = this.levelOf(last) - this.levelOf(value); left > 0 && end < bytes.length; end += 1)
      if (bytes[end] === 0x7d || bytes[end] === 0x5d) left -= 1;
    return { start: starts[value]!, end: Math.min(end, this.index.length) };
  }

  /** The range of a scalar or of empty brackets. */
  #ownRange(value: number): Range {
    const { bytes, starts } = this.index;
    const start = starts[value]!;
    let end = start + 1;
    if (bytes[start] === QUOTE) end = Math.abs(stringEnd(bytes, start));
    else if (bytes[start] === BRACE || bytes[start] === BRACKET) {
      while (end < bytes.length && isBlank(bytes[end]!, false)) end += 1;
      if (bytes[end] === 0x7d || bytes[end] === 0x5d) end += 1;
    } else while (end < bytes.length && isScalarByte(bytes[end]!)) end += 1;
    return { start, end };
  }

  /** Returns the text of a value as it was sent. */
  sourceOf(value: number): string {
    return this.textAt(this.rangeOf(value));
  }

  textAt({ start, end }: Range): string {
    return this.#decoder.decode(this.index.bytes.subarray(start, end));
  }

  /** Returns what a string says, and the source of other values. */
  textOf(value: number): string {
    return this.kindOf(value) === 'string' ? this.#string(this.#ownRange(value)) : this.sourceOf(value);
  }

  /** Returns the beginning of a scalar, as `textOf` does, and the bytes of the whole in the text. */
  beginningOf(
    value: number,
    max: number,
  ): { readonly text: string; readonly size: number; readonly isCut: boolean } {
    const { start, end } = this.#ownRange(value);
    const isString = this.index.bytes[start] === QUOTE;
    // An escape takes six bytes at most, a character four.
    const isLong = end - start > max * 6;
    const range = { start, end: isLong ? start + max * 6 : end };
    const text = isString ? this.#string(range) : this.textAt(range);
    return {
      text: text.slice(0, max),
      size: end - start - (isString ? 2 : 0),
      isCut: isLong || text.length > max,
    };
  }

  /** Decodes a string, also one without its end. */
  #string({ start, end }: Range): string {
    const source = this.textAt({ start: start + 1, end });
    const parsed = parsedString(source);
    if (parsed !== null) return parsed;
    const cut = source.replace(CUT_END, '');
    return parsedString(`${cut}"`) ?? cut;
  }
}

function parsedString(rest: string): string | null {
  try {
    return JSON.parse(`"${rest}`) as string;
  } catch {
    return null;
  }
}
