// The recording of a run: a HAR written entry by entry as exchanges finish, under the name `<path>.part`
// until it is whole, so that a run that was killed leaves what it had.
import { open, rename, type FileHandle } from 'node:fs/promises';
import { messageOf } from '../../base/errors.ts';
import { harEntryText, harHead, harTail } from '../../documents/har.ts';
import type { Flow } from '../../flow/flow.ts';
import { harCreator, harEntry } from '../../traffic/formats/har.ts';

export class Recorder {
  readonly #path: string;
  readonly #file: FileHandle;
  #entries = 0;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** Throws an Error that names the file when it cannot be written. */
  static async start(path: string): Promise<Recorder> {
    try {
      // Traffic holds secrets: the file is for the user alone.
      const file = await open(partOf(path), 'w', 0o600);
      await file.write(harHead(harCreator));
      return new Recorder(path, file);
    } catch (error) {
      throw new Error(`cannot record to ${path}: ${messageOf(error)}`, { cause: error });
    }
  }

  /** Adds a finished exchange; calls must not overlap. */
  async add(flow: Flow): Promise<void> {
    const entry = await harEntry(flow);
    if (entry === null) return;
    await this.#file.write(harEntryText(entry, this.#entries));
    this.#entries += 1;
  }

  /** Gives the file its tail and its name. */
  async finish(): Promise<void> {
    await this.#file.write(harTail());
    await this.#file.sync();
    await this.#file.close();
    await rename(partOf(this.#path), this.#path);
  }
}

function partOf(path: string): string {
  return `${path}.part`;
}
