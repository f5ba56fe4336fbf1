// The rows of the list, filtered and sorted: ids alone. They are found in slices when the filter or the order changes, and
// kept up when requests change.
import { indexFrom } from '../../../state/id-set.ts';
import type { FlowTable, LookedAt } from '../../../state/flow-table/index.ts';
import { edited, Numbers } from '../../../state/numbers.ts';
import { inSlices } from '../../../state/slices.ts';
import { compareKeys, sortedIndexes, SortKeys, type SortKey } from '../../../state/sorting.ts';

/** The rows as they are at one time. */
export class Rows {
  static readonly none = new Rows(new Float64Array(0), true);
  readonly ids: Float64Array;
  readonly #isAscending: boolean;

  constructor(ids: Float64Array, isAscending: boolean) {
    this.ids = ids;
    this.#isAscending = isAscending;
  }

  get length(): number {
    return this.ids.length;
  }

  /** Returns the index of a request; -1 when it is not shown. */
  indexOf(id: number): number {
    if (!this.#isAscending) return this.ids.indexOf(id);
    const at = indexFrom(this.ids, id);
    return this.ids[at] === id ? at : -1;
  }
}

/** Which rows are shown, and in which order. */
export interface RowQuery {
  /** Null when all are shown. */
  readonly test: ((row: LookedAt) => boolean) | null;
  /** Returns the number of the row's group, which stand one after another; null without groups. */
  readonly group: ((row: LookedAt) => number) | null;
  /** Returns the value by which rows are sorted; null for the order of their ids. */
  readonly read: ((row: LookedAt) => SortKey) | null;
  readonly isDescending: boolean;
  /** The order of ids among rows with equal values. */
  readonly areIdsDescending: boolean;
}

/** Called with the rows; null while those of before are still shown. */
type Publish = (rows: Rows | null, isWorking: boolean) => void;

const EVERYTHING: RowQuery = {
  test: null,
  group: null,
  read: null,
  isDescending: false,
  areIdsDescending: false,
};
/** Rows that are looked at in one step. */
const STEP = 500;
/** Milliseconds after which the first rows are shown while others are looked for, and between those that follow. */
const FIRST_MS = 25;
const NEXT_MS = 150;

export class ShownRows {
  readonly #table: FlowTable;
  readonly #publish: Publish;
  #query = EVERYTHING;
  #ids = new Numbers();
  /** Ids that changed while the rows are looked for; null at other times. */
  #late: Set<number> | null = null;
  #stop: () => void = () => undefined;

  constructor(table: FlowTable, publish: Publish) {
    this.#table = table;
    this.#publish = publish;
  }

  /** Shows other rows, or the same in another order. */
  show(query: RowQuery): void {
    this.#stop();
    this.#query = query;
    this.#late = new Set();
    this.#stop = inSlices(this.#findAll());
    if (this.#isWorking) this.#publish(null, true);
  }

  /** Takes up changes of requests: their ids, ascending; null for all. */
  change(ids: readonly number[] | null): void {
    if (ids === null) this.show(this.#query);
    else if (this.#late !== null) for (const id of ids) this.#late.add(id);
    else {
      this.#update(ids);
      this.#say(false);
    }
  }

  get #isWorking(): boolean {
    return this.#late !== null;
  }

  get #isAscending(): boolean {
    const { read, group, areIdsDescending } = this.#query;
    return read === null && group === null && !areIdsDescending;
  }

  #say(isWorking: boolean, ids = this.#ids): void {
    this.#publish(new Rows(ids.view(), this.#isAscending), isWorking);
  }

  *#findAll(): Generator<void, void, undefined> {
    this.#ids = yield* this.#found();
    const late = this.#late ?? new Set();
    this.#late = null;
    if (late.size > 0) this.#update([...late].sort((a, b) => a - b));
    this.#say(false);
  }

  *#found(): Generator<void, Numbers, undefined> {
    const { test, group, read, isDescending, areIdsDescending } = this.#query;
    if (test === null && this.#isAscending) return Numbers.of(this.#table.ids());
    const ids = new Numbers();
    const keys = new SortKeys();
    const groups = new SortKeys();
    const take = (row: LookedAt): void => {
      if (test !== null && !test(row)) return;
      ids.push(row.id);
      if (read !== null) keys.push(read(row));
      if (group !== null) groups.push(group(row));
    };
    let sayAt = performance.now() + FIRST_MS;
    for (let after: number | null = -1; ;) {
      after = this.#table.visit(after, STEP, take);
      if (after === null) break;
      if (this.#isAscending && ids.length > 0 && performance.now() > sayAt) {
        this.#say(true, ids);
        sayAt = performance.now() + NEXT_MS;
      }
      yield;
    }
    if (this.#isAscending) return ids;
    const unsorted = ids.view();
    if (read === null && group === null) return Numbers.of(unsorted.toReversed());
    const [byGroup, byKey] = [groups.comparison(), keys.comparison()];
    const [sign, idSign] = [isDescending ? -1 : 1, areIdsDescending ? -1 : 1];
    const order = yield* sortedIndexes(
      ids.length,
      (a, b) =>
        (group === null ? 0 : byGroup(a, b)) || (read === null ? 0 : sign * byKey(a, b)) || idSign * (a - b),
    );
    const sorted = new Float64Array(ids.length);
    for (let at = 0; at < sorted.length; at += 1) sorted[at] = unsorted[order[at]!]!;
    return Numbers.of(sorted);
  }

  #update(ids: readonly number[]): void {
    if (this.#isAscending) this.#updateAscending(ids);
    else this.#updateSorted(ids);
  }

  #isShown(row: LookedAt | undefined): row is LookedAt {
    return row !== undefined && (this.#query.test === null || this.#query.test(row));
  }

  #updateAscending(ids: readonly number[]): void {
    const shown = this.#ids.view();
    const last = shown.at(-1) ?? -1;
    const removed: number[] = [];
    const added: number[] = [];
    for (const id of ids) {
      const isShown = this.#isShown(this.#table.look(id));
      if (id > last) {
        if (isShown) this.#ids.push(id);
        continue;
      }
      const at = indexFrom(shown, id);
      const wasShown = shown[at] === id;
      if (wasShown && !isShown) removed.push(at);
      if (isShown && !wasShown) added.push(at, id);
    }
    if (removed.length > 0 || added.length > 0)
      this.#ids = Numbers.of(edited(this.#ids.view(), removed, added));
  }

  #updateSorted(ids: readonly number[]): void {
    const changed = new Set(ids);
    const kept = this.#ids.view().filter((id) => !changed.has(id));
    const entries = ids.flatMap((id) => {
      const row = this.#table.look(id);
      return this.#isShown(row) ? [this.#entry(row)] : [];
    });
    entries.sort((a, b) => this.#compare(a, b));
    this.#ids = Numbers.of(
      edited(
        kept,
        [],
        entries.flatMap((entry) => [this.#placeOf(entry, kept), entry.id]),
      ),
    );
  }

  #placeOf(entry: Entry, rows: Float64Array): number {
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const row = this.#table.look(rows[middle]!);
      if (row !== undefined && this.#compare(this.#entry(row), entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #entry(row: LookedAt): Entry {
    const { group, read } = this.#query;
    return { id: row.id, group: group?.(row) ?? 0, key: read?.(row) };
  }

  #compare(a: Entry, b: Entry): number {
    const { isDescending, areIdsDescending } = this.#query;
    return (
      a.group - b.group ||
      (isDescending ? -1 : 1) * compareKeys(a.key, b.key) ||
      (areIdsDescending ? -1 : 1) * (a.id - b.id)
    );
  }
}

/** A row as far as its place depends on it. */
interface Entry {
  readonly id: number;
  readonly group: number;
  readonly key: SortKey;
}
