// A session file that is written exchange by exchange, as exchanges finish: recordings and exports. What was added is in
// the file at most 250 ms later, whatever becomes of the process.
import type { Flow } from '../../flow/flow.ts';
import { RecordBatch } from './batch.ts';
import { removeSessionFile } from './files.ts';
import { SessionThread } from './thread.ts';

const BATCH_MS = 100;

export class SessionRecording {
  /** The number of exchanges that were added. */
  entries = 0;
  readonly path: string;
  readonly #thread: SessionThread;
  readonly #batch = new RecordBatch();
  #timer: NodeJS.Timeout | undefined;
  /** Settles when the last batch has been written; steps run one after another. */
  #writing: Promise<void> = Promise.resolve();
  /** The reason why a batch that nobody waited for could not be written. */
  #failure: Error | null = null;

  private constructor(path: string) {
    this.path = path;
    this.#thread = new SessionThread(path);
  }

  /** Creates the tables in an empty file, or one that is not there. Rejects with the reason when that fails. */
  static async begin(path: string): Promise<SessionRecording> {
    const recording = new SessionRecording(path);
    try {
      await recording.#thread.send([]);
      return recording;
    } catch (error) {
      await recording.#thread.close();
      throw error;
    }
  }

  /** Bytes so far. */
  get size(): number {
    return this.#thread.bytes;
  }

  /** Adds exchanges. Rejects with the reason when some were not written, or those before. Calls must not overlap. */
  async add(...flows: readonly Flow[]): Promise<void> {
    this.#throwFailure();
    for (const flow of flows) {
      await flow.webSocket?.settled();
      // The flows may come from several lists, so they are numbered here.
      const id = this.entries + 1;
      // The bodies first: a record whose bodies are missing would be half an exchange.
      await this.#thread.writeBodies(flow, id);
      this.#batch.add(flow, id);
      this.entries = id;
      if (this.#batch.isFull) await this.flush();
    }
    this.#timer ??= setTimeout(() => {
      this.flush().catch((error: unknown) => (this.#failure ??= error as Error));
    }, BATCH_MS);
  }

  /** Resolves when all that was added is in the file. Rejects with the reason when it cannot be written. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing.then(async () => {
      const change = this.#batch.take();
      if (change !== null) this.#batch.reuse(await this.#thread.send([change]));
    });
    return this.#writing;
  }

  /** Writes what was added, and completes the file. */
  async end(): Promise<void> {
    try {
      this.#throwFailure();
      await this.flush();
      await this.#thread.send([{ type: 'close' }]);
    } finally {
      await this.close();
    }
  }

  /** Closes the file as it is. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing.catch(() => undefined);
    await this.#thread.close();
  }

  /** Removes the file. */
  async discard(): Promise<void> {
    await this.close();
    removeSessionFile(this.path);
  }

  #throwFailure(): void {
    if (this.#failure !== null) throw this.#failure;
  }
}
