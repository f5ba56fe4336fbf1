// Writes the recording of a run as exchanges finish. The file is named `<path>.part` until it is complete, so that a
// killed run leaves a partial file.
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
import { redactorFor } from '../../traffic/redactor-on-demand.ts';
import { EntryFile } from '../../traffic/entry-file.ts';
import { filePartsOf } from '../../traffic/file-parts.ts';

export class RecordingWriter {
  readonly #output: AtomicOutput;
  readonly #file: EntryFile;
  /** Null when the recording keeps secrets. */
  readonly #redactor: BackgroundRedactor | null;

  private constructor(output: AtomicOutput, file: EntryFile, redactor: BackgroundRedactor | null) {
    this.#output = output;
    this.#file = file;
    this.#redactor = redactor;
  }

  /**
   * Starts a HAR file if the path has that extension, else a session. `redact` removes secrets. Rejects with an Error
   * that names a file that cannot be written.
   */
  static async start(path: string, redact: boolean): Promise<RecordingWriter> {
    try {
      const parts = await filePartsOf(extname(path).toLowerCase() === '.har' ? 'har' : 'session');
      const output = await atomicOutput(path, '.part');
      const redactor = await redactorFor(redact);
      const file = await EntryFile.begin(await openOutput(output, { append: true }), parts).catch(
        async (error: unknown) => {
          await discardOutput(output);
          throw error;
        },
      );
      return new RecordingWriter(output, file, redactor);
    } catch (error) {
      throw new UserError('INVALID_FILE', `cannot record to ${path}: ${messageOf(error)}`, { cause: error });
    }
  }

  /** Adds a finished exchange. Calls must not overlap. */
  async add(flow: Flow): Promise<void> {
    await this.#file.add((await this.#redactor?.redacted(flow)) ?? flow);
  }

  /** Writes the end of the file and gives it its final name. */
  async finish(): Promise<void> {
    await this.#redactor?.close();
    // A device has nothing to sync.
    await this.#file.end(this.#output.temporary !== null);
    await publishOutput(this.#output);
  }

  /** Removes the file of a run that could not start. */
  async discard(): Promise<void> {
    await this.#redactor?.close();
    await this.#file.close();
    await discardOutput(this.#output);
  }
}
