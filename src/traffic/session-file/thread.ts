// The thread that writes a session file, and what it is sent.
import { WorkerClient } from '../../base/worker-client.ts';
import type { BodyCapture } from '../../flow/body-capture.ts';
import { Flow } from '../../flow/flow.ts';
import type { HeldFlow } from '../../flow/packed-flows.ts';
import { largeBodies, memoryOf } from './batch.ts';
import type { SessionBatch, WriterAnswer, WriterOptions } from './messages.ts';

const WORKER = new URL('./worker.ts', import.meta.url);
const PIECE_BYTES = 1024 * 1024;

export class SessionThread {
  /** Size of the file in bytes, as last reported. */
  bytes = 0;
  readonly #client: WorkerClient<SessionBatch, WriterAnswer>;
  /** Bodies that lie in the file. */
  #filedBodies = new WeakSet<BodyCapture>();
  readonly #onLost: () => void;

  /**
   * The file is created when there is something to write. With `onLost` it begins again where it was deleted or damaged,
   * and `onLost` is called then: it has nothing of what it had.
   */
  constructor(path: string, onLost?: () => void) {
    this.#onLost = onLost ?? (() => undefined);
    this.#client = new WorkerClient(WORKER, {
      name: 'session file',
      workerData: { path, beginsAgain: onLost !== undefined } satisfies WriterOptions,
      transfer: memoryOf,
    });
  }

  /**
   * Writes a batch, or nothing of it, and returns the memory of its records, to be used again. Rejects with the reason
   * when it cannot be written.
   */
  async send(batch: SessionBatch): Promise<ArrayBuffer | null> {
    const result = await this.#client.request(() => batch);
    if (result.type === 'failure') throw new Error(result.reason);
    if (result.response.type === 'failed') throw new Error(result.response.reason);
    const { fileBytes, isNew, memory } = result.response;
    const isLost = isNew && this.bytes > 0;
    this.bytes = fileBytes;
    if (!isLost) return memory;
    this.#filedBodies = new WeakSet();
    this.#onLost();
    return memory;
  }

  /** Starts the thread before the first batch, which takes as long as a batch is collected. */
  start(): void {
    this.#client.start();
  }

  /** Writes the bodies that lie beside the record of exchange `id`, those that are in the file left out. */
  async writeBodies(held: HeldFlow, id = held.id): Promise<void> {
    if (!(held instanceof Flow)) return; // the bodies of a packed one are small
    for (const { name, body } of largeBodies(held)) {
      if (this.#filedBodies.has(body)) continue;
      let part = 0;
      for (const piece of body.pieces(PIECE_BYTES)) {
        await this.send([{ type: 'body', id, body: name, part, bytes: new Uint8Array(piece) }]);
        part += 1;
      }
      this.#filedBodies.add(body);
    }
  }

  /** Notes that the large bodies of a flow were read from the file. */
  noteBodies(flow: Flow): void {
    for (const { body } of largeBodies(flow)) this.#filedBodies.add(body);
  }

  /** Ends the thread; the file is as it was written. */
  async close(): Promise<void> {
    await this.#client.close();
  }
}
