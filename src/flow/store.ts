// The flows that the engine keeps, in order of id: at most 5,000, after which the oldest 1,000 are dropped. Readers
// subscribe to changes; nothing is copied or queued for them.
import type { CaptureBudget } from './capture-budget.ts';
import type { Client } from './client.ts';
import { Flow, type FlowStart } from './flow.ts';

export const MAX_FLOWS = 5000;
export const EVICTION_BATCH = 1000;
/** The number of flows that are searched for those of a connection whose app was found. */
const APP_LOOKUP_WINDOW = 500;

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
  #flows: Flow[] = [];
  #nextId = 1;
  /** Replaced as a whole, so that notifying needs no iterator and no copy. */
  #listeners: readonly FlowListener[] = [];

  constructor(captures: CaptureBudget) {
    this.captures = captures;
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
    if (this.#flows.length > MAX_FLOWS) this.#flows.splice(0, EVICTION_BATCH).forEach(leaveList);
    this.#notify(flow, 'added');
  }

  /** Notifies listeners that `flow` changed while in progress. */
  update(flow: Flow): void {
    if (!flow.unrecorded) this.#notify(flow, 'updated');
  }

  /** Notifies listeners that `flow` has ended. */
  finish(flow: Flow): void {
    if (!flow.unrecorded) this.#notify(flow, 'finished');
    flow.releaseIfUnlisted();
  }

  /** Removes a flow that turned out not to be recorded. */
  remove(flow: Flow): void {
    const at = this.#indexOf(flow.id);
    if (this.#flows[at]?.id !== flow.id) return;
    this.#flows.splice(at, 1);
    leaveList(flow);
    this.#notify(flow, 'removed');
  }

  find(id: number): Flow | undefined {
    const flow = this.#flows[this.#indexOf(id)];
    return flow?.id === id ? flow : undefined;
  }

  /** Returns the newest flows of one connection, as far back as the identification of its app may take. */
  ofClient(client: Client): Flow[] {
    const matching: Flow[] = [];
    const oldest = Math.max(0, this.#flows.length - APP_LOOKUP_WINDOW);
    for (let at = this.#flows.length - 1; at >= oldest; at -= 1) {
      const flow = this.#flows[at];
      if (flow?.client === client) matching.push(flow);
    }
    return matching;
  }

  /** Returns every flow, oldest first. The list is live: read it, do not keep it. */
  list(): readonly Flow[] {
    return this.#flows;
  }

  /** The lowest id in the list; undefined when it is empty. */
  get oldestId(): number | undefined {
    return this.#flows[0]?.id;
  }

  /** Returns the flows that changed after a revision, in the order of their changes. */
  changedAfter(revision: number): readonly Flow[] {
    return changedAfter(this.#flows, revision);
  }

  /** Counts the flows whose ids pass a test. */
  count(isAsked: (id: number) => boolean): number {
    return this.#flows.filter(({ id }) => isAsked(id)).length;
  }

  /** Returns the flows whose ids pass a test, newest first. */
  newestFirst(isAsked: (id: number) => boolean): readonly Flow[] {
    return this.#flows.filter(({ id }) => isAsked(id)).reverse();
  }

  clear(): void {
    this.#flows.forEach(leaveList);
    this.#flows = [];
  }

  /** Calls `listener` at every change until the function returned is called. */
  subscribe(listener: FlowListener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  #notify(flow: Flow, change: FlowChange): void {
    flow.revision = ++this.revision;
    for (const listener of this.#listeners) listener(flow, change);
  }

  /**
   * Returns the index of the first flow whose id is not below `id`: ids rise, so a binary search finds it.
   */
  #indexOf(id: number): number {
    let low = 0;
    let high = this.#flows.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#flows[middle]?.id ?? id) < id) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function leaveList(flow: Flow): void {
  flow.leaveList();
}
