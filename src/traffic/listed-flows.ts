// The flows of a traffic list by id: the newest in memory, all that have ended in the session file, where there is one.
// A flow that is only in the file is made again for whoever looks at it.
import { setImmediate as turn } from 'node:timers/promises';
import type { Flow } from '../flow/flow.ts';
import { MAX_FLOWS } from '../flow/store.ts';
import { isAnnotated } from './annotation.ts';
import type { SessionFile } from './session-file/session-file.ts';

/** The part of a session file that a list uses. */
export type FlowFile = Pick<SessionFile, 'write' | 'remove' | 'clear' | 'find' | 'from' | 'settled'>;

export interface Entry {
  readonly id: number;
  /** True for a flow that was opened from a file of the user's. */
  readonly isImported: boolean;
  /** The revision of the flow's last change. */
  revision: number;
  /** True when the session file has the flow as it is. */
  isWritten: boolean;
  /** True when it has a color, a comment or a pin. */
  isAnnotated: boolean;
  /** A flow that was made again, as long as somebody holds it. */
  made: WeakRef<Flow> | null;
}

/** The flows that are read from the file at once, and after which other work may go on. */
const PAGE = 200;

export class ListedFlows {
  readonly file: FlowFile | null;
  /** In the order of ids. */
  #entries = new Map<number, Entry>();
  /** Those in memory, in the order in which they came. */
  readonly #memory = new Map<number, Flow>();
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

  /** In the order of ids; live. */
  entries(): IterableIterator<Entry> {
    return this.#entries.values();
  }

  entry(id: number): Entry | undefined {
    return this.#entries.get(id);
  }

  /** Returns the flows in memory, oldest first. */
  inMemory(): readonly Flow[] {
    return [...this.#memory.values()].sort((a, b) => a.id - b.id);
  }

  add(flow: Flow, isImported: boolean): Entry {
    const entry: Entry = {
      id: flow.id,
      isImported,
      revision: flow.revision,
      isWritten: false,
      isAnnotated: isAnnotated(flow),
      made: null,
    };
    this.#entries.set(flow.id, entry);
    this.hold(flow);
    return entry;
  }

  /** Keeps the flow in memory until the file has it as it is now. */
  hold(flow: Flow): void {
    if (this.#memory.get(flow.id) === flow) return;
    this.#memory.set(flow.id, flow);
    flow.enterList();
  }

  /** Writes a flow that has ended to the file. */
  write(flow: Flow): void {
    const entry = this.#entries.get(flow.id);
    if (this.file === null || entry === undefined || !flow.finished) return;
    entry.isWritten = false;
    this.file.write(flow);
  }

  /** Notes that the file has these flows, and drops the oldest of them from memory where there are many. */
  written(flows: readonly Flow[]): void {
    for (const { id } of flows) {
      const entry = this.#entries.get(id);
      if (entry !== undefined) entry.isWritten = true;
    }
    for (const [id, flow] of this.#memory) {
      if (this.#memory.size <= MAX_FLOWS) return;
      const entry = this.#entries.get(id);
      if (entry?.isWritten !== true) continue;
      entry.made = new WeakRef(flow);
      this.#memory.delete(id);
      flow.leaveList();
    }
  }

  /** Takes a flow out of the list. Its memory and its place in the file stay until it is released. */
  take(id: number): TakenFlow | undefined {
    const entry = this.#entries.get(id);
    if (entry === undefined) return undefined;
    const flow = this.#memory.get(id) ?? null;
    this.#entries.delete(id);
    this.#memory.delete(id);
    return { entry, flow };
  }

  /** Puts flows back in their places. */
  putBack(taken: readonly TakenFlow[]): void {
    for (const { entry, flow } of taken) {
      this.#entries.set(entry.id, entry);
      if (flow !== null) this.#memory.set(entry.id, flow);
    }
    this.#entries = new Map([...this.#entries].sort(([a], [b]) => a - b));
  }

  find(id: number): Flow | undefined {
    const entry = this.#entries.get(id);
    return entry === undefined ? undefined : (this.#inMemory(entry) ?? this.#read(entry));
  }

  /** Yields the flows that are in the list now, oldest first, and lets other work go on in between. */
  async *flows(): AsyncGenerator<Flow, void, undefined> {
    const ids = [...this.#entries.keys()];
    for (let at = 0; at < ids.length; at += PAGE) {
      yield* this.#page(ids.slice(at, at + PAGE));
      await turn();
    }
  }

  /** Yields the flows that are in the list now and whose ids pass a test, newest first. */
  async *newestFirst(isAsked: (id: number) => boolean): AsyncGenerator<Flow, void, undefined> {
    const ids = [...this.#entries.keys()].filter(isAsked);
    for (let end = ids.length; end > 0; end -= PAGE) {
      yield* this.#page(ids.slice(Math.max(0, end - PAGE), end)).reverse();
      await turn();
    }
  }

  /** Returns the flows of these ascending ids, those left out that are gone. */
  #page(ids: readonly number[]): Flow[] {
    const entries = ids.flatMap((id) => this.#entries.get(id) ?? []);
    const unread = entries.filter((entry) => this.#inMemory(entry) === undefined);
    const read = new Map(this.#readFrom(unread).map((flow) => [flow.id, flow]));
    return entries.flatMap((entry) => this.#inMemory(entry) ?? this.#made(entry, read.get(entry.id)) ?? []);
  }

  #inMemory({ id, made }: Entry): Flow | undefined {
    return this.#memory.get(id) ?? made?.deref();
  }

  #read(entry: Entry): Flow | undefined {
    try {
      return this.#made(entry, this.file?.find(entry.id));
    } catch (error) {
      this.#onUnreadable(error);
      return undefined;
    }
  }

  #readFrom(entries: readonly Entry[]): readonly Flow[] {
    const [first] = entries;
    const last = entries.at(-1);
    if (first === undefined || last === undefined || this.file === null) return [];
    try {
      // More than were asked for lie between the first and the last where some of them are in memory.
      return this.file.from(first.id, last.id);
    } catch (error) {
      this.#onUnreadable(error);
      return [];
    }
  }

  #made(entry: Entry, flow: Flow | undefined): Flow | undefined {
    if (flow === undefined) return undefined;
    flow.revision = entry.revision;
    entry.made = new WeakRef(flow);
    return flow;
  }
}

/** A flow that was taken out of the list; null when it is only in the file. */
export interface TakenFlow {
  readonly entry: Entry;
  readonly flow: Flow | null;
}
