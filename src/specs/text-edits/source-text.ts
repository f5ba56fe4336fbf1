// Positions of the entries of maps and lists in a text, and what is written to add, replace or remove one.
import { isCollection, isMap, isScalar, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { blockEntry, blockItem, flowText, jsonText } from './written.ts';

/** An entry of a map or a list. */
export interface Entry {
  readonly parent: YAMLMap | YAMLSeq;
  readonly at: number;
  readonly value: unknown;
}

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export class SourceText {
  readonly #text: string;
  readonly #isJson: boolean;
  readonly #eol: string;
  /** Blanks of one level. */
  readonly #unit: string;

  constructor(text: string) {
    this.#text = text;
    this.#isJson = /^\ufeff?\s*\{/.test(text);
    this.#eol = text.includes('\r\n') ? '\r\n' : '\n';
    this.#unit = /\n([ \t]+)["\w]/.exec(text)?.[1] ?? '  ';
  }

  /** Replaces a value that stands in one piece; null for a block, whose comments would be lost. */
  replace({ parent, at, value }: Entry, next: unknown): Splice | null {
    if (isCollection(value) && value.flow !== true) return null;
    const isBare = !isCollection(value) && this.#rangeText(value) === '';
    if (!isBare) {
      const [start, end] = rangeOf(value);
      return { start, end, text: this.#inline(next) };
    }
    // A name without a value, such as `get:`.
    if (!isMap(parent)) return null;
    const { key } = parent.items[at]!;
    const [start, keyEnd] = rangeOf(key);
    const colon = this.#text.indexOf(':', keyEnd) + 1;
    if (parent.flow === true) return { start: colon, end: colon, text: ` ${this.#inline(next)}` };
    const text = blockEntry(this.#text.slice(start, keyEnd), next, this.#columnOf(start), this.#eol);
    return { start, end: colon, text: text.trimStart() };
  }

  /** Adds a name at the end of a map. */
  insert(map: YAMLMap, name: string, value: unknown): Splice | null {
    if (map.flow === true) {
      const key = this.#isJson ? JSON.stringify(name) : flowText(name);
      return this.#inBrackets(map, (indent) => `${key}: ${this.#inBracketsText(value, indent)}`);
    }
    const [first, last] = [map.items[0], map.items.at(-1)];
    if (first === undefined || last === undefined) return null;
    const [start] = rangeOf(first.key);
    const text = blockEntry(this.#quotedLike(map, name), value, this.#columnOf(start), this.#eol);
    return this.#afterLine(endOf(last), text);
  }

  append(list: YAMLSeq, value: unknown): Splice | null {
    if (list.flow === true) return this.#inBrackets(list, (indent) => this.#inBracketsText(value, indent));
    const last = list.items.at(-1);
    const start = last === undefined ? -1 : this.#dashOf(last);
    return start === -1
      ? null
      : this.#afterLine(endOf(last), blockItem(value, this.#columnOf(start), this.#eol));
  }

  /** Removes an entry; null for the only one of a block, which would leave nothing in its place. */
  remove({ parent, at, value }: Entry): Splice | null {
    const startAt = (index: number): number =>
      isMap(parent)
        ? rangeOf(parent.items[index]!.key)[0]
        : parent.flow === true
          ? rangeOf(parent.items[index])[0]
          : this.#dashOf(parent.items[index]);
    const isLast = at === parent.items.length - 1;
    const end = isMap(parent) ? endOf(parent.items[at]) : endOf(value);
    if (parent.flow === true) {
      if (!isLast) return { start: startAt(at), end: startAt(at + 1), text: '' };
      return { start: at === 0 ? startAt(0) : endOf(parent.items[at - 1]), end, text: '' };
    }
    if (parent.items.length === 1) return null;
    const start = startAt(at);
    const line = this.#text.lastIndexOf('\n', start - 1) + 1;
    // The first name of an entry of a list stands behind its dash.
    if (this.#text.slice(line, start).trim() !== '') return { start, end: startAt(at + 1), text: '' };
    return { start: line, end: this.#lineAfter(end), text: '' };
  }

  #inline(value: unknown): string {
    return this.#isJson ? JSON.stringify(value) : flowText(value);
  }

  /** Adds an entry to a collection in brackets: on a line of its own where the others are. */
  #inBrackets(node: YAMLMap | YAMLSeq, entry: (indent: string | null) => string): Splice {
    const [start, end] = rangeOf(node);
    const last: unknown = node.items.at(-1);
    const line = this.#text.slice(this.#text.lastIndexOf('\n', start) + 1, start);
    const outer = /^[ \t]*/.exec(line)?.[0] ?? '';
    if (last === undefined) {
      const isWide = this.#isJson && this.#text.trim().includes('\n');
      const indent = isWide ? outer + this.#unit : null;
      const blank = this.#isJson && !isWide ? '' : ' ';
      const text =
        indent === null
          ? `${blank}${entry(null)}${blank}`
          : `${this.#eol}${indent}${entry(indent)}${this.#eol}${outer}`;
      return { start: start + 1, end: end - 1, text: isSeq(node) && indent === null ? entry(null) : text };
    }
    const first: unknown = isMap(node) ? node.items[0]?.key : node.items[0];
    const [firstStart] = rangeOf(first);
    const isOnLines = this.#text.slice(start, firstStart).includes('\n');
    const indent = isOnLines
      ? this.#text.slice(this.#text.lastIndexOf('\n', firstStart) + 1, firstStart)
      : null;
    const at = endOf(last);
    const comma = /^\s*,/.test(this.#text.slice(at, end)) ? '' : ',';
    const after = comma === '' ? this.#text.indexOf(',', at) + 1 : at;
    const text =
      indent === null ? `${comma} ${entry(null)}` : `${comma}${this.#eol}${indent}${entry(indent)}`;
    return { start: after, end: after, text };
  }

  #inBracketsText(value: unknown, indent: string | null): string {
    if (!this.#isJson) return flowText(value);
    return indent === null ? JSON.stringify(value) : jsonText(value, indent, this.#unit, this.#eol);
  }

  /** Writes a name with the quotes that its neighbours have. */
  #quotedLike({ items }: YAMLMap, name: string): string {
    const quotes = items.flatMap(({ key }) => (isScalar(key) ? [this.#text[rangeOf(key)[0]] ?? ''] : []));
    if (/^\d/.test(name)) return quotes.includes('"') ? `"${name}"` : `'${name}'`;
    return flowText(name);
  }

  /** Adds lines after that in which a value ends. */
  #afterLine(end: number, lines: string): Splice {
    const at = this.#lineAfter(end);
    const isEnded = at === 0 || this.#text[at - 1] === '\n';
    return { start: at, end: at, text: isEnded ? `${lines}${this.#eol}` : `${this.#eol}${lines}` };
  }

  #lineAfter(end: number): number {
    if (this.#text[end - 1] === '\n') return end;
    const next = this.#text.indexOf('\n', end);
    return next === -1 ? this.#text.length : next + 1;
  }

  #dashOf(item: unknown): number {
    const [start] = rangeOf(isMap(item) && item.flow !== true ? item.items[0]?.key : item);
    const dash = this.#text.lastIndexOf('-', start - 1);
    return dash !== -1 && this.#text.slice(dash + 1, start).trim() === '' ? dash : -1;
  }

  #columnOf(offset: number): string {
    return ' '.repeat(offset - (this.#text.lastIndexOf('\n', offset - 1) + 1));
  }

  #rangeText(node: unknown): string {
    const [start, end] = rangeOf(node);
    return this.#text.slice(start, end);
  }
}

/** Returns where a node begins and ends. */
export function rangeOf(node: unknown): readonly [start: number, end: number] {
  const [start = 0, end = start] =
    (node as { readonly range?: readonly number[] | null } | null)?.range ?? [];
  return [start, end];
}

/** Returns where the last part of a value, or of an entry of a map, ends: without what follows a block. */
export function endOf(node: unknown): number {
  if (isCollection(node)) {
    if (node.flow === true || node.items.length === 0) return rangeOf(node)[1];
    return endOf(node.items.at(-1));
  }
  if (typeof node === 'object' && node !== null && 'key' in node) {
    const { key, value } = node as { readonly key: unknown; readonly value?: unknown };
    const keyEnd = rangeOf(key)[1];
    return value === null || value === undefined ? keyEnd : Math.max(keyEnd, endOf(value));
  }
  return rangeOf(node)[1];
}

export function keyTextOf(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}
