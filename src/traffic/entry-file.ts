// A file of text that is written exchange by exchange, as exchanges finish.
import type { FileHandle } from 'node:fs/promises';
import type { Flow } from '../flow/flow.ts';
import type { FileParts } from './formats/contract.ts';

/** Less is written together with what follows. */
const WRITE_BYTES = 1024 * 1024;

export class EntryFile {
  readonly #file: FileHandle;
  readonly #parts: FileParts;
  #entries = 0;
  /** The size up to the last whole entry. */
  #size = 0;
  #written = 0;

  private constructor(file: FileHandle, parts: FileParts) {
    this.#file = file;
    this.#parts = parts;
  }

  /** Writes the head to an empty file that is open for appending, and is closed where that fails. */
  static async begin(file: FileHandle, parts: FileParts): Promise<EntryFile> {
    const begun = new EntryFile(file, parts);
    try {
      await begun.#write(parts.head);
      begun.#size = begun.#written;
      return begun;
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  get entries(): number {
    return this.#entries;
  }

  /** Bytes so far. */
  get size(): number {
    return this.#size;
  }

  /** Adds finished exchanges, in few writes; the format may leave some out. Calls must not overlap. */
  async add(...flows: readonly Flow[]): Promise<void> {
    let pieces: Buffer[] = [];
    let bytes = 0;
    const write = async (): Promise<void> => {
      const together = Buffer.concat(pieces);
      pieces = [];
      bytes = 0;
      await this.#write(together);
    };
    let entries = this.#entries;
    for (const flow of flows) {
      const before = this.#written + bytes;
      for await (const piece of this.#parts.entry(flow, entries)) {
        bytes += pieces[pieces.push(Buffer.from(piece)) - 1]!.length;
        if (bytes >= WRITE_BYTES) await write();
      }
      if (this.#written + bytes > before) entries += 1;
    }
    await write();
    this.#entries = entries;
    this.#size = this.#written;
  }

  /** Does nothing: each `add` writes. */
  flush(): Promise<void> {
    return Promise.resolve();
  }

  /** Writes the end behind the last whole entry, and closes the file. */
  async end(): Promise<void> {
    try {
      // A device can be neither cut nor synced.
      const isOnDisk = (await this.#file.stat()).isFile();
      // Cutting off a partial entry also makes room for the end when the disk is full.
      if (isOnDisk && this.#written > this.#size) await this.#file.truncate(this.#size);
      await this.#write(await this.#parts.tail(this.#entries));
      if (isOnDisk) await this.#file.sync();
    } finally {
      await this.#file.close();
    }
  }

  /** Closes the file as it is. */
  close(): Promise<void> {
    return this.#file.close();
  }

  async #write(piece: string | Buffer): Promise<void> {
    // Counted first: if the write fails, some of the bytes may have been written.
    const size = Buffer.byteLength(piece);
    if (size === 0) return;
    this.#written += size;
    await this.#file.appendFile(piece);
  }
}
