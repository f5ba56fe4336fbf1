// The requests that the page knows, by id: a million of them in columns, some 80 bytes each. A summary is made for a row
// that is drawn; whoever goes through many of them looks at each where it lies.
import type { FlowSummary } from '../../../src/session/methods/ui-types.ts';
import { Block } from './block.ts';
import { Row, summaryOf, type LookedAt } from './row.ts';
import { partsOf, CommonParts, type CommonPart } from './common-parts.ts';

export type { LookedAt } from './row.ts';
export type { CommonPart } from './common-parts.ts';

/** Called with each row that comes and goes; one that changes goes and comes. */
export interface RowObserver {
  entered(row: LookedAt): void;
  left(row: LookedAt): void;
}

/** Summaries that are kept, so that a row which has not changed is the same object. */
const MAX_MADE = 4096;

export class FlowTable {
  size = 0;
  /** Ascending. */
  #blocks: Block[] = [];
  readonly #commonParts = new CommonParts();
  readonly #made = new Map<number, FlowSummary>();
  readonly #row = new Row();
  readonly #observers: RowObserver[] = [];

  observe(observer: RowObserver): void {
    this.#observers.push(observer);
  }

  /** The common parts of the rows, with their numbers. */
  get commonParts(): Iterable<CommonPart> {
    return this.#commonParts;
  }

  get lastId(): number {
    return this.#blocks.at(-1)?.lastId ?? 0;
  }

  has(id: number): boolean {
    return this.#indexOf(id) !== null;
  }

  /** Returns a summary to keep; the same one until the request changes. */
  find(id: number): FlowSummary | undefined {
    const made = this.#made.get(id);
    if (made !== undefined) return made;
    const found = this.#indexOf(id);
    if (found === null) return undefined;
    const summary = summaryOf(found.block, found.at, this.#commonPartAt(found.block, found.at));
    if (this.#made.size >= MAX_MADE) this.#made.clear();
    this.#made.set(id, summary);
    return summary;
  }

  /** Returns a summary until the next look. */
  look(id: number): LookedAt | undefined {
    const found = this.#indexOf(id);
    return found === null ? undefined : this.#look(found.block, found.at);
  }

  /** Returns all ids, ascending. */
  ids(): Float64Array {
    const ids = new Float64Array(this.size);
    let end = 0;
    for (const block of this.#blocks) {
      ids.set(block.ids.subarray(0, block.size), end);
      end += block.size;
    }
    return ids;
  }

  /** Looks at `count` rows with ids above `after`, ascending. Returns the last id, or null when no rows are left. */
  visit(after: number, count: number, look: (row: LookedAt) => void): number | null {
    let last: number | null = null;
    let left = count;
    for (let index = this.#blockOf(after + 1); left > 0 && index < this.#blocks.length; index += 1) {
      const block = this.#blocks[index]!;
      for (let at = block.lowerBound(after + 1); at < block.size && left > 0; at += 1, left -= 1) {
        last = block.ids[at]!;
        look(this.#look(block, at));
      }
    }
    return last;
  }

  /** Looks at rows, oldest first, or newest first, until `look` returns false. */
  visitWhile(isNewestFirst: boolean, look: (row: LookedAt) => boolean): void {
    const blocks = isNewestFirst ? this.#blocks.toReversed() : this.#blocks;
    for (const block of blocks)
      for (let step = 0; step < block.size; step += 1)
        if (!look(this.#look(block, isNewestFirst ? block.size - 1 - step : step))) return;
  }

  /** Adds new requests, and replaces those that changed. Returns their ids, ascending. */
  merge(summaries: readonly FlowSummary[]): readonly number[] {
    // Changes arrive in the order of revisions, so a new flow may come after one with a higher id.
    const sorted = summaries.toSorted((a, b) => a.id - b.id);
    const latest = sorted.filter(({ id }, at) => id !== sorted[at + 1]?.id);
    for (const summary of latest) this.#put(summary);
    return latest.map(({ id }) => id);
  }

  /** Removes requests with these ids, and all with an id below `before`. Returns the ids of those that were there. */
  remove(ids: readonly number[], before: number): readonly number[] {
    const removed: number[] = [];
    const wanted = new Set(ids);
    const blocks = new Set(ids.map((id) => this.#blocks[this.#blockOf(id)]));
    this.#blocks = this.#blocks.filter((block) => {
      if (block.firstId >= before && !blocks.has(block)) return true;
      const kept: number[] = [];
      for (let at = 0; at < block.size; at += 1) {
        const id = block.ids[at]!;
        if (id >= before && !wanted.has(id)) kept.push(at);
        else {
          this.#leave(block, at);
          removed.push(id);
        }
      }
      if (kept.length < block.size && kept.length > 0) block.keep(kept);
      return kept.length > 0;
    });
    this.size -= removed.length;
    return removed;
  }

  clear(): void {
    this.remove([], Infinity);
    this.#commonParts.clear();
  }

  #put(summary: FlowSummary): void {
    const { own, common } = partsOf(summary);
    const index = this.#blockOf(own.id);
    const block = this.#blocks[index] ?? this.#lastBlock();
    const at = block.lowerBound(own.id);
    const isKnown = at < block.size && block.ids[at] === own.id;
    if (!isKnown && block.isFull) {
      this.#blocks.splice(index + 1, 0, block.split());
      this.#put(summary);
      return;
    }
    if (isKnown) this.#leave(block, at);
    const number = this.#commonParts.enter(common, own.received);
    if (isKnown) block.set(at, own, number);
    else block.insert(at, own, number);
    if (!isKnown) this.size += 1;
    const row = this.#look(block, at);
    for (const observer of this.#observers) observer.entered(row);
  }

  /** Returns the block for an id above all others. */
  #lastBlock(): Block {
    const last = this.#blocks.at(-1);
    if (last !== undefined && !last.isFull) return last;
    const block = new Block();
    this.#blocks.push(block);
    return block;
  }

  #leave(block: Block, at: number): void {
    const row = this.#look(block, at);
    for (const observer of this.#observers) observer.left(row);
    this.#made.delete(block.ids[at]!);
    this.#commonParts.leave(block.commonParts[at]!, block.received[at]!);
  }

  #look(block: Block, at: number): LookedAt {
    return this.#row.look(block, at, this.#commonPartAt(block, at));
  }

  #commonPartAt(block: Block, at: number): CommonPart {
    return this.#commonParts.at(block.commonParts[at]!);
  }

  #indexOf(id: number): { readonly block: Block; readonly at: number } | null {
    const block = this.#blocks[this.#blockOf(id)];
    const at = block?.lowerBound(id) ?? 0;
    return block?.ids[at] === id && at < block.size ? { block, at } : null;
  }

  /** Returns the index of the first block that has an id which is not below `id`. */
  #blockOf(id: number): number {
    let [low, high] = [0, this.#blocks.length];
    if (high > 0 && this.lastId < id) return high;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#blocks[middle]!.lastId < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
