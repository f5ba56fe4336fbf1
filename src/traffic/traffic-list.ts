// The traffic list of the app: captured flows with the user's colors, comments and pins, and imported sessions. A
// restart of the proxy empties the engine's own list, but not this one.
import type { FlowColor } from '../flow/colors.ts';
import type { Flow } from '../flow/flow.ts';
import { EVICTION_BATCH, MAX_FLOWS, type FlowListener, type FlowStore } from '../flow/store.ts';

/** A change of the user's annotation of a flow. Missing keys stay as they are. */
export interface Annotation {
  /** Null for none. */
  readonly color?: FlowColor | null;
  /** Empty for none. */
  readonly comment?: string;
  /** True when the flow is not evicted. */
  readonly pinned?: boolean;
}

/** Most annotated flows that are kept beyond MAX_FLOWS. */
const MAX_ANNOTATED = 1000;
/** Milliseconds for which discarded flows can be brought back. */
const TRASH_MS = 60_000;

export class TrafficList {
  readonly #store: FlowStore;
  readonly #flows = new Map<number, Flow>();
  readonly #imported = new Set<number>();
  /** Number of captured flows above which flows are evicted. */
  #evictAbove = MAX_FLOWS;
  #list: readonly Flow[] | null = null;
  #listeners: readonly FlowListener[] = [];
  /** The flows that were discarded last. */
  #trash: readonly { readonly flow: Flow; readonly isImported: boolean }[] = [];
  #trashTimer: NodeJS.Timeout | undefined;
  readonly #unsubscribe: () => void;

  /** Begins with what the store has. */
  constructor(store: FlowStore) {
    this.#store = store;
    for (const flow of store.list()) this.#insert(flow);
    this.#unsubscribe = store.subscribe((flow, change) => {
      if (change === 'added') this.#add(flow);
      else if (change === 'removed') this.#remove(flow);
      else if (this.#flows.has(flow.id)) this.#notify(flow, change);
    });
  }

  get size(): number {
    return this.#flows.size;
  }

  /** Increases with each change, including those of the engine's list. */
  get revision(): number {
    return this.#store.revision;
  }

  find(id: number): Flow | undefined {
    return this.#flows.get(id);
  }

  /** Returns a snapshot, oldest first. */
  list(): readonly Flow[] {
    return (this.#list ??= [...this.#flows.values()]);
  }

  /** Returns a new id for a flow that is about to be imported. */
  takeId(): number {
    return this.#store.takeId();
  }

  /** Adds imported flows; their ids come from `takeId`. They stay until they are removed. */
  open(flows: readonly Flow[]): void {
    for (const flow of flows) {
      this.#imported.add(flow.id);
      this.#insert(flow);
      this.#changed(flow, 'added');
    }
  }

  annotate(flow: Flow, { color, comment, pinned }: Annotation): void {
    if (color !== undefined) flow.color = color;
    if (comment !== undefined) flow.comment = comment;
    if (pinned !== undefined) flow.pinned = pinned;
    if (this.#flows.has(flow.id)) this.#changed(flow, 'updated');
  }

  /** Removes flows and returns how many of them were in the list. Pending exchanges go on. */
  remove(ids: Iterable<number>): number {
    const flows = [...new Set(ids)].flatMap((id) => this.#flows.get(id) ?? []);
    flows.forEach((flow) => this.#remove(flow));
    return flows.length;
  }

  /** Removes flows like `remove`, but keeps them for a while, so that `restore` can bring them back. */
  discard(ids: Iterable<number>): number {
    this.#emptyTrash();
    const flows = [...new Set(ids)].flatMap((id) => this.#flows.get(id) ?? []);
    this.#trash = flows.map((flow) => ({ flow, isImported: this.#imported.has(flow.id) }));
    // Counted as in a list, so that the bodies stay.
    flows.forEach((flow) => flow.enterList());
    flows.forEach((flow) => this.#remove(flow));
    this.#trashTimer = setTimeout(() => this.#emptyTrash(), TRASH_MS);
    this.#trashTimer.unref();
    return flows.length;
  }

  /** Brings back what was discarded last, and returns how many flows that were. */
  restore(): number {
    const restored = this.#trash.filter(({ flow }) => !this.#flows.has(flow.id));
    for (const { flow, isImported } of restored) {
      if (isImported) this.#imported.add(flow.id);
      this.#insert(flow);
    }
    const inOrder = [...this.#flows.values()].sort((a, b) => a.id - b.id);
    this.#flows.clear();
    for (const flow of inOrder) this.#flows.set(flow.id, flow);
    this.#list = null;
    for (const { flow } of restored) this.#changed(flow, 'added');
    this.#emptyTrash();
    return restored.length;
  }

  /** Empties the list, annotated and imported flows included, and returns how many there were. */
  clear(): number {
    const flows = this.list();
    this.#flows.clear();
    this.#imported.clear();
    this.#list = null;
    flows.forEach((flow) => flow.leaveList());
    const newest = flows.at(-1);
    // One event stands for all: listeners see that the list is empty.
    if (newest !== undefined) this.#changed(newest, 'removed');
    return flows.length;
  }

  /** Calls `listener` at each change. Returns a function that unsubscribes it. */
  subscribe(listener: FlowListener): () => void {
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
    trash.forEach(({ flow }) => flow.leaveList());
  }

  #add(flow: Flow): void {
    this.#insert(flow);
    if (this.#flows.size - this.#imported.size > this.#evictAbove) this.#evict();
    this.#notify(flow, 'added');
  }

  #insert(flow: Flow): void {
    this.#flows.set(flow.id, flow);
    this.#list = null;
    flow.enterList();
  }

  #remove(flow: Flow): void {
    if (!this.#flows.delete(flow.id)) return;
    this.#imported.delete(flow.id);
    this.#list = null;
    flow.leaveList();
    this.#changed(flow, 'removed');
  }

  /** Evicts the oldest flows; annotated ones only when there are more than MAX_ANNOTATED. */
  #evict(): void {
    const captured = this.list().filter(({ id }) => !this.#imported.has(id));
    const retained = new Set(captured.filter(isAnnotated).slice(-MAX_ANNOTATED));
    this.#evictAbove = MAX_FLOWS + retained.size;
    if (captured.length <= this.#evictAbove) return;
    const evicted = captured.filter((flow) => !retained.has(flow)).slice(0, EVICTION_BATCH);
    evicted.forEach((flow) => this.#remove(flow));
  }

  #changed(flow: Flow, change: Parameters<FlowListener>[1]): void {
    this.#store.revision += 1;
    flow.revision = this.#store.revision;
    this.#notify(flow, change);
  }

  #notify(flow: Flow, change: Parameters<FlowListener>[1]): void {
    for (const listener of this.#listeners) listener(flow, change);
  }
}

function isAnnotated({ pinned, color, comment }: Flow): boolean {
  return pinned || color !== null || comment !== '';
}
