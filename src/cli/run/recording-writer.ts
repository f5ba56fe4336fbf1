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
import { redactorFor } from '../../traffic/redactor-on-demand.ts';
import { beginExchangeFile, type ExchangeFile } from '../../traffic/exchange-file.ts';
import { removeSessionFile } from '../../traffic/session-file/files.ts';

export class RecordingWriter {
  readonly #output: AtomicOutput;
  readonly #file: ExchangeFile;
  /** Null when the recording keeps secrets. */
  readonly #redactor: BackgroundRedactor | null;

  private constructor(output: AtomicOutput, file: ExchangeFile, redactor: BackgroundRedactor | null) {
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
      const format = extname(path).toLowerCase() === '.har' ? 'har' : 'session';
      const output = await atomicOutput(path, '.part');
      const opened = await openOutput(output, { append: true });
      const redactor = await redactorFor(redact);
      const file = await begin(format, output, opened).catch(async (error: unknown) => {
        await discardOutput(output);
        throw error;
      });
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
    await this.#file.end();
    await publishOutput(this.#output);
  }

  /** Removes the file of a run that could not start. */
  async discard(): Promise<void> {
    await this.#redactor?.close();
    await this.#file.close();
    await discardOutput(this.#output);
    if (this.#output.temporary !== null) removeSessionFile(this.#output.temporary);
  }
}

async function begin(
  format: 'har' | 'session',
  output: AtomicOutput,
  file: FileHandle,
): Promise<ExchangeFile> {
  if (output.temporary !== null) return beginExchangeFile(format, output.temporary, file);
  if (format === 'har') return beginExchangeFile(format, output.target, file);
  await file.close();
  throw new UserError(
    'INVALID_FILE',
    'a session is a database, which only a file can hold: record a .har instead',
  );
}
