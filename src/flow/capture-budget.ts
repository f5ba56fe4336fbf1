// The memory that all captured bodies share. Past its limit the oldest bodies move to a private file, which
// disappears with the process. Large bodies arrive in blocks that are reused once their bytes have moved:
// allocating new ones costs more than encrypting the bytes.
import {
  closeSync,
  ftruncateSync,
  openSync,
  readSync,
  rmSync,
  unlinkSync,
  writev,
  writevSync,
} from 'node:fs';
import { FreeSpace, type FileRange } from './free-space.ts';
import { LogBudget } from './log-budget.ts';

/** The size at which encrypting and sending costs least, measured with 10 MiB bodies. */
export const BLOCK_BYTES = 512 * 1024;
const MAX_SPARE_BLOCKS = 64;
/** Beyond this size, blocks are allocated one by one. */
const MAX_ARENA_BYTES = 1024 * 1024 * 1024;
/** Past this many bytes on their way to the file, writing waits for the disk. */
const MAX_MOVING_BYTES = 64 * 1024 * 1024;

/** Share of the limit that messages and events get on top of it. */
const LOG_SHARE = 0.25;

/** Memory of BLOCK_BYTES, in use as long as a body or a write holds it. */
export interface Block {
  readonly bytes: Buffer;
  references: number;
}

/** The memory and file ranges that one body holds. */
export interface BodyStorage {
  readonly blocks: Block[];
  readonly ranges: FileRange[];
}

/** A body that takes part in the budget. */
export interface BudgetedBody {
  /** Bytes that lie in memory. */
  readonly inMemory: number;
  /** The part of them that the budget counts; only the budget sets this. */
  counted: number;
  /** Returns the pieces in memory, which are the last ones. */
  memoryChunks(): readonly Buffer[];
  /** Gives up the blocks of these pieces; the caller releases them when they have moved. */
  detachBlocks(): readonly Block[];
  /**
   * Replaces the first `count` pieces in memory by `range`, which holds the same bytes; null when they are
   * lost.
   */
  movedToFile(count: number, bytes: number, range: FileRange | null): void;
}

export interface CaptureBudgetOptions {
  /** Maximum bytes captured of one body. */
  readonly maxBodyBytes: number;
  /** Maximum bytes of bodies in memory. */
  readonly memoryBytes: number;
  /** Path of the file, which is created on first need and unlinked at once where the system allows. */
  readonly spillPath: string;
}

export class CaptureBudget {
  /** Maximum bytes captured of one body. */
  maxBodyBytes: number;
  /** The budget for messages and events, which are evicted instead of moved to the file. */
  readonly logs: LogBudget;
  #memoryBytes: number;
  readonly #spillPath: string;
  /** Bodies in memory, oldest first. */
  readonly #bodies = new Set<BudgetedBody>();
  /** Bodies on their way to the file. */
  readonly #movingBodies = new Set<BudgetedBody>();
  #total = 0;
  #file: number | null = null;
  readonly #fileSpace = new FreeSpace();
  /** Reuses the storage of a body when it has been collected: until then somebody may read it. */
  readonly #collected = new FinalizationRegistry<BodyStorage>(({ blocks, ranges: extents }) => {
    for (const block of blocks) this.releaseBlock(block);
    for (const range of extents) this.#fileSpace.free(range);
    // Truncates the file when nothing is in it any more.
    if (this.#file !== null && extents.length > 0 && this.#fileSpace.end === 0) ftruncateSync(this.#file);
  });
  readonly #spareBlocks: Block[] = [];
  /**
   * One reservation for all blocks of the budget: the collector sees it once, and the system provides memory
   * as it is touched.
   */
  #arena: Buffer | null = null;
  #arenaUsed = 0;
  /** Bytes on their way to the file. */
  #movingBytes = 0;
  #closed = false;

  constructor(options: CaptureBudgetOptions) {
    this.maxBodyBytes = options.maxBodyBytes;
    this.#memoryBytes = options.memoryBytes;
    this.logs = new LogBudget(options.memoryBytes * LOG_SHARE);
    this.#spillPath = options.spillPath;
  }

  /** Sets limits for later captures; past the new memory limit bodies move to the file at once. */
  resize({ maxBodyBytes, memoryBytes }: Pick<CaptureBudgetOptions, 'maxBodyBytes' | 'memoryBytes'>): void {
    this.maxBodyBytes = maxBodyBytes;
    this.#memoryBytes = memoryBytes;
    this.logs.resize(memoryBytes * LOG_SHARE);
    if (this.#total > this.#memoryBytes) this.#spill();
  }

  /** Counts `bytes` more that a body holds in memory. */
  added(body: BudgetedBody, bytes: number): void {
    this.#total += bytes;
    if (body.counted === 0) this.#bodies.add(body);
    body.counted += bytes;
    if (this.#total > this.#memoryBytes) this.#spill();
  }

  /** Stops counting the memory of a body whose flow is no longer listed. */
  release(body: BudgetedBody): void {
    if (body.counted === 0) return;
    this.#uncount(body);
  }

  /** Returns the storage of a body, which is tracked until the body is collected. */
  storageFor(body: BudgetedBody): BodyStorage {
    const storage: BodyStorage = { blocks: [], ranges: [] };
    this.#collected.register(body, storage);
    return storage;
  }

  /** Returns a block of BLOCK_BYTES, held once, with undefined content. */
  takeBlock(): Block {
    const block = this.#spareBlocks.pop() ?? { bytes: this.#allocateBlock(), references: 0 };
    block.references = 1;
    return block;
  }

  /** Releases a block; the last release makes it free for reuse. */
  releaseBlock(block: Block): void {
    block.references -= 1;
    if (block.references === 0 && (this.#isInArena(block) || this.#spareBlocks.length < MAX_SPARE_BLOCKS))
      this.#spareBlocks.push(block);
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

  /** Closes the file as soon as nothing is on its way there. */
  close(): void {
    this.#closed = true;
    if (this.#file === null || this.#movingBytes > 0) return;
    const file = this.#file;
    this.#file = null;
    closeSync(file);
    rmSync(this.#spillPath, { force: true });
  }

  /** Moves the oldest bodies out of memory until a tenth of the budget is free again. */
  #spill(): void {
    const target = this.#memoryBytes * 0.9;
    for (const body of this.#bodies) {
      if (this.#total <= target) return;
      if (this.#movingBodies.has(body)) continue;
      this.#uncount(body);
      this.#move(body);
    }
  }

  #uncount(body: BudgetedBody): void {
    this.#bodies.delete(body);
    this.#total -= body.counted;
    body.counted = 0;
  }

  #move(body: BudgetedBody): void {
    const chunks = body.memoryChunks();
    const blocks = body.detachBlocks();
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const range = this.#fileSpace.allocate(length);
    const done = (written: number): void => {
      this.#movingBytes -= length;
      this.#movingBodies.delete(body);
      body.movedToFile(chunks.length, length, written === length ? range : null);
      for (const block of blocks) this.releaseBlock(block);
      if (this.#closed) this.close();
      else if (this.#total > this.#memoryBytes) this.#spill();
    };
    this.#movingBytes += length;
    this.#movingBodies.add(body);
    this.#write(chunks, range.offset, done);
  }

  /**
   * Writes to the file, and calls `done` with the number of bytes written: a full disk may take only some.
   */
  #write(chunks: readonly Buffer[], offset: number, done: (written: number) => void): void {
    let written = 0;
    try {
      this.#file ??= openSpill(this.#spillPath);
      if (this.#movingBytes <= MAX_MOVING_BYTES) {
        writev(this.#file, chunks, offset, (error, bytes) => done(error === null ? bytes : 0));
        return;
      }
      // The disk is slower than the traffic: waiting for it bounds the memory.
      written = writevSync(this.#file, chunks, offset);
    } catch {
      written = 0; // the flow loses the bytes, and says so; the exchange goes on
    }
    done(written);
  }

  #allocateBlock(): Buffer {
    this.#arena ??= Buffer.allocUnsafeSlow(Math.min(this.#memoryBytes, MAX_ARENA_BYTES));
    const end = this.#arenaUsed + BLOCK_BYTES;
    if (end > this.#arena.length) return Buffer.allocUnsafeSlow(BLOCK_BYTES);
    const bytes = this.#arena.subarray(this.#arenaUsed, end);
    this.#arenaUsed = end;
    return bytes;
  }

  #isInArena(block: Block): boolean {
    return block.bytes.buffer === this.#arena?.buffer;
  }
}

function openSpill(path: string): number {
  const file = openSync(path, 'wx+', 0o600);
  // An open file without a name disappears with its process; Windows keeps the name.
  if (process.platform !== 'win32') unlinkSync(path);
  return file;
}
