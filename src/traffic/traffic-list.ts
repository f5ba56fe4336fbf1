// The traffic list of the app: captured flows with the user's colors, comments and pins, and imported sessions. A
// restart of the proxy empties the engine's own list, but not this one.
import { annotateFlow, isAnnotated, type Annotation } from './annotation.ts';
import { DiskNotices } from './disk-notices.ts';
import { MARK, type ListedRow, type RangeStamp } from './entry-table.ts';
import { ListLimit } from './eviction.ts';
import type { Flow } from '../flow/flow.ts';
import type { ColumnTest } from '../flow/search/index.ts';
import { flowOf, type HeldFlow } from '../flow/packed-flows.ts';
import { EVICTION_BATCH, MAX_FLOWS, type FlowChange, type FlowStore } from '../flow/store.ts';
import { ListedFlows, type FlowFile, type SelectedFlows } from './listed-flows.ts';
import { ListChanges, type ListListener } from './list-changes.ts';
import { Trash, type TakenFlow } from './trash.ts';

export interface TrafficListOptions {
  /** The session file that has the flows that have ended; none without. */
  readonly file?: FlowFile;
  /** Number of captured flows above which the oldest are evicted, when there is a file. */
  readonly maxListed?: number;
  /** Called with a sentence about flows that are lost. */
  readonly say?: (text: string) => void;
}

/** Flows that wait for the disk in memory, at most. */
const MAX_UNWRITTEN = 5000;

export class TrafficList {
  /** The number of flows that the list had no room for since it was empty. */
  dropped = 0;
  readonly #store: FlowStore;
  readonly #flows: ListedFlows;
  readonly #notices: DiskNotices;
  readonly #limit: ListLimit;
  readonly #changes: ListChanges;
  readonly #trash = new Trash((flows) => this.#flows.release(flows, 'remove'));
  readonly #unsubscribe: readonly (() => void)[];

  /** Begins with what the store has. */
  constructor(
    store: FlowStore,
    { file, maxListed = MAX_FLOWS, say = () => undefined }: TrafficListOptions = {},
  ) {
    this.#store = store;
    this.#changes = new ListChanges();
    this.#notices = new DiskNotices(say);
    this.#flows = new ListedFlows(file ?? null, () => this.#notices.unreadable());
    this.#limit = new ListLimit(this.#flows.entries, file === undefined ? null : maxListed);
    for (const flow of store.list()) this.#flows.write(this.#inserted(flow, false));
    this.#unsubscribe = [
      store.subscribe((flow, change) => {
        if (change === 'added') this.#add(flow);
        else if (change === 'removed') this.#remove([flow.id]);
        else this.#follow(flow, change);
      }),
      store.subscribePacked((packed) => this.#flows.packed(packed)),
    ];
  }

  get size(): number {
    return this.#flows.size;
  }

  /** Increases with each change, including those of the engine's list. */
  get revision(): number {
    return this.#store.revision;
  }

  /** The lowest id in the list; undefined when it is empty. */
  get oldestId(): number | undefined {
    return this.#flows.entries.oldestId;
  }

  find(id: number): Flow | undefined {
    return this.#flows.find(id);
  }

  has(id: number): boolean {
    return this.#flows.entries.has(id);
  }

  /** Returns the flows that are in the list at the call and whose ids pass a test, oldest first. */
  selected(isAsked: (id: number) => boolean = () => true): SelectedFlows {
    return this.#flows.ofIds(this.#flows.entries.ids().filter(isAsked));
  }

  /** Returns the flows that are in the list at the call, with ids from `first` on and below `end`, oldest first. */
  between(first: number, end: number): SelectedFlows {
    return this.#flows.ofIds(this.#flows.entries.idsBetween(first, end));
  }

  /** Returns what tells whether anything changed, for each range of `span` ids that has flows, by its number. */
  stamps(span: number): ReadonlyMap<number, RangeStamp> {
    return this.#flows.entries.stamps(span);
  }

  /** Returns the ids that pass a test, ascending. */
  ids(isAsked: (id: number) => boolean): Float64Array {
    return this.#flows.entries.ids().filter(isAsked);
  }

  /** Counts the flows whose ids pass a test. */
  count(isAsked: (id: number) => boolean): number {
    return this.#flows.entries.count(isAsked);
  }

  /** Yields all flows, newest first. */
  async *newestFirst(): AsyncGenerator<Flow, void, undefined> {
    for await (const each of this.searched(() => true, null)) if (typeof each !== 'number') yield each;
  }

  /** Yields those whose ids pass a test; of those that `test` decides without reading them, the ids that match. */
  searched(isAsked: (id: number) => boolean, test: ColumnTest | null): AsyncIterable<Flow | number> {
    return this.#flows.searched(isAsked, test);
  }

  /** Resolves with true when the session file has all that has ended; false when it cannot be written for now. */
  async settled(): Promise<boolean> {
    return (await this.#flows.file?.settled()) ?? true;
  }

  /** Returns the flows in memory, which are the newest. */
  newest(): readonly Flow[] {
    return this.#flows.inMemory().map(flowOf);
  }

  /** Yields the flows that changed after a revision, in the order of their changes. */
  changedAfter(revision: number): Generator<Flow, void, undefined> {
    return this.#flows.changedAfter(revision);
  }

  /** Returns a new id for a flow that is about to be imported. */
  takeId(): number {
    return this.#store.takeId();
  }

  /** Adds imported flows; their ids come from `takeId`. They stay until they are removed. */
  open(flows: readonly Flow[]): void {
    for (const flow of flows) {
      this.#inserted(flow, true);
      this.#note(flow.id, 'added', flow);
      this.#flows.write(flow);
    }
  }

  /** Lists flows that the session file has already; their ids are no others'. */
  list(rows: readonly ListedRow[]): void {
    for (const row of rows) {
      this.#flows.list(row);
      this.#limit.imported += 1;
      this.#note(row.id, 'added', null);
    }
  }

  annotate(flow: Flow, change: Annotation): void {
    annotateFlow(flow, change);
    if (!this.has(flow.id)) return;
    this.#flows.entries.mark(flow.id, MARK.annotated, isAnnotated(flow));
    this.#flows.hold(flow);
    this.#store.replace(flow);
    this.#note(flow.id, 'updated', flow);
    this.#flows.write(flow);
  }

  /** Notes that the session file has the flows with these ids as they are. */
  written(ids: readonly number[]): void {
    this.#flows.written(ids);
    if (this.#flows.memorySize <= MAX_FLOWS) this.#notices.keepsUp();
  }

  /**
   * Writes what is in memory to the session file again, which lost everything. Flows with ids up to `elsewhere` lie in
   * another file.
   */
  rewrite(elsewhere = 0): void {
    const lost = this.#flows.rewrite().filter((id) => id > elsewhere);
    if (lost.length === 0) return;
    this.#drop(lost);
    this.#notices.lost(lost.length);
  }

  /** Sets the number of captured flows above which the oldest are evicted. */
  resize(maxListed: number): void {
    if (this.#flows.file === null) return;
    this.#limit.max = maxListed;
    if (this.#limit.isExceeded) this.#drop(this.#limit.excess());
  }

  /** Evicts the oldest tenth, since there is no room for it on the disk. */
  shrink(): void {
    this.#drop(this.#limit.oldestTenth());
  }

  /** Removes flows and returns how many of them were in the list. Pending exchanges go on. */
  remove(ids: Iterable<number>): number {
    return this.#remove(ids);
  }

  /** Removes flows like `remove`, but keeps them for a while, so that `restore` can bring them back. */
  discard(ids: Float64Array): Promise<number> {
    return this.#trash.fill(ids, (some) => this.#take(some));
  }

  /** Brings back what was discarded last, and returns how many flows that were. */
  restore(): number {
    const restored = this.#trash.take();
    this.#flows.putBack(restored);
    for (const { entry, held } of restored) {
      if ((entry.marks & MARK.imported) !== 0) this.#limit.imported += 1;
      this.#note(entry.id, 'added', held);
    }
    return restored.length;
  }

  /** Empties the list, annotated and imported flows included, and returns how many there were. */
  clear(): number {
    this.#trash.empty();
    const ids = this.#flows.entries.ids();
    this.#limit.reset();
    this.dropped = 0;
    const newest = ids.at(-1);
    if (newest === undefined) return 0;
    this.#flows.empty();
    // One event stands for all: listeners see that the list is empty.
    this.#note(newest, 'removed', null);
    return ids.length;
  }

  /** Calls `listener` at each change. Returns a function that unsubscribes it. */
  subscribe(listener: ListListener): () => void {
    return this.#changes.subscribe(listener);
  }

  close(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#trash.empty();
  }

  #add(flow: Flow): void {
    this.#inserted(flow, false);
    if (this.#limit.isExceeded) this.#drop(this.#limit.excess());
    else if (this.#flows.memorySize > MAX_FLOWS + MAX_UNWRITTEN) this.#evictUnwritten();
    this.#changes.notify(flow, 'added');
  }

  #inserted(flow: Flow, isImported: boolean): Flow {
    this.#flows.add(flow, isImported);
    if (isImported) this.#limit.imported += 1;
    return flow;
  }

  /** Gives a flow a new revision. `held`: what is in memory of it, which has it too; null without. */
  #note(id: number, change: FlowChange, held: HeldFlow | null): void {
    const revision = (this.#store.revision += 1);
    this.#flows.entries.setRevision(id, revision);
    if (held !== null) held.revision = revision;
    this.#changes.notify({ id, revision }, change);
  }

  /** Follows a change that the engine made. */
  #follow(flow: Flow, change: FlowChange): void {
    if (!this.has(flow.id)) return;
    this.#flows.entries.setRevision(flow.id, flow.revision);
    if (flow.finished && this.#flows.file !== null) {
      this.#flows.hold(flow);
      this.#flows.write(flow);
    }
    this.#changes.notify(flow, change);
  }

  #take(ids: Iterable<number>): TakenFlow[] {
    const taken: TakenFlow[] = [];
    for (const id of new Set(ids)) {
      const one = this.#flows.take(id);
      if (one === undefined) continue;
      if ((one.entry.marks & MARK.imported) !== 0) this.#limit.imported -= 1;
      taken.push(one);
      this.#note(id, 'removed', one.held);
    }
    return taken;
  }

  #remove(ids: Iterable<number>, kind: 'evict' | 'remove' = 'remove'): number {
    const taken = this.#take(ids);
    this.#flows.release(taken, kind);
    return taken.length;
  }

  #drop(ids: readonly number[]): void {
    this.dropped += ids.length;
    this.#remove(ids, 'evict');
  }

  /** Evicts the oldest flows that the disk has not taken, since memory is bounded. */
  #evictUnwritten(): void {
    const evicted = this.#flows.unwritten().slice(0, EVICTION_BATCH);
    if (evicted.length === 0) return;
    this.#notices.unwritten(evicted.length);
    this.#drop(evicted);
  }
}
