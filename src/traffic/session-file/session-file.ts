// The session file of a traffic list. Exchanges are written on a thread of their own, in batches, at most 250 ms after
// they end. A disk that is full or slow delays nothing: exchanges wait in memory until they can be written.
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { WorkerClient } from '../../base/worker-client.ts';
import type { BodyCapture } from '../../flow/body-capture.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';
import { largeBodies, memoryOf, RecordBatch } from './batch.ts';
import { removeSessionFile } from './files.ts';
import type { SessionBatch, SessionChange, WriterAnswer } from './messages.ts';
import { SessionFileReader } from './reader.ts';

const WORKER = new URL('./worker.ts', import.meta.url);
/** Milliseconds for which exchanges are collected; writing them takes some, too. */
const BATCH_MS = 100;
const PIECE_BYTES = 1024 * 1024;
/** Milliseconds until a disk that failed is tried again. */
const RETRY_MS = 2000;
/** Milliseconds that the end of the program waits for the disk. */
const CLOSE_MS = 10_000;

export interface SessionFileEvents {
  /** Called when these flows are in the file. */
  readonly written: (flows: readonly Flow[]) => void;
  /** Called with a sentence when the file cannot be written, and when it can again. */
  readonly say: (text: string) => void;
}

export class SessionFile {
  readonly path: string;
  /** Size of the file in bytes, as last reported. */
  bytes = 0;
  readonly #captures: CaptureBudget;
  readonly #events: SessionFileEvents;
  readonly #thread: WorkerClient<SessionBatch, WriterAnswer>;
  /** Flows that are to be written, in order. */
  readonly #waiting = new Set<Flow>();
  /** Removals that are to be written, before the flows. */
  #removals: SessionChange[] = [];
  readonly #records = new RecordBatch();
  /** Bodies that lie in the file. */
  readonly #filedBodies = new WeakSet<BodyCapture>();
  #writing: Promise<void> | null = null;
  #failure: string | null = null;
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
    this.#thread = new WorkerClient(WORKER, {
      name: 'session file',
      workerData: { path },
      transfer: memoryOf,
    });
  }

  /** Writes a finished flow, or writes it again after a change. */
  write(flow: Flow): void {
    this.#waiting.add(flow);
    this.#work();
  }

  /** Removes exchanges for good: their bytes are overwritten. `evict`: they only make room. */
  remove(ids: readonly number[], kind: 'evict' | 'remove' = 'remove'): void {
    const gone = new Set(ids);
    for (const flow of this.#waiting) if (gone.has(flow.id)) this.#waiting.delete(flow);
    this.#removals.push({ type: kind, ids });
    this.#work();
  }

  clear(): void {
    this.#waiting.clear();
    this.#removals = [{ type: 'clear' }];
    this.#work();
  }

  /** Returns a flow that is in the file. Throws an Error when it cannot be read. */
  find(id: number): Flow | undefined {
    const flow = this.#openReader().find(id);
    if (flow !== undefined) this.#noteBodies(flow);
    return flow;
  }

  /** Returns the flows with ids `first` to `last` that are in the file. */
  from(first: number, last: number): readonly Flow[] {
    const flows = this.#openReader().from(first, last);
    flows.forEach((flow) => this.#noteBodies(flow));
    return flows;
  }

  /** Resolves when everything that waits has been written, or cannot be for now. */
  async settled(): Promise<void> {
    while (this.#writing !== null && this.#failure === null) {
      this.#wake?.abort();
      await Promise.race([this.#writing, this.#nextFailure.promise]);
    }
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
    if (this.bytes > 0) await this.#send([{ type: 'close' }]).catch(() => undefined);
    await this.#thread.close();
    if (!keep) removeSessionFile(this.path);
  }

  #work(): void {
    this.#writing ??= this.#writeAll().finally(() => (this.#writing = null));
  }

  /** Writes until nothing waits. */
  async #writeAll(): Promise<void> {
    await this.#pause(BATCH_MS);
    while (this.#waiting.size > 0 || this.#removals.length > 0) {
      const removals = this.#removals;
      this.#removals = [];
      const flows = await this.#fill();
      const records = this.#records.take();
      try {
        for (const flow of flows) await this.#writeBodies(flow);
        await this.#send([...removals, ...(records === null ? [] : [records.change])]);
        this.#wrote(flows);
      } catch (error) {
        this.#failed(flows, messageOf(error));
        this.#removals = [...removals, ...this.#removals];
        if (this.#isClosing) return;
        await this.#pause(RETRY_MS);
      }
    }
  }

  /** Fills the batch with flows that wait, and returns them. */
  async #fill(): Promise<readonly Flow[]> {
    const flows: Flow[] = [];
    for (const flow of this.#waiting) {
      if (flow.webSocket !== null) await flow.webSocket.settled();
      this.#records.add(flow);
      this.#waiting.delete(flow);
      flows.push(flow);
      if (this.#records.isFull) break;
    }
    return flows;
  }

  async #writeBodies(flow: Flow): Promise<void> {
    const { id } = flow;
    for (const { name, body } of largeBodies(flow)) {
      if (this.#filedBodies.has(body)) continue;
      let part = 0;
      for (const piece of body.pieces(PIECE_BYTES)) {
        await this.#send([{ type: 'body', id, body: name, part, bytes: new Uint8Array(piece) }]);
        part += 1;
      }
      this.#filedBodies.add(body);
    }
  }

  async #send(batch: SessionBatch): Promise<void> {
    const result = await this.#thread.request(() => batch);
    if (result.type === 'failure') throw new Error(result.reason);
    if (result.response.type === 'failed') throw new Error(result.response.reason);
    this.bytes = result.response.fileBytes;
  }

  #wrote(flows: readonly Flow[]): void {
    if (this.#failure !== null) this.#events.say(`${this.path} is written again`);
    this.#failure = null;
    this.#events.written(flows);
  }

  /** The flows wait again, before those that came later. */
  #failed(flows: readonly Flow[], reason: string): void {
    const removed = new Set(this.#removals.flatMap((change) => ('ids' in change ? change.ids : [])));
    const isCleared = this.#removals.some(({ type }) => type === 'clear');
    const earlier = isCleared ? [] : flows.filter(({ id }) => !removed.has(id));
    const later = [...this.#waiting];
    this.#waiting.clear();
    for (const flow of [...earlier, ...later]) this.#waiting.add(flow);
    if (this.#failure !== reason)
      this.#events.say(
        `${this.path} cannot be written: ${reason}: requests stay in memory, the newest ones, until it can`,
      );
    this.#failure = reason;
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

  #noteBodies(flow: Flow): void {
    for (const { body } of largeBodies(flow)) this.#filedBodies.add(body);
  }
}
