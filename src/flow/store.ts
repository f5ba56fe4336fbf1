// The flows that the engine keeps, in order of id: at most 5,000, after which the oldest 1,000 are dropped. Most that
// have finished are records, of which a flow is made for whoever looks. Readers subscribe to changes; nothing is copied
// or queued for them.
import type { CaptureBudget } from './capture-budget.ts';
import type { Client } from './client.ts';
import { Flow, type FlowStart } from './flow.ts';
import { enterList, FlowPacker, flowOf, leaveList, type HeldFlow, type PackedFlow } from './packed-flows.ts';

export const MAX_FLOWS = 5000;
export const EVICTION_BATCH = 1000;
/** The number of flows that are searched for those of a connection whose app was found. */
const APP_LOOKUP_WINDOW = 500;
/** Finished flows that wait to be packed: whoever is told of their end can look at them for a while. */
const MAX_UNPACKED = 48;
const PACKED_AT_ONCE = 16;

export type FlowChange = 'added' | 'updated' | 'finished' | 'removed';
/** Called when a finished flow became a record, which the listener may hold instead. */
type PackedListener = (packed: PackedFlow) => void;
export type FlowListener = (flow: Flow, change: FlowChange) => void;

/** The id and the revision of a flow in a list. */
export type Revised = Pick<Flow, 'id' | 'revision'>;

/** Returns those that changed after a revision, in the order of their changes. */
export function changedAfter<Each extends Revised>(list: Iterable<Each>, revision: number): readonly Each[] {
  const changed: Each[] = [];
  for (const each of list) if (each.revision > revision) changed.push(each);
  return changed.sort((a, b) => a.revision - b.revision);
}

export class FlowStore {
  /** True to remember new flows; forwarding does not depend on it. */
  recording = true;
  /** Incremented with every change of any flow. */
  revision = 0;
  readonly captures: CaptureBudget;
  readonly #packer: FlowPacker;
  #flows: HeldFlow[] = [];
  /** Finished flows that are going to be packed. */
  #finished: Flow[] = [];
  #nextId = 1;
  /** Replaced as a whole, so that notifying needs no iterator and no copy. */
  #listeners: readonly FlowListener[] = [];
  #packedListeners: readonly PackedListener[] = [];

  constructor(captures: CaptureBudget) {
    this.captures = captures;
    this.#packer = new FlowPacker(captures);
  }

  get size(): number {
    return this.#flows.length;
  }

  /** Returns an id that was never used before. */
  takeId(): number {
    return this.#nextId++;
  }

  /** Leaves out all ids up to `id`, which flows from elsewhere have. */
  skipIds(id: number): void {
    this.#nextId = Math.max(this.#nextId, id + 1);
  }

  /** Creates the flow of an exchange that starts now, with an id of its own. `add` remembers it. */
  create(start: Omit<FlowStart, 'id' | 'startedAt'>): Flow {
    const { client, method, target, request, decrypted } = start;
    const flow = new Flow({
      id: this.takeId(),
      client,
      method,
      target,
      request,
      decrypted,
      startedAt: Date.now(),
    });
    flow.timestamps.start = performance.now();
    return flow;
  }

  /** Adds `flow`; with `always` even while recording is off, or where a tool would keep it out. */
  add(flow: Flow, always = false): void {
    if (always) flow.unrecorded = false;
    if (flow.unrecorded || (!this.recording && !always)) return;
    this.#flows.push(flow);
    flow.enterList();
    if (this.#flows.length > MAX_FLOWS) this.#flows.splice(0, EVICTION_BATCH).forEach(leaveList);
    this.#notify(flow, 'added');
  }

  /** Notifies listeners that `flow` changed. */
  update(flow: Flow): void {
    if (flow.finished) this.replace(flow);
    if (!flow.unrecorded) this.#notify(flow, 'updated');
  }

  /** Puts a flow that changed after it had been packed in the place of its record. */
  replace(flow: Flow): void {
    const at = this.#indexOf(flow.id);
    const listed = this.#flows[at];
    if (listed?.id !== flow.id || listed === flow) return;
    leaveList(listed);
    this.#flows[at] = flow;
    enterList(flow);
    this.#packLater(flow);
  }

  /** Notifies listeners that `flow` has ended. */
  finish(flow: Flow): void {
    if (!flow.unrecorded) this.#notify(flow, 'finished');
    flow.releaseIfUnlisted();
    this.#packLater(flow);
  }

  /** Removes a flow that turned out not to be recorded. */
  remove(flow: Flow): void {
    const at = this.#indexOf(flow.id);
    const listed = this.#flows[at];
    if (listed?.id !== flow.id) return;
    this.#flows.splice(at, 1);
    leaveList(listed);
    this.#notify(flow, 'removed');
  }

  find(id: number): Flow | undefined {
    const flow = this.#flows[this.#indexOf(id)];
    return flow?.id === id ? flowOf(flow) : undefined;
  }

  /** Returns the newest flows of one connection, as far back as the identification of its app may take. */
  ofClient(client: Client): Flow[] {
    const matching: Flow[] = [];
    const oldest = Math.max(0, this.#flows.length - APP_LOOKUP_WINDOW);
    for (let at = this.#flows.length - 1; at >= oldest; at -= 1) {
      const flow = this.#flows[at];
      if (flow?.client === client) matching.push(flowOf(flow));
    }
    return matching;
  }

  /** Returns every flow, oldest first. */
  list(): readonly Flow[] {
    return this.#flows.map(flowOf);
  }

  /** Returns the newest flows, oldest first. */
  newest(count: number): readonly Flow[] {
    return this.#flows.slice(-count).map(flowOf);
  }

  /** The lowest id in the list; undefined when it is empty. */
  get oldestId(): number | undefined {
    return this.#flows[0]?.id;
  }

  /** Returns the flows that changed after a revision, in the order of their changes. */
  changedAfter(revision: number): readonly Flow[] {
    return changedAfter(this.#flows, revision).map(flowOf);
  }

  has(id: number): boolean {
    return this.find(id) !== undefined;
  }

  /** Counts the flows whose ids pass a test. */
  count(isAsked: (id: number) => boolean): number {
    return this.#flows.filter(({ id }) => isAsked(id)).length;
  }

  /** Yields the flows whose ids pass a test, newest first. */
  *searched(isAsked: (id: number) => boolean): Generator<Flow, void, undefined> {
    const ids = this.#flows.map(({ id }) => id).filter(isAsked);
    for (const id of ids.reverse()) {
      const flow = this.find(id);
      if (flow !== undefined) yield flow;
    }
  }

  clear(): void {
    this.#flows.forEach(leaveList);
    this.#flows = [];
    this.#finished = [];
  }

  /** Calls `listener` at every change until the function returned is called. */
  subscribe(listener: FlowListener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /** Calls `listener` with each flow that becomes a record until the function returned is called. */
  subscribePacked(listener: PackedListener): () => void {
    this.#packedListeners = [...this.#packedListeners, listener];
    return () => {
      this.#packedListeners = this.#packedListeners.filter((other) => other !== listener);
    };
  }

  #packLater(flow: Flow): void {
    if (this.#finished.push(flow) < MAX_UNPACKED) return;
    for (const finished of this.#finished.splice(0, PACKED_AT_ONCE)) this.#pack(finished);
  }

  #pack(flow: Flow): void {
    const at = this.#indexOf(flow.id);
    if (this.#flows[at] !== flow) return;
    const packed = this.#packer.pack(flow);
    if (packed === null) return;
    this.#flows[at] = packed;
    flow.leaveList();
    for (const listener of this.#packedListeners) listener(packed);
  }

  #notify(flow: Flow, change: FlowChange): void {
    flow.revision = ++this.revision;
    for (const listener of this.#listeners) listener(flow, change);
  }

  /**
   * Returns the index of the first flow whose id is not below `id`. Ids rise, and the newest are asked for most: the
   * search steps back from the end, and halves the last step.
   */
  #indexOf(id: number): number {
    let step = 1;
    let high = this.#flows.length;
    let low = high - step;
    while (low > 0 && this.#idAt(low) >= id) {
      high = low;
      step *= 2;
      low = high - step;
    }
    low = Math.max(0, low);
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#idAt(middle) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #idAt(index: number): number {
    return this.#flows[index]?.id ?? Infinity;
  }
}
