// A JSON text as the rows of a tree whose values open and close. It lies in a worker; the page gets the rows in sight.
import { findInJson, findTexts, firstAfter, type JsonHits } from './json-search.ts';
import type { JsonKind, JsonValues } from './json-values.ts';

/** A row of the tree: a value, with its name or position in what holds it. */
export interface JsonRow {
  readonly value: number;
  /** The offset of the value in the text, in bytes. */
  readonly start: number;
  readonly level: number;
  /** Null for the only document. */
  readonly label: string | null;
  readonly kind: JsonKind;
  /** The beginning of a scalar: what a string says, or the text of another one as it was sent. */
  readonly text: string;
  /** Bytes of a string that is shown in part; null for others. */
  readonly cutSize: number | null;
  /** Null for a value that holds no others. */
  readonly isOpen: boolean | null;
  /** The number of values that it holds itself. */
  readonly size: number;
  readonly isHit: boolean;
}

/** The values that are open, to open them again once there is more of the text. */
export interface OpenState {
  readonly mode: OpenMode;
  readonly toggled: ReadonlySet<number>;
}

/** The origin of a search: the field of the tree, or the filter of the list. */
export type Search = 'field' | 'filter';

export type OpenMode = 'first' | 'all' | 'none';

/** Levels that are open at first, unless they are long. */
const FIRST_LEVELS = 3;
const LONG = 50;
const MAX_TEXT = 300;
/** Marks that fit beside the tree. */
const MAX_MARKS = 200;

const NO_HITS: JsonHits = { values: new Uint32Array(), hasMore: false };

export class JsonDocument {
  readonly values: JsonValues;
  #mode: OpenMode;
  readonly #toggled: Set<number>;
  #rows: Uint32Array = new Uint32Array();
  readonly #hits: Record<Search, JsonHits> = { field: NO_HITS, filter: NO_HITS };

  constructor(values: JsonValues, state?: OpenState) {
    this.values = values;
    this.#mode = state?.mode ?? 'first';
    this.#toggled = new Set(state?.toggled);
    this.#rows = this.#visible(0, values.index.count);
  }

  get state(): OpenState {
    return { mode: this.#mode, toggled: this.#toggled };
  }

  get rowCount(): number {
    return this.#rows.length;
  }

  /** Returns some rows. */
  rows(from: number, end: number): readonly JsonRow[] {
    return Array.from(this.#rows.subarray(from, end), (value) => this.#row(value));
  }

  valueAt(row: number): number {
    return this.#rows[row] ?? 0;
  }

  /** Returns the row of a value, or of the closed one that it is in. */
  rowOf(value: number): number {
    return Math.max(0, firstAfter(this.#rows, value) - 1);
  }

  /** Opens a value that is closed, or the other way round. */
  toggle(row: number): void {
    const value = this.valueAt(row);
    if (!this.values.holds(value)) return;
    if (!this.#toggled.delete(value)) this.#toggled.add(value);
    const end = this.values.index.ends[value]!;
    const after = firstAfter(this.#rows, end - 1);
    const inside = this.#isOpen(value) ? this.#visible(value + 1, end) : new Uint32Array();
    this.#rows = joined(this.#rows.subarray(0, row + 1), inside, this.#rows.subarray(after));
  }

  /** Opens or closes everything. */
  setAll(mode: OpenMode): void {
    this.#mode = mode;
    this.#toggled.clear();
    this.#rows = this.#visible(0, this.values.index.count);
  }

  /** Opens what a value is in; returns its row. */
  reveal(value: number): number {
    const around: number[] = [];
    for (let at = this.values.parentOf(value); at !== null; at = this.values.parentOf(at)) around.push(at);
    const closed = around.filter((each) => !this.#isOpen(each));
    for (const each of closed) if (!this.#toggled.delete(each)) this.#toggled.add(each);
    const outer = closed.at(-1);
    if (outer !== undefined) {
      const end = this.values.index.ends[outer]!;
      const row = this.rowOf(outer);
      const after = firstAfter(this.#rows, end - 1);
      const inside = this.#visible(outer + 1, end);
      this.#rows = joined(this.#rows.subarray(0, row + 1), inside, this.#rows.subarray(after));
    }
    return this.rowOf(value);
  }

  /** Finds a query of the search field, or the texts of the filter. */
  find(search: Search, query: string | readonly string[]): JsonHits {
    const found = typeof query === 'string' ? findInJson(this.values, query) : findTexts(this.values, query);
    this.#hits[search] = found;
    return found;
  }

  /** Returns the value of a hit. */
  hit(search: Search, index: number): number | undefined {
    return this.#hits[search].values[index];
  }

  /** Returns where the hits are among the rows, from 0 to 1; one in a closed value is where that is. */
  hitPlaces(): readonly number[] {
    const { field, filter } = this.#hits;
    const places = new Set<number>();
    const rows = this.#rows.length;
    for (const value of field.values.length > 0 ? field.values : filter.values) {
      places.add(Math.round((this.rowOf(value) / rows) * MAX_MARKS));
      if (places.size > MAX_MARKS) break;
    }
    return [...places].map((place) => place / MAX_MARKS);
  }

  /** Returns the value that begins last before a byte. */
  valueNear(offset: number): number {
    return Math.max(0, firstAfter(this.values.index.starts, offset) - 1);
  }

  #row(value: number): JsonRow {
    const { values } = this;
    const kind = values.kindOf(value);
    const holdsOthers = kind === 'object' || kind === 'list';
    const { text, size: bytes, isCut } = holdsOthers ? EMPTY : values.beginningOf(value, MAX_TEXT);
    const position = values.positionOf(value);
    return {
      value,
      start: values.index.starts[value]!,
      level: values.levelOf(value),
      label: position === null ? values.nameOf(value) : String(position),
      kind,
      text,
      cutSize: isCut ? bytes : null,
      isOpen: values.holds(value) ? this.#isOpen(value) : null,
      size: holdsOthers ? values.sizeOf(value) : 0,
      isHit: isIn(this.#hits.field, value) || isIn(this.#hits.filter, value),
    };
  }

  #isOpen(value: number): boolean {
    return this.#isOpenAtFirst(value) !== this.#toggled.has(value);
  }

  #isOpenAtFirst(value: number): boolean {
    if (this.#mode !== 'first') return this.#mode === 'all';
    const level = this.values.levelOf(value);
    return level === 0 || (level < FIRST_LEVELS && this.values.sizeOf(value, LONG + 1) <= LONG);
  }

  /** Returns those values of a range that are not inside of a closed one. */
  #visible(from: number, end: number): Uint32Array {
    const { ends } = this.values.index;
    const rows = new Uint32Array(end - from);
    let count = 0;
    for (let value = from; value < end; count += 1) {
      rows[count] = value;
      value = ends[value]! > value + 1 && this.#isOpen(value) ? value + 1 : ends[value]!;
    }
    return rows.slice(0, count);
  }
}

function isIn({ values }: JsonHits, value: number): boolean {
  return values[firstAfter(values, value) - 1] === value;
}

const EMPTY = { text: '', size: 0, isCut: false } as const;

function joined(...parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
