// Writes the recording of a run as exchanges finish. The file is named `<path>.part` until it is complete, so that a
// killed run leaves a partial file.
import type { FileHandle } from 'node:fs/promises';
import { extname } from 'node:path';
import {
  atomicOutput,
  discardOutput,
  openOutput,
  publishOutput,
  type AtomicOutput,
} from '../../base/atomic-output.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import type { Flow } from '../../flow/flow.ts';
import type { BackgroundRedactor } from '../../traffic/background-redactor.ts';
import type { FileParts } from '../../traffic/formats/contract.ts';

export class RecordingWriter {
  readonly #output: AtomicOutput;
  readonly #file: FileHandle;
  readonly #parts: FileParts;
  /** Null when the recording keeps secrets. */
  readonly #redactor: BackgroundRedactor | null;
  #entries = 0;

  private constructor(
    output: AtomicOutput,
    file: FileHandle,
    parts: FileParts,
    redactor: BackgroundRedactor | null,
  ) {
    this.#output = output;
    this.#file = file;
    this.#parts = parts;
    this.#redactor = redactor;
  }

  /**
   * Starts a HAR file if the path has that extension, else a session. `redact` removes secrets. Rejects with an Error
   * that names a file that cannot be written.
   */
  static async start(path: string, redact: boolean): Promise<RecordingWriter> {
    try {
      const parts = await partsFor(path);
      const output = await atomicOutput(path, '.part');
      const redactor = redact ? await backgroundRedactor() : null;
      const recorder = new RecordingWriter(output, await openOutput(output), parts, redactor);
      await recorder.#begin();
      return recorder;
    } catch (error) {
      throw new UserError('INVALID_FILE', `cannot record to ${path}: ${messageOf(error)}`, { cause: error });
    }
  }

  async #begin(): Promise<void> {
    try {
      await this.#file.appendFile(this.#parts.head);
    } catch (error) {
      await this.discard();
      throw error;
    }
  }

  /** Adds a finished exchange. Calls must not overlap. */
  async add(flow: Flow): Promise<void> {
    let isThere = false;
    const recorded = (await this.#redactor?.redacted(flow)) ?? flow;
    for await (const piece of this.#parts.entry(recorded, this.#entries)) {
      isThere = true;
      await this.#file.appendFile(piece);
    }
    if (isThere) this.#entries += 1;
  }

  /** Writes the end of the file and gives it its final name. */
  async finish(): Promise<void> {
    await this.#redactor?.close();
    try {
      await this.#file.appendFile(await this.#parts.tail(this.#entries));
      // A device has nothing to sync.
      if (this.#output.temporary !== null) await this.#file.sync();
    } finally {
      await this.#file.close();
    }
    await publishOutput(this.#output);
  }

  /** Removes the file of a run that could not start. */
  async discard(): Promise<void> {
    await this.#redactor?.close();
    await this.#file.close();
    await discardOutput(this.#output);
  }
}

/** Loads only the format in use, so that runs start sooner. */
async function partsFor(path: string): Promise<FileParts> {
  if (extname(path).toLowerCase() === '.har')
    return (await import('../../traffic/formats/har/write.ts')).harParts;
  return (await import('../../traffic/formats/session/write.ts')).sessionParts;
}

async function backgroundRedactor(): Promise<BackgroundRedactor> {
  const { BackgroundRedactor: Redactor } = await import('../../traffic/background-redactor.ts');
  return new Redactor();
}
