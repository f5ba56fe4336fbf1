// The session file of a traffic list. Exchanges are written on a thread of their own, in batches, at most 250 ms after
// they end. A disk that is full or slow delays nothing: exchanges wait in memory until they can be written.
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import { Flow } from '../../flow/flow.ts';
import type { HeldFlow, PackedFlow } from '../../flow/packed-flows.ts';
import type { FlowColumns } from '../../flow/search/index.ts';
import { RecordBatch } from './batch.ts';
import { removeSessionFile } from './files.ts';
import { SessionFileReader, type HeldRecords } from './reader.ts';
import { SessionThread } from './thread.ts';

/** Milliseconds for which exchanges are collected; writing them takes some, too. */
const BATCH_MS = 100;
/** Milliseconds until a disk that failed is tried again. */
const RETRY_MS = 2000;
/** Milliseconds that the end of the program waits for the disk. */
const CLOSE_MS = 10_000;

export interface SessionFileEvents {
  /** Called with the ids of flows that are in the file as they are. */
  readonly written: (ids: readonly number[]) => void;
  /** Called when the file was deleted or damaged, and begins again: it has nothing of what it had. */
  readonly lost: () => void;
  /** Called with a sentence when the file cannot be written, and when it can again. */
  readonly say: (text: string) => void;
}

/** Exchanges that are to leave the file, or all of them. */
type Removal = { readonly type: 'evict' | 'remove'; readonly ids: number[] } | { readonly type: 'clear' };

export class SessionFile {
  readonly path: string;
  readonly #captures: CaptureBudget;
  readonly #events: SessionFileEvents;
  readonly #thread: SessionThread;
  /** Flows that are to be written, by id, in order. */
  readonly #waiting = new Map<number, HeldFlow>();
  /** Removals that are to be written, before the flows. */
  #removals: Removal[] = [];
  readonly #records = new RecordBatch();
  #writing: Promise<void> | null = null;
  /** The reasons why it cannot be written for now; empty while it can. */
  readonly #failures = new Set<string>();
  #nextFailure = Promise.withResolvers<unknown>();
  #reader: SessionFileReader | null = null;
  /** Ends the pause between two batches. */
  #wake: AbortController | null = null;
  #isClosing = false;

  /** The file is created when there is something to write. */
  constructor(path: string, captures: CaptureBudget, events: SessionFileEvents) {
    this.path = path;
    this.#captures = captures;
    this.#events = events;
    this.#thread = new SessionThread(path, () => this.#begin());
  }

  /** Size of the file in bytes, as last reported. */
  get bytes(): number {
    return this.#thread.bytes;
  }

  /** Writes a finished flow, or writes it again after a change. Whoever calls holds a record until it is written. */
  write(held: HeldFlow): void {
    this.#waiting.delete(held.id);
    this.#waiting.set(held.id, held);
    this.#work();
  }

  /** Takes a record in the place of a flow that is to be written. Whoever calls holds it until it is written. */
  packed(packed: PackedFlow): void {
    if (this.#waiting.has(packed.id)) this.#waiting.set(packed.id, packed);
  }

  /** Removes exchanges for good: their bytes are overwritten. `evict`: they only make room. */
  remove(ids: readonly number[], kind: 'evict' | 'remove' = 'remove'): void {
    const waited = new Set(ids.filter((id) => this.#waiting.delete(id)));
    // Those that a disk has no room for would fill the memory with their numbers.
    const filed = kind === 'evict' ? ids.filter((id) => !waited.has(id)) : ids;
    if (filed.length > 0) this.#addRemoval(kind, filed);
    this.#work();
  }

  /** A full list evicts one exchange for each that comes: thousands become one change. */
  #addRemoval(type: 'evict' | 'remove', ids: readonly number[]): void {
    const last = this.#removals.at(-1);
    if (last?.type === type) for (const id of ids) last.ids.push(id);
    else this.#removals.push({ type, ids: [...ids] });
  }

  clear(): void {
    this.#waiting.clear();
    this.#removals = [{ type: 'clear' }];
    this.#work();
  }

  /** Returns a flow that is in the file. Throws an Error when it cannot be read. */
  find(id: number): Flow | undefined {
    const flow = this.#openReader().find(id);
    if (flow !== undefined) this.#thread.noteBodies(flow);
    return flow;
  }

  /** Returns the flows with ids `first` to `last` that are in the file, and puts their records into `held`. */
  from(first: number, last: number, held?: HeldRecords): readonly Flow[] {
    const flows = this.#openReader().from(first, last, held);
    flows.forEach((flow) => this.#thread.noteBodies(flow));
    return flows;
  }

  /** Returns the columns of the exchanges with ids `first` to `last`, ascending. */
  columns(first: number, last: number): readonly FlowColumns[] {
    return this.#openReader().columns(first, last);
  }

  /** Resolves with true when everything that waits has been written; false when that is not possible for now. */
  async settled(): Promise<boolean> {
    while (this.#writing !== null && this.#failures.size === 0) {
      this.#wake?.abort();
      await Promise.race([this.#writing, this.#nextFailure.promise]);
    }
    return this.#failures.size === 0;
  }

  /** Completes the file. Without `keep` it is deleted. */
  async close(keep: boolean): Promise<void> {
    this.#isClosing = true;
    if (!keep) {
      this.#waiting.clear();
      this.#removals = [];
    }
    await Promise.race([this.settled(), delay(CLOSE_MS, undefined, { ref: false })]);
    this.#reader?.close();
    if (this.#thread.bytes > 0) await this.#thread.send([{ type: 'close' }]).catch(() => undefined);
    await this.#thread.close();
    if (!keep) removeSessionFile(this.path);
  }

  #work(): void {
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = null));
  }

  /** Writes until nothing waits. */
  async #writeAll(): Promise<void> {
    this.#thread.start(); // that takes as long as the pause
    await this.#pause(BATCH_MS);
    while (this.#waiting.size > 0 || this.#removals.length > 0) {
      const removals = this.#removals;
      this.#removals = [];
      const flows = await this.#fill();
      const isFull = this.#records.isFull;
      const records = this.#records.take();
      try {
        for (const flow of flows) await this.#thread.writeBodies(flow);
        this.#records.reuse(await this.#thread.send([...removals, ...(records === null ? [] : [records])]));
        this.#wrote(flows);
        // Small batches would cost more than their exchanges.
        if (!isFull && this.#waiting.size > 0) await this.#pause(BATCH_MS);
      } catch (error) {
        this.#failed(flows, messageOf(error));
        this.#removals = [...removals, ...this.#removals];
        if (this.#isClosing) return;
        await this.#pause(RETRY_MS);
      }
    }
  }

  /** Fills the batch with flows that wait, and returns them. */
  async #fill(): Promise<readonly HeldFlow[]> {
    const flows: HeldFlow[] = [];
    for (const [id, held] of this.#waiting) {
      if (held instanceof Flow && held.webSocket !== null) await held.webSocket.settled();
      this.#records.add(held);
      this.#waiting.delete(id);
      flows.push(held);
      if (this.#records.isFull) break;
    }
    return flows;
  }

  /** Follows the file, which begins again. */
  #begin(): void {
    this.#reader?.close();
    this.#events.lost();
  }

  #wrote(flows: readonly HeldFlow[]): void {
    if (this.#failures.size > 0) this.#events.say(`${this.path} is written again`);
    this.#failures.clear();
    this.#events.written(flows.map(({ id }) => id).filter((id) => !this.#waiting.has(id)));
  }

  /** The flows wait again, before those that came later. */
  #failed(flows: readonly HeldFlow[], reason: string): void {
    const removed = new Set(this.#removals.flatMap((change) => (change.type === 'clear' ? [] : change.ids)));
    const isCleared = this.#removals.some(({ type }) => type === 'clear');
    const earlier = isCleared ? [] : flows.filter(({ id }) => !removed.has(id));
    const later = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const held of [...earlier, ...later]) this.#waiting.set(held.id, held);
    if (!this.#failures.has(reason))
      this.#events.say(
        `${this.path} cannot be written: ${reason}. Traffic goes on; the newest requests wait in memory until then`,
      );
    this.#failures.add(reason);
    // An open file would be in the way of what mends its disk.
    this.#reader?.close();
    this.#nextFailure.resolve(reason);
    this.#nextFailure = Promise.withResolvers();
  }

  async #pause(ms: number): Promise<void> {
    if (this.#isClosing) return;
    this.#wake = new AbortController();
    await delay(ms, undefined, { signal: this.#wake.signal }).catch(() => undefined);
    this.#wake = null;
  }

  #openReader(): SessionFileReader {
    return (this.#reader ??= new SessionFileReader(this.path, this.#captures));
  }
}
