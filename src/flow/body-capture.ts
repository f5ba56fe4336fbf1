// The captured part of one body: bytes as sent, without framing, up to a cap. It stays in memory until the shared
// capture budget is used up, and then moves to a file.
import { copyBytes } from '../base/copy-bytes.ts';
import type { Block } from './block.ts';
import type { CaptureBudget, BudgetedBody, BodyStorage, Loss } from './capture-budget.ts';
import { ArrivalLog } from './arrival-log.ts';
import type { FileRange } from './free-space.ts';

/** Bytes that are stored elsewhere and read each time that somebody asks for them. */
export interface StoredBytes {
  readonly length: number;
  /** Returns them, or fewer when they cannot be read. */
  read(): Buffer;
}

/** Takes bytes, and copies them. */
interface ByteSink {
  bytes(bytes: Uint8Array): void;
}

type Chunk = Buffer | FileRange | StoredBytes;

/** Bytes that are read of the file at once where a body is read piece by piece. */
const PIECE_BYTES = 256 * 1024;

export class BodyCapture implements BudgetedBody {
  /** Payload bytes that passed, captured or not. */
  size = 0;
  /** The captured bytes that lie in memory. */
  inMemory = 0;
  counted = 0;
  older: BudgetedBody | null = null;
  newer: BudgetedBody | null = null;
  #keptBytes = 0;
  #loss: Loss | null = null;
  /** Null unless somebody asked for the times. */
  #arrivals: ArrivalLog | null = null;
  #chunks: Chunk[] | Chunk | null = null;
  /** The memory that the only piece lies in, until somebody reads it: a buffer for each piece would take more. */
  #memory: ArrayBufferLike | null = null;
  /** The offset of the piece in that memory. */
  #at = 0;
  /** The blocks and file ranges of the pieces; null when all are plain buffers. */
  #storage: BodyStorage | null = null;
  readonly #budget: CaptureBudget;

  constructor(budget: CaptureBudget) {
    this.#budget = budget;
  }

  /** Bytes that passed without being captured. */
  get omitted(): number {
    return this.size - this.#keptBytes;
  }

  /** Bytes that can still be captured. */
  get remaining(): number {
    return this.#loss !== null ? 0 : this.#budget.maxBodyBytes - this.#keptBytes;
  }

  /** The reason why captured bytes are gone; null when none are. */
  get loss(): Loss | null {
    return this.#loss;
  }

  /** Starts to record the arrival times of bytes. */
  noteArrivals(): void {
    this.#arrivals ??= new ArrivalLog();
  }

  /** Returns when the byte before offset `end` arrived, in epoch milliseconds; null when that was not noted. */
  arrivalOf(end: number): number | null {
    return this.#arrivals?.timeOf(end) ?? null;
  }

  /** Captures `bytes`, which nobody may change afterwards and which must not be a view of a reused slab. */
  add(bytes: Buffer): void {
    this.size += bytes.length;
    this.#arrivals?.add(this.size);
    const { remaining } = this;
    if (remaining <= 0 || bytes.length === 0) return;
    const chunk = bytes.length > remaining ? copyBytes(bytes, 0, remaining) : bytes;
    this.#push(chunk);
    this.#keptBytes += chunk.length;
    this.inMemory += chunk.length;
    this.#budget.added(this, chunk.length);
  }

  /** Captures the bytes from `start` on, as `add` does. Those before them stay in memory too. */
  addFrom(bytes: Buffer, start: number): void {
    const length = bytes.length - start;
    if (length === 0 || this.#keptBytes > 0 || length > this.remaining) {
      this.add(bytes.subarray(start));
      return;
    }
    this.size += length;
    this.#arrivals?.add(this.size);
    this.#keptBytes = this.inMemory = length;
    this.#memory = bytes.buffer;
    this.#at = bytes.byteOffset + start;
    this.#budget.added(this, length);
  }

  /** Captures bytes `start` to `end` of a block, which it then holds together with others. */
  addPart(block: Block, start: number, end: number): void {
    const limit = Math.min(end, start + Math.max(0, this.remaining));
    this.size += end - start;
    this.#arrivals?.add(this.size);
    if (limit <= start) return;
    this.#storage ??= this.#budget.storageFor(this);
    if (this.#storage.blocks.at(-1) !== block) {
      block.references += 1;
      this.#storage.blocks.push(block);
    }
    this.#push(block.bytes.subarray(start, limit));
    this.#keptBytes += limit - start;
    this.inMemory += limit - start;
    this.#budget.added(this, limit - start);
  }

  /** Adds captured bytes that are stored elsewhere, and take no memory here. */
  addStored(bytes: StoredBytes): void {
    this.size += bytes.length;
    this.#keptBytes += bytes.length;
    this.#push(bytes);
  }

  /** Adds captured bytes to a body that no list has: the budget does not count them. */
  addUncounted(bytes: Buffer): void {
    this.size += bytes.length;
    this.#keptBytes += bytes.length;
    this.inMemory += bytes.length;
    this.#push(bytes);
  }

  /** Captures a copy of `bytes[start…end)`; counts them only when the cap is reached. */
  addCopy(bytes: Buffer, start: number, end: number): void {
    const limit = Math.min(end, start + Math.max(0, this.remaining));
    if (limit > start) this.add(copyBytes(bytes, start, limit));
    this.size += end - limit;
  }

  /** Counts bytes that passed and were not captured. */
  countOmitted(bytes: number): void {
    this.size += bytes;
  }

  /** Returns the first captured bytes, by default all, in one buffer that the caller may keep and nobody may change. */
  bytes(max = Infinity): Buffer {
    const chunks = this.chunks();
    const [only] = chunks;
    if (chunks.length === 1 && Buffer.isBuffer(only) && this.#storage === null)
      return only.length <= max ? only : only.subarray(0, max);
    const pieces: Buffer[] = [];
    let left = Math.min(max, this.#keptBytes);
    for (const chunk of chunks) {
      if (left <= 0) break;
      const piece = this.#readStart(chunk, left);
      pieces.push(piece);
      left -= piece.length;
    }
    return Buffer.concat(pieces);
  }

  /** Appends the captured bytes. */
  copyTo(out: ByteSink): void {
    // A plain view takes a quarter of the time of a buffer.
    if (this.#memory !== null) out.bytes(new Uint8Array(this.#memory, this.#at, this.#keptBytes));
    else for (const chunk of this.chunks()) out.bytes(this.#read(chunk));
  }

  /** Yields the captured bytes in pieces of at most `size`, which are read as they are asked for and may not be kept. */
  *pieces(size = PIECE_BYTES): Generator<Buffer, void, undefined> {
    for (const chunk of this.chunks())
      for (let at = 0; at < chunk.length; at += size) {
        const length = Math.min(size, chunk.length - at);
        yield isFileRange(chunk)
          ? this.#budget.read({ offset: chunk.offset + at, length })
          : this.#read(chunk).subarray(at, at + length);
      }
  }

  /** Returns true when the captured bytes equal these. */
  equals(bytes: Buffer): boolean {
    if (bytes.length !== this.#keptBytes) return false;
    let at = 0;
    for (const chunk of this.chunks()) {
      const piece = this.#read(chunk);
      if (piece.compare(bytes, at, at + piece.length) !== 0) return false;
      at += piece.length;
    }
    return at === bytes.length;
  }

  chunks(): readonly Chunk[] {
    this.#makePiece();
    if (this.#chunks === null) return [];
    return Array.isArray(this.#chunks) ? this.#chunks : [this.#chunks];
  }

  memoryChunks(): readonly Buffer[] {
    return this.chunks().filter((chunk) => Buffer.isBuffer(chunk));
  }

  movedToFile(count: number, bytes: number, range: FileRange): void {
    const chunks = this.chunks();
    const first = chunks.findIndex((chunk) => Buffer.isBuffer(chunk));
    this.inMemory -= bytes;
    this.#chunks = [...chunks.slice(0, first), range, ...chunks.slice(first + count)];
    const storage = (this.#storage ??= this.#budget.storageFor(this));
    storage.ranges.push(range);
    this.#budget.filed(storage);
  }

  /** Later bytes would not join the earlier ones: only what lies in the file is kept. */
  dropMemory(reason: Loss): void {
    this.#keepChunks(
      this.chunks().filter((chunk) => !Buffer.isBuffer(chunk)),
      reason,
    );
  }

  drop(reason: Loss): void {
    this.#keepChunks([], reason);
  }

  /** Reads at most `max` bytes of a piece, and no more of the file. */
  #readStart(chunk: Chunk, max: number): Buffer {
    if (isFileRange(chunk) && chunk.length > max)
      return this.#budget.read({ offset: chunk.offset, length: max });
    const read = this.#read(chunk);
    return read.length <= max ? read : read.subarray(0, max);
  }

  #read(chunk: Chunk): Buffer {
    if (isFileRange(chunk)) return this.#budget.read(chunk);
    return Buffer.isBuffer(chunk) ? chunk : chunk.read();
  }

  #keepChunks(chunks: Chunk[], reason: Loss): void {
    this.#loss = reason;
    this.inMemory = 0;
    this.#memory = null;
    this.#chunks = chunks;
    this.#keptBytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  }

  detachBlocks(): readonly Block[] {
    return this.#storage?.blocks.splice(0) ?? [];
  }

  /** Makes a buffer of the piece in `#memory`. */
  #makePiece(): void {
    if (this.#memory !== null) this.#chunks = Buffer.from(this.#memory, this.#at, this.#keptBytes);
    this.#memory = null;
  }

  /** Appends a piece, before it is counted. */
  #push(chunk: Chunk): void {
    this.#makePiece();
    if (this.#chunks === null) this.#chunks = chunk;
    else if (Array.isArray(this.#chunks)) this.#chunks.push(chunk);
    else this.#chunks = [this.#chunks, chunk];
  }
}

function isFileRange(chunk: Chunk): chunk is FileRange {
  return !Buffer.isBuffer(chunk) && !('read' in chunk);
}
