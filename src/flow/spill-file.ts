// The private file that captured bodies move to when the memory budget is used up. Writes run on other threads, and the
// size of the file has a ceiling. It disappears with the process.
import {
  closeSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  statfsSync,
  unlinkSync,
  writev,
} from 'node:fs';
import { dirname } from 'node:path';
import { FreeSpace, type FileRange } from './free-space.ts';

/** The free space of the disk is looked up again when the file has grown by this many bytes. */
const CHECK_BYTES = 64 * 1024 * 1024;

export class SpillFile {
  /** Most bytes of the file. */
  maxBytes: number;
  readonly #path: string;
  readonly #space = new FreeSpace();
  #file: number | null = null;
  /** Bytes on their way to the file. */
  #pendingBytes = 0;
  /** The file may grow up to here before the disk is looked at again. */
  #checkedEnd = 0;
  #closed = false;

  /** `path`: created on first need, and unlinked at once where the system allows. */
  constructor(path: string, maxBytes: number) {
    this.#path = path;
    this.maxBytes = maxBytes;
  }

  get pendingBytes(): number {
    return this.#pendingBytes;
  }

  /** Returns room for `length` bytes; null when the file would grow beyond its ceiling. */
  allocate(length: number): FileRange | null {
    const range = this.#space.allocate(length);
    if (range.offset + length <= this.#checkedEnd || this.#mayGrow(range.offset + length)) return range;
    this.#space.free(range);
    return null;
  }

  /** Writes `chunks` to `range`, and calls `done`: with false when the file cannot be written, or not in full. */
  write(chunks: readonly Buffer[], range: FileRange, done: (isWritten: boolean) => void): void {
    try {
      this.#file ??= openSpill(this.#path);
    } catch {
      done(false);
      return;
    }
    this.#pendingBytes += range.length;
    writev(this.#file, chunks, range.offset, (error, written) => {
      this.#pendingBytes -= range.length;
      done(error === null && written === range.length);
      if (this.#closed) this.close();
    });
  }

  /** Reads a range of the file; fewer bytes when the file cannot be read. */
  read({ offset, length }: FileRange): Buffer {
    const bytes = Buffer.allocUnsafeSlow(length);
    try {
      return bytes.subarray(0, this.#file === null ? 0 : readSync(this.#file, bytes, 0, length, offset));
    } catch {
      return bytes.subarray(0, 0);
    }
  }

  free(ranges: readonly FileRange[]): void {
    for (const range of ranges) this.#space.free(range);
    if (this.#file === null || ranges.length === 0 || this.#space.end > 0) return;
    // The file is empty now.
    ftruncateSync(this.#file);
    this.#checkedEnd = 0;
  }

  /** Closes the file once all writes have ended. */
  close(): void {
    this.#closed = true;
    if (this.#file === null || this.#pendingBytes > 0) return;
    const file = this.#file;
    this.#file = null;
    closeSync(file);
    rmSync(this.#path, { force: true });
  }

  #mayGrow(end: number): boolean {
    if (end > this.maxBytes || end > this.#diskShare()) return false;
    this.#checkedEnd = Math.min(end + CHECK_BYTES, this.maxBytes);
    return true;
  }

  /** Returns half of what would be free without the file. */
  #diskShare(): number {
    try {
      const { bavail, bsize } = statfsSync(dirname(this.#path));
      return (bavail * bsize + this.#space.end) / 2;
    } catch {
      return Infinity; // the write itself will tell
    }
  }
}

function openSpill(path: string): number {
  const file = openSync(path, 'wx+', 0o600);
  // An open file without a name disappears with its process; Windows keeps the name.
  if (process.platform !== 'win32') unlinkSync(path);
  return file;
}
