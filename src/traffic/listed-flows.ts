// The flows of a traffic list by id: the newest in memory, all that have ended in the session file, where there is one.
// A flow that is only in the file is made again for whoever looks at it.
import { setImmediate as turn } from 'node:timers/promises';
import { Flow } from '../flow/flow.ts';
import { enterList, flowOf, leaveList, type HeldFlow, type PackedFlow } from '../flow/packed-flows.ts';
import { MAX_FLOWS } from '../flow/store.ts';
import { isAnnotated } from './annotation.ts';
import type { ColumnTest, FlowColumns } from '../flow/search/index.ts';
import { EntryTable, MARK, UNKNOWN_STATUS, type ListedRow } from './entry-table.ts';
import { MadeFlows } from './made-flows.ts';
import { MAX_GAPS, PAGE, searchedFlows } from './searched-flows.ts';
import type { TakenFlow } from './trash.ts';
import type { HeldRecords } from './session-file/reader.ts';
import type { SessionFile } from './session-file/session-file.ts';

/** The part of a session file that a list uses. */
export type FlowFile = Pick<
  SessionFile,
  'write' | 'packed' | 'remove' | 'clear' | 'find' | 'from' | 'columns' | 'settled'
>;

/** Those that are read at once for whoever follows changes, and may have enough before. */
const CHANGES = 50;

export class ListedFlows {
  readonly file: FlowFile | null;
  readonly #entries = new EntryTable();
  /** Those in memory, in the order in which they came. */
  readonly #memory = new Map<number, HeldFlow>();
  readonly #made = new MadeFlows();
  readonly #onUnreadable: (error: unknown) => void;

  /** `onUnreadable` is called when a flow cannot be read from the file. */
  constructor(file: FlowFile | null, onUnreadable: (error: unknown) => void) {
    this.file = file;
    this.#onUnreadable = onUnreadable;
  }

  get size(): number {
    return this.#entries.size;
  }

  get memorySize(): number {
    return this.#memory.size;
  }

  /** The entries of all, in the order of ids. */
  get entries(): EntryTable {
    return this.#entries;
  }

  /** Returns the flows in memory, oldest first. */
  inMemory(): readonly HeldFlow[] {
    return [...this.#memory.values()].sort((a, b) => a.id - b.id);
  }

  /** Returns the ids of those in memory that have ended and that the file does not have as they are, oldest first. */
  unwritten(): readonly number[] {
    return this.inMemory()
      .filter((held) => !(held instanceof Flow) || held.finished)
      .map(({ id }) => id)
      .filter((id) => !this.#entries.isMarked(id, MARK.written));
  }

  add(flow: Flow, isImported: boolean): void {
    const marks = (isImported ? MARK.imported : 0) | (isAnnotated(flow) ? MARK.annotated : 0);
    this.#entries.add(flow.id, flow.revision, marks);
    this.hold(flow);
  }

  /** Lists a flow that the file has. */
  list({ id, status }: ListedRow): void {
    this.#entries.add(id, 0, MARK.imported | MARK.written, status);
  }

  /** Keeps the flow in memory until the file has it as it is now. */
  hold(flow: Flow): void {
    this.#setHeld(flow);
  }

  /** Keeps a flow as a record, if it has not changed since. */
  packed(packed: PackedFlow): void {
    const { id, revision } = packed;
    if (this.#entries.revisionOf(id) !== revision || !this.#memory.has(id)) return;
    this.#setHeld(packed);
    this.file?.packed(packed);
  }

  /** Writes a flow that has ended to the file. */
  write(flow: Flow): void {
    if (this.file === null || !flow.finished || !this.#entries.has(flow.id)) return;
    this.#entries.mark(flow.id, MARK.written, false);
    this.#entries.setStatus(flow.id, flow.state === 'completed' ? flow.status : UNKNOWN_STATUS);
    this.file.write(flow);
  }

  /** Writes all that is in memory again, since the file lost everything; returns the ids of what it alone had. */
  rewrite(): readonly number[] {
    for (const held of this.inMemory()) {
      if (held instanceof Flow && !held.finished) continue;
      this.#entries.mark(held.id, MARK.written, false);
      this.file?.write(held);
    }
    return [...this.#entries.ids()].filter((id) => !this.#memory.has(id));
  }

  /** Notes that the file has these flows, and drops the oldest of them from memory where there are many. */
  written(ids: readonly number[]): void {
    for (const id of ids) this.#entries.mark(id, MARK.written, true);
    for (const [id, held] of this.#memory) {
      if (this.#memory.size <= MAX_FLOWS) return;
      if (!this.#entries.isMarked(id, MARK.written)) continue;
      this.#memory.delete(id);
      leaveList(held);
    }
  }

  /** Takes a flow out of the list. Its memory and its place in the file stay until it is released. */
  take(id: number): TakenFlow | undefined {
    const entry = this.#entries.remove(id);
    if (entry === undefined) return undefined;
    const held = this.#memory.get(id) ?? null;
    this.#memory.delete(id);
    return { entry, held };
  }

  /** Releases the memory of flows that were taken, and their places in the file. */
  release(taken: readonly TakenFlow[], kind: 'evict' | 'remove'): void {
    if (taken.length === 0) return;
    for (const { held } of taken) if (held !== null) leaveList(held);
    this.file?.remove(
      taken.map(({ entry }) => entry.id),
      kind,
    );
  }

  /** Removes all, also in the file. */
  empty(): void {
    for (const id of this.#entries.ids()) {
      const held = this.take(id)?.held;
      if (held !== undefined && held !== null) leaveList(held);
    }
    this.file?.clear();
  }

  /** Puts flows back in their places. */
  putBack(taken: readonly TakenFlow[]): void {
    for (const { entry, held } of taken) {
      this.#entries.add(entry.id, 0, entry.marks, entry.status);
      if (held !== null) this.#memory.set(entry.id, held);
    }
  }

  find(id: number): Flow | undefined {
    return this.#entries.has(id) ? (this.#inMemory(id) ?? this.#read(id)) : undefined;
  }

  /** Returns the flows of these ascending ids, oldest first. */
  ofIds(ids: Float64Array): SelectedFlows {
    return { size: ids.length, [Symbol.asyncIterator]: () => this.#oldestFirst(ids) };
  }

  /** Lets other work go on in between. */
  async *#oldestFirst(ids: Float64Array): AsyncGenerator<Flow, void, undefined> {
    for (let at = 0; at < ids.length; at += PAGE) {
      yield* this.#page(ids.subarray(at, at + PAGE));
      await turn();
    }
  }

  /** Yields the flows whose ids pass a test, newest first; of those that `test` decides, the ids that match. */
  searched(
    isAsked: (id: number) => boolean,
    test: ColumnTest | null,
  ): AsyncGenerator<Flow | number, void, undefined> {
    const source = {
      entries: this.#entries,
      isInMemory: (id: number) => this.#memory.has(id),
      columns: (first: number, last: number) => this.#columns(first, last),
      read: (ids: readonly number[], held: HeldRecords) => this.#page(ids, { areKept: false, held }),
    };
    return searchedFlows(source, isAsked, test);
  }

  /** Yields what changed after a revision, in the order of the changes, for a look: nobody keeps or changes it. */
  *changedAfter(revision: number): Generator<Flow, void, undefined> {
    let ids: number[] = [];
    for (const id of this.#entries.changedAfter(revision)) {
      if (ids.push(id) < CHANGES) continue;
      yield* this.#inOrder(ids);
      ids = [];
    }
    yield* this.#inOrder(ids);
  }

  #inOrder(ids: readonly number[]): readonly Flow[] {
    const ascending = ids.toSorted((a, b) => a - b);
    const page = this.#page(ascending, { areKept: false });
    const flows = new Map(page.map((flow) => [flow.id, flow]));
    return ids.flatMap((id) => flows.get(id) ?? []);
  }

  /** Returns the flows of these ascending ids, those left out that are gone. */
  #page(ids: Iterable<number>, { areKept = true, held }: PageOptions = {}): Flow[] {
    const there = [...ids].filter((id) => this.#entries.has(id));
    const inMemory = new Map(there.map((id) => [id, this.#inMemory(id)]));
    const unread = there.filter((id) => inMemory.get(id) === undefined);
    const read = new Map(this.#readFrom(unread, held).map((flow) => [flow.id, flow]));
    return there.flatMap((id) => inMemory.get(id) ?? this.#fromFile(read.get(id), areKept) ?? []);
  }

  #columns(first: number, last: number): readonly FlowColumns[] {
    try {
      return this.file?.columns(first, last) ?? [];
    } catch (error) {
      this.#onUnreadable(error);
      return [];
    }
  }

  #setHeld(held: HeldFlow): void {
    const before = this.#memory.get(held.id);
    if (before === held) return;
    enterList(held);
    this.#memory.set(held.id, held);
    if (before !== undefined) leaveList(before);
  }

  #inMemory(id: number): Flow | undefined {
    const held = this.#memory.get(id);
    return held === undefined ? this.#made.get(id) : flowOf(held);
  }

  #read(id: number): Flow | undefined {
    try {
      return this.#fromFile(this.file?.find(id));
    } catch (error) {
      this.#onUnreadable(error);
      return undefined;
    }
  }

  /** Reads the flows of these ascending ids. */
  #readFrom(ids: readonly number[], held?: HeldRecords): readonly Flow[] {
    const [first] = ids;
    const last = ids.at(-1);
    const { file } = this;
    if (first === undefined || last === undefined || file === null) return [];
    try {
      // Those between the first and the last are read with them, if they are few.
      return last - first <= MAX_GAPS * ids.length
        ? file.from(first, last, held)
        : ids.flatMap((id) => file.find(id) ?? []);
    } catch (error) {
      this.#onUnreadable(error);
      return [];
    }
  }

  #fromFile(flow: Flow | undefined, isKept = true): Flow | undefined {
    if (flow === undefined) return undefined;
    flow.revision = this.#entries.revisionOf(flow.id) ?? 0;
    if (isKept) this.#made.add(flow);
    return flow;
  }
}

interface PageOptions {
  /** False where nobody has them for long. */
  readonly areKept?: boolean;
  /** Gets the records that are read. */
  readonly held?: HeldRecords | undefined;
}

/** Some flows of a list, which are read as they are gone through, each time. */
export interface SelectedFlows {
  /** The number of them, those included that are removed until then. */
  readonly size: number;
  [Symbol.asyncIterator](): AsyncGenerator<Flow, void, undefined>;
}
