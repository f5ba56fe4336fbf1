// The flows that the engine keeps, in order of id: at most 5,000, after which the oldest 1,000 are dropped. Most that
// have finished are records, of which a flow is made for whoever looks. Readers subscribe to changes; nothing is copied
// or queued for them.
import type { CaptureBudget } from './capture-budget.ts';
import type { Client } from './client.ts';
import { Flow, type FlowStart } from './flow.ts';
import { FlowPacker, PackedFlow } from './packed-flows.ts';

export const MAX_FLOWS = 5000;
export const EVICTION_BATCH = 1000;
/** The number of flows that are searched for those of a connection whose app was found. */
const APP_LOOKUP_WINDOW = 500;
/** Finished flows that wait to be packed: whoever is told of their end can look at them for a while. */
const MAX_UNPACKED = 48;
const PACKED_AT_ONCE = 16;

export type FlowChange = 'added' | 'updated' | 'finished' | 'removed';
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
  #flows: (Flow | PackedFlow)[] = [];
  /** Finished flows that are going to be packed. */
  #finished: Flow[] = [];
  #nextId = 1;
  /** Replaced as a whole, so that notifying needs no iterator and no copy. */
  #listeners: readonly FlowListener[] = [];

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
    if (this.#flows.length > MAX_FLOWS) this.#flows.splice(0, EVICTION_BATCH).forEach(this.#drop);
    this.#notify(flow, 'added');
  }

  /** Notifies listeners that `flow` changed. */
  update(flow: Flow): void {
    if (flow.finished) this.#replace(flow);
    if (!flow.unrecorded) this.#notify(flow, 'updated');
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
    this.#drop(listed);
    this.#notify(flow, 'removed');
  }

  find(id: number): Flow | undefined {
    const flow = this.#flows[this.#indexOf(id)];
    return flow?.id === id ? this.#unpacked(flow) : undefined;
  }

  /** Returns the newest flows of one connection, as far back as the identification of its app may take. */
  ofClient(client: Client): Flow[] {
    const matching: Flow[] = [];
    const oldest = Math.max(0, this.#flows.length - APP_LOOKUP_WINDOW);
    for (let at = this.#flows.length - 1; at >= oldest; at -= 1) {
      const flow = this.#flows[at];
      if (flow?.client === client) matching.push(this.#unpacked(flow));
    }
    return matching;
  }

  /** Returns every flow, oldest first. */
  list(): readonly Flow[] {
    return this.#flows.map(this.#unpacked);
  }

  /** Returns the newest flows, oldest first. */
  newest(count: number): readonly Flow[] {
    return this.#flows.slice(-count).map(this.#unpacked);
  }

  /** The lowest id in the list; undefined when it is empty. */
  get oldestId(): number | undefined {
    return this.#flows[0]?.id;
  }

  /** Returns the flows that changed after a revision, in the order of their changes. */
  changedAfter(revision: number): readonly Flow[] {
    return changedAfter(this.#flows, revision).map(this.#unpacked);
  }

  /** Counts the flows whose ids pass a test. */
  count(isAsked: (id: number) => boolean): number {
    return this.#flows.filter(({ id }) => isAsked(id)).length;
  }

  /** Yields the flows whose ids pass a test, newest first. */
  *newestFirst(isAsked: (id: number) => boolean): Generator<Flow, void, undefined> {
    for (const flow of this.#flows.filter(({ id }) => isAsked(id)).reverse()) yield this.#unpacked(flow);
  }

  clear(): void {
    this.#flows.forEach(this.#drop);
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
  }

  /** Lists a flow that changed after it had been packed. */
  #replace(flow: Flow): void {
    const at = this.#indexOf(flow.id);
    const listed = this.#flows[at];
    if (listed?.id !== flow.id || listed === flow) return;
    this.#drop(listed);
    this.#flows[at] = flow;
    flow.enterList();
    this.#packLater(flow);
  }

  readonly #unpacked = (flow: Flow | PackedFlow): Flow =>
    flow instanceof PackedFlow ? this.#packer.unpack(flow) : flow;

  readonly #drop = (flow: Flow | PackedFlow): void => {
    if (flow instanceof PackedFlow) this.#packer.free(flow);
    else flow.leaveList();
  };

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
