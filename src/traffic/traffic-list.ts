// The traffic list of the app: captured flows with the user's colors, comments and pins, and imported sessions. A
// restart of the proxy empties the engine's own list, but not this one.
import type { FlowColor } from '../flow/colors.ts';
import type { Flow } from '../flow/flow.ts';
import {
  changedAfter,
  EVICTION_BATCH,
  MAX_FLOWS,
  type FlowChange,
  type FlowStore,
  type Revised,
} from '../flow/store.ts';
import { ListedFlows, type Entry, type FlowFile, type TakenFlow } from './listed-flows.ts';

/** Called with the id and the revision of a flow that changed. */
export type ListListener = (flow: Revised, change: FlowChange) => void;

/** A change of the user's annotation of a flow. Missing keys stay as they are. */
export interface Annotation {
  /** Null for none. */
  readonly color?: FlowColor | null;
  /** Empty for none. */
  readonly comment?: string;
  /** True when the flow is not evicted. */
  readonly pinned?: boolean;
}

export interface TrafficListOptions {
  /** The session file that has the flows that have ended; none without. */
  readonly file?: FlowFile;
  /** Number of captured flows above which the oldest are evicted, when there is a file. */
  readonly maxListed?: number;
  /** Called with a sentence about flows that are lost. */
  readonly say?: (text: string) => void;
}

/** Most annotated flows that are kept beyond the others. */
const MAX_ANNOTATED = 1000;
/** Flows that wait for the disk in memory, at most. */
const MAX_UNWRITTEN = 5000;
/** Milliseconds for which discarded flows can be brought back. */
const TRASH_MS = 60_000;

export class TrafficList {
  /** The number of flows that the list had no room for since it was empty. */
  dropped = 0;
  readonly #store: FlowStore;
  readonly #flows: ListedFlows;
  readonly #say: (text: string) => void;
  #maxListed: number;
  #imported = 0;
  /** Number of captured flows above which flows are evicted. */
  #evictAbove: number;
  #listeners: readonly ListListener[] = [];
  /** The flows that were discarded last. */
  #trash: readonly TakenFlow[] = [];
  #trashTimer: NodeJS.Timeout | undefined;
  readonly #unsubscribe: () => void;

  /** Begins with what the store has. */
  constructor(
    store: FlowStore,
    { file, maxListed = MAX_FLOWS, say = () => undefined }: TrafficListOptions = {},
  ) {
    this.#store = store;
    this.#say = say;
    this.#maxListed = this.#evictAbove = file === undefined ? MAX_FLOWS : maxListed;
    this.#flows = new ListedFlows(file ?? null, () => this.#sayUnreadable());
    for (const flow of store.list()) this.#flows.write(this.#inserted(flow, false));
    this.#unsubscribe = store.subscribe((flow, change) => {
      if (change === 'added') this.#add(flow);
      else if (change === 'removed') this.#remove([flow.id]);
      else this.#follow(flow, change);
    });
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
    for (const { id } of this.#flows.entries()) return id;
    return undefined;
  }

  find(id: number): Flow | undefined {
    return this.#flows.find(id);
  }

  has(id: number): boolean {
    return this.#flows.entry(id) !== undefined;
  }

  /** Yields the flows that are in the list at the call, oldest first. */
  flows(): AsyncGenerator<Flow, void, undefined> {
    return this.#flows.flows();
  }

  /** Counts the flows whose ids pass a test. */
  count(isAsked: (id: number) => boolean): number {
    let count = 0;
    for (const { id } of this.#flows.entries()) if (isAsked(id)) count += 1;
    return count;
  }

  /** Yields the flows that are in the list at the call and whose ids pass a test, newest first. */
  newestFirst(isAsked: (id: number) => boolean): AsyncGenerator<Flow, void, undefined> {
    return this.#flows.newestFirst(isAsked);
  }

  /** Returns all flows, oldest first. They take memory: `flows` is for those who need one after another. */
  async all(): Promise<Flow[]> {
    const all: Flow[] = [];
    for await (const flow of this.flows()) all.push(flow);
    return all;
  }

  /** Resolves when the session file has all that has ended. */
  async settled(): Promise<void> {
    await this.#flows.file?.settled();
  }

  /** Returns the flows in memory, which are the newest. */
  newest(): readonly Flow[] {
    return this.#flows.inMemory();
  }

  /** Yields the flows that changed after a revision, in the order of their changes. */
  *changedAfter(revision: number): Generator<Flow, void, undefined> {
    for (const { id } of changedAfter(this.#flows.entries(), revision)) {
      const flow = this.#flows.find(id);
      if (flow !== undefined) yield flow;
    }
  }

  /** Returns a new id for a flow that is about to be imported. */
  takeId(): number {
    return this.#store.takeId();
  }

  /** Adds imported flows; their ids come from `takeId`. They stay until they are removed. */
  open(flows: readonly Flow[]): void {
    for (const flow of flows) {
      this.#inserted(flow, true);
      this.#changed(this.#flows.entry(flow.id)!, 'added', flow);
      this.#flows.write(flow);
    }
  }

  annotate(flow: Flow, { color, comment, pinned }: Annotation): void {
    if (color !== undefined) flow.color = color;
    if (comment !== undefined) flow.comment = comment;
    if (pinned !== undefined) flow.pinned = pinned;
    const entry = this.#flows.entry(flow.id);
    if (entry === undefined) return;
    entry.isAnnotated = isAnnotated(flow);
    this.#flows.hold(flow);
    this.#changed(entry, 'updated', flow);
    this.#flows.write(flow);
  }

  /** Notes that the session file has these flows. */
  written(flows: readonly Flow[]): void {
    this.#flows.written(flows);
  }

  /** Sets the number of captured flows above which the oldest are evicted. */
  resize(maxListed: number): void {
    if (this.#flows.file === null) return;
    this.#maxListed = this.#evictAbove = maxListed;
    if (this.#flows.size - this.#imported > maxListed) this.#evict();
  }

  /** Evicts the oldest tenth, since there is no room for it on the disk. */
  shrink(): void {
    this.#evictOldest(Math.ceil((this.#flows.size - this.#imported) / 10));
  }

  /** Removes flows and returns how many of them were in the list. Pending exchanges go on. */
  remove(ids: Iterable<number>): number {
    return this.#remove(ids);
  }

  /** Removes flows like `remove`, but keeps them for a while, so that `restore` can bring them back. */
  discard(ids: Iterable<number>): number {
    this.#emptyTrash();
    this.#trash = this.#take(ids);
    this.#trashTimer = setTimeout(() => this.#emptyTrash(), TRASH_MS);
    this.#trashTimer.unref();
    return this.#trash.length;
  }

  /** Brings back what was discarded last, and returns how many flows that were. */
  restore(): number {
    const restored = this.#trash.filter(({ entry: { id } }) => !this.has(id));
    this.#trash = [];
    this.#emptyTrash();
    this.#flows.putBack(restored);
    for (const { entry, flow } of restored) {
      if (entry.isImported) this.#imported += 1;
      this.#changed(entry, 'added', flow);
    }
    return restored.length;
  }

  /** Empties the list, annotated and imported flows included, and returns how many there were. */
  clear(): number {
    this.#emptyTrash();
    const entries = [...this.#flows.entries()];
    for (const { id } of entries) this.#flows.take(id)?.flow?.leaveList();
    this.#imported = 0;
    this.dropped = 0;
    this.#evictAbove = this.#maxListed;
    const newest = entries.at(-1);
    if (newest === undefined) return 0;
    this.#flows.file?.clear();
    // One event stands for all: listeners see that the list is empty.
    this.#changed(newest, 'removed', null);
    return entries.length;
  }

  /** Calls `listener` at each change. Returns a function that unsubscribes it. */
  subscribe(listener: ListListener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  close(): void {
    this.#unsubscribe();
    this.#emptyTrash();
  }

  #emptyTrash(): void {
    clearTimeout(this.#trashTimer);
    const trash = this.#trash;
    this.#trash = [];
    this.#release(trash, 'remove');
  }

  #add(flow: Flow): void {
    this.#inserted(flow, false);
    if (this.#flows.size - this.#imported > this.#evictAbove) this.#evict();
    else if (this.#flows.memorySize > MAX_FLOWS + MAX_UNWRITTEN) this.#evictUnwritten();
    this.#notify(flow, 'added');
  }

  #inserted(flow: Flow, isImported: boolean): Flow {
    this.#flows.add(flow, isImported);
    if (isImported) this.#imported += 1;
    return flow;
  }

  /** Follows a change that the engine made. */
  #follow(flow: Flow, change: FlowChange): void {
    const entry = this.#flows.entry(flow.id);
    if (entry === undefined) return;
    entry.revision = flow.revision;
    if (flow.finished && this.#flows.file !== null) {
      this.#flows.hold(flow);
      this.#flows.write(flow);
    }
    this.#notify(flow, change);
  }

  #take(ids: Iterable<number>): TakenFlow[] {
    const taken: TakenFlow[] = [];
    for (const id of new Set(ids)) {
      const one = this.#flows.take(id);
      if (one === undefined) continue;
      if (one.entry.isImported) this.#imported -= 1;
      taken.push(one);
      this.#changed(one.entry, 'removed', one.flow);
    }
    return taken;
  }

  #remove(ids: Iterable<number>, kind: 'evict' | 'remove' = 'remove'): number {
    const taken = this.#take(ids);
    this.#release(taken, kind);
    return taken.length;
  }

  /** Releases the memory of flows that were taken out of the list, and their places in the file. */
  #release(taken: readonly TakenFlow[], kind: 'evict' | 'remove'): void {
    if (taken.length === 0) return;
    for (const { flow } of taken) flow?.leaveList();
    this.#flows.file?.remove(
      taken.map(({ entry }) => entry.id),
      kind,
    );
  }

  /** Evicts the oldest flows; annotated ones only when there are more than MAX_ANNOTATED. */
  #evict(): void {
    const isFiled = this.#flows.file !== null;
    this.#evictOldest(isFiled ? Math.ceil(this.#maxListed / 10) : EVICTION_BATCH);
  }

  #evictOldest(count: number): void {
    const captured = [...this.#flows.entries()].filter((entry) => !entry.isImported);
    const retained = new Set(captured.filter((entry) => entry.isAnnotated).slice(-MAX_ANNOTATED));
    this.#evictAbove = this.#maxListed + retained.size;
    if (captured.length <= Math.min(this.#evictAbove, count)) return;
    const others = captured.filter((entry) => !retained.has(entry));
    const evicted = others.slice(0, Math.max(count, captured.length - this.#evictAbove));
    this.dropped += evicted.length;
    this.#remove(
      evicted.map(({ id }) => id),
      'evict',
    );
  }

  /** Evicts the oldest flows that the disk has not taken, since memory is bounded. */
  #evictUnwritten(): void {
    const unwritten = this.newest().filter(
      ({ id, finished }) => finished && this.#flows.entry(id)?.isWritten === false,
    );
    const evicted = unwritten.slice(0, EVICTION_BATCH).map(({ id }) => id);
    if (evicted.length === 0) return;
    this.dropped += evicted.length;
    this.#say(
      `${evicted.length} requests were removed from the traffic list: the disk is slower than the traffic`,
    );
    this.#remove(evicted, 'evict');
  }

  #sayUnreadable(): void {
    this.#say('Requests cannot be read from the session file, and are missing from the traffic list');
  }

  /** `flow`: the one in memory, which has the revision too; null without. */
  #changed(entry: Entry, change: FlowChange, flow: Flow | null): void {
    this.#store.revision += 1;
    entry.revision = this.#store.revision;
    if (flow !== null) flow.revision = entry.revision;
    this.#notify(entry, change);
  }

  #notify(flow: Revised, change: FlowChange): void {
    for (const listener of this.#listeners) listener(flow, change);
  }
}

function isAnnotated({ pinned, color, comment }: Flow): boolean {
  return pinned || color !== null || comment !== '';
}
