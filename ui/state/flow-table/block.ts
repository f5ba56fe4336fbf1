// Some rows of a table, in the order of their ids: columns of numbers, and the texts of their paths.
import type { OwnPart } from './common-parts.ts';
import { Texts } from './texts.ts';

/** The rows of a full block. */
export const BLOCK = 2048;
const FIRST_ROWS = 32;

export class Block {
  size = 0;
  ids = new Float64Array(FIRST_ROWS);
  startedAt = new Float64Array(FIRST_ROWS);
  durations = new Float64Array(FIRST_ROWS);
  sent = new Float64Array(FIRST_ROWS);
  received = new Float64Array(FIRST_ROWS);
  commonParts = new Uint32Array(FIRST_ROWS);
  /** Numbers that belong to whoever observes the rows; 0 in a new row. */
  marks = new Uint8Array(FIRST_ROWS);
  readonly #paths = new Texts();

  get firstId(): number {
    return this.ids[0]!;
  }

  get lastId(): number {
    return this.ids[this.size - 1]!;
  }

  get isFull(): boolean {
    return this.size === BLOCK;
  }

  pathAt(at: number): string {
    return this.#paths.at(at);
  }

  /** Returns the index of the first row whose id is not below `id`. */
  lowerBound(id: number): number {
    let [low, high] = [0, this.size];
    if (high > 0 && this.ids[high - 1]! < id) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ids[middle]! < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Adds a row at an index; those after it move. */
  insert(at: number, own: OwnPart, common: number): void {
    if (this.size === this.ids.length) this.#resize(Math.min(BLOCK, this.size * 2));
    if (at < this.size) for (const column of this.#columns()) column.copyWithin(at + 1, at, this.size);
    this.size += 1;
    this.#paths.insert(at, own.path);
    this.marks[at] = 0;
    this.#write(at, own, common);
    if (this.isFull) this.#paths.join();
  }

  set(at: number, own: OwnPart, common: number): void {
    this.#paths.set(at, own.path);
    this.#write(at, own, common);
    if (this.isFull) this.#paths.join();
  }

  /** Keeps the rows of these ascending indexes. */
  keep(indexes: readonly number[]): void {
    this.#paths.keep(indexes);
    for (const column of this.#columns())
      for (const [to, from] of indexes.entries()) column[to] = column[from]!;
    this.size = indexes.length;
    if (this.size * 4 < this.ids.length) this.#resize(Math.max(FIRST_ROWS, this.size * 2));
    this.#paths.join();
  }

  /** Returns a block with the second half of the rows, which leave this one. */
  split(): Block {
    const half = this.size >> 1;
    const other = new Block();
    other.#resize(BLOCK);
    const [from, to] = [this.#columns(), other.#columns()];
    for (const [column, values] of from.entries()) to[column]!.set(values.subarray(half, this.size));
    for (let at = half; at < this.size; at += 1) other.#paths.insert(at - half, this.#paths.at(at));
    other.size = this.size - half;
    this.keep(Array.from({ length: half }, (_, at) => at));
    return other;
  }

  #write(at: number, { id, startedAt, duration, sent, received }: OwnPart, common: number): void {
    this.ids[at] = id;
    this.startedAt[at] = startedAt;
    this.durations[at] = duration;
    this.sent[at] = sent;
    this.received[at] = received;
    this.commonParts[at] = common;
  }

  #columns(): readonly (Float64Array | Uint32Array | Uint8Array)[] {
    const { ids, startedAt, durations, sent, received, commonParts, marks } = this;
    return [ids, startedAt, durations, sent, received, commonParts, marks];
  }

  #resize(length: number): void {
    this.ids = resized(this.ids, new Float64Array(length));
    this.startedAt = resized(this.startedAt, new Float64Array(length));
    this.durations = resized(this.durations, new Float64Array(length));
    this.sent = resized(this.sent, new Float64Array(length));
    this.received = resized(this.received, new Float64Array(length));
    this.commonParts = resized(this.commonParts, new Uint32Array(length));
    this.marks = resized(this.marks, new Uint8Array(length));
  }
}

function resized<T extends Float64Array | Uint32Array | Uint8Array>(from: T, to: T): T {
  to.set(from.subarray(0, to.length));
  return to;
}
