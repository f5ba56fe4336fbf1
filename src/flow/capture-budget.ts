// The memory that all captured bodies share. Past its limit the oldest bodies move to a private file, and past the
// file's limit they are dropped. Large bodies arrive in blocks that are reused once their bytes have moved:
// allocating new ones costs more than encrypting the bytes.
import { BLOCK_BYTES, type Block } from './block.ts';
import { BodyList, type ListedBody } from './body-list.ts';
import type { FileRange } from './free-space.ts';
import { LogBudget } from './log-budget.ts';
import { SharedBlocks } from './shared-blocks.ts';
import { SpillFile } from './spill-file.ts';

const MAX_SPARE_BLOCKS = 64;
/** Beyond this size, blocks are allocated one by one. */
const MAX_ARENA_BYTES = 1024 * 1024 * 1024;
/** Past this many bytes on their way to the file, bodies are dropped: waiting for the disk would stop all traffic. */
const MAX_MOVING_BYTES = 64 * 1024 * 1024;

/** Share of the limit that messages and events get on top of it. */
const LOG_SHARE = 0.25;

/** The memory and file ranges that one body holds. */
export interface BodyStorage {
  readonly blocks: Block[];
  readonly ranges: FileRange[];
  readonly body: WeakRef<BudgetedBody>;
}

/** The reasons why captured bytes are gone. */
export const LOSS = {
  overBudget:
    'the oldest captured bodies were dropped to stay within diskBudgetBytes and half of the free disk space',
  slowDisk: 'the traffic was faster than the disk that captured bodies move to',
  unwritable: 'the file for captured bodies could not be written',
} as const;
export type Loss = (typeof LOSS)[keyof typeof LOSS];

/** A body that takes part in the budget. */
export interface BudgetedBody extends ListedBody<BudgetedBody> {
  /** Bytes that lie in memory. */
  readonly inMemory: number;
  /** The part of them that the budget counts; only the budget sets this. */
  counted: number;
  /** Returns the pieces in memory, which are the last ones. */
  memoryChunks(): readonly Buffer[];
  /** Gives up the blocks of these pieces; the caller releases them when they have moved. */
  detachBlocks(): readonly Block[];
  /** Replaces the first `count` pieces in memory, of `bytes` bytes, by `range`, which holds the same bytes. */
  movedToFile(count: number, bytes: number, range: FileRange): void;
  /** Drops the pieces in memory, and ignores later ones. */
  dropMemory(reason: Loss): void;
  /** Drops everything. */
  drop(reason: Loss): void;
}

export interface CaptureBudgetOptions {
  /** Maximum bytes captured of one body. */
  readonly maxBodyBytes: number;
  /** Maximum bytes of bodies in memory. */
  readonly memoryBytes: number;
  /** Maximum bytes of bodies in the file; none without. It never takes more than half of the free disk space. */
  readonly diskBytes?: number;
  /** Path of the file. */
  readonly spillPath: string;
}

export class CaptureBudget {
  /** Maximum bytes captured of one body. */
  maxBodyBytes: number;
  /** The budget for messages and events, which are evicted instead of moved to the file. */
  readonly logs: LogBudget;
  /** Blocks that bodies share. */
  readonly shared = new SharedBlocks(this);
  #memoryBytes: number;
  readonly #file: SpillFile;
  /** Bodies in memory, oldest first. */
  readonly #bodies = new BodyList<BudgetedBody>();
  /** Bodies on their way to the file. */
  readonly #movingBodies = new Set<BudgetedBody>();
  /** The storage of bodies in the file, oldest first. */
  readonly #filed = new Set<BodyStorage>();
  #total = 0;
  /** Reuses the storage of a body when it has been collected: until then somebody may read it. */
  readonly #collected = new FinalizationRegistry<BodyStorage>((storage) => this.#free(storage));
  readonly #spareBlocks: Block[] = [];
  /**
   * One reservation for all blocks of the budget: the collector sees it once, and the system provides memory
   * as it is touched.
   */
  #arena: Buffer | null = null;
  #arenaUsed = 0;

  constructor(options: CaptureBudgetOptions) {
    this.maxBodyBytes = options.maxBodyBytes;
    this.#memoryBytes = options.memoryBytes;
    this.logs = new LogBudget(options.memoryBytes * LOG_SHARE);
    this.#file = new SpillFile(options.spillPath, options.diskBytes ?? Infinity);
  }

  /** Sets limits for later captures; past the new memory limit bodies move to the file at once. */
  resize({ maxBodyBytes, memoryBytes, diskBytes = Infinity }: Omit<CaptureBudgetOptions, 'spillPath'>): void {
    this.maxBodyBytes = maxBodyBytes;
    this.#file.maxBytes = diskBytes;
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
    const storage: BodyStorage = { blocks: [], ranges: [], body: new WeakRef(body) };
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
  read(range: FileRange): Buffer {
    return this.#file.read(range);
  }

  /** Notes that a body lies in the file, wholly or in part. */
  filed(storage: BodyStorage): void {
    this.#filed.add(storage);
  }

  /** Closes the file once all writes have ended. */
  close(): void {
    this.#file.close();
  }

  /** Moves the oldest bodies out of memory until a tenth of the budget is free again. */
  #spill(): void {
    const target = this.#memoryBytes * 0.9;
    while (this.#total > target) {
      const body = this.#bodies.oldest((candidate) => !this.#movingBodies.has(candidate));
      if (body === null) return;
      this.#uncount(body);
      this.#move(body);
    }
  }

  #uncount(body: BudgetedBody): void {
    this.#bodies.remove(body);
    this.#total -= body.counted;
    body.counted = 0;
  }

  #move(body: BudgetedBody): void {
    const chunks = body.memoryChunks();
    const blocks = body.detachBlocks();
    const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
    const isSlow = this.#file.pendingBytes + length > MAX_MOVING_BYTES && this.#file.pendingBytes > 0;
    const range = isSlow ? null : this.#makeRoom(length, body);
    if (range === null) {
      body.dropMemory(isSlow ? LOSS.slowDisk : LOSS.overBudget);
      this.#releaseBlocks(blocks);
      return;
    }
    this.#movingBodies.add(body);
    this.#file.write(chunks, range, (isWritten) => {
      this.#movingBodies.delete(body);
      if (isWritten) body.movedToFile(chunks.length, length, range);
      else {
        this.#file.free([range]);
        body.dropMemory(LOSS.unwritable);
      }
      this.#releaseBlocks(blocks);
      if (this.#total > this.#memoryBytes) this.#spill();
    });
  }

  /** Allocates room in the file, dropping the oldest bodies there but not `mover`; null when that is not enough. */
  #makeRoom(length: number, mover: BudgetedBody): FileRange | null {
    let range = this.#file.allocate(length);
    if (range !== null || length > this.#file.maxBytes) return range;
    for (const storage of this.#filed) {
      const body = storage.body.deref();
      if (body === mover || (body !== undefined && this.#movingBodies.has(body))) continue;
      if (body !== undefined) this.#drop(body);
      this.#free(storage);
      range = this.#file.allocate(length);
      if (range !== null) break;
    }
    return range;
  }

  #drop(body: BudgetedBody): void {
    this.release(body);
    body.drop(LOSS.overBudget);
  }

  #free(storage: BodyStorage): void {
    this.#filed.delete(storage);
    this.#releaseBlocks(storage.blocks.splice(0));
    this.#file.free(storage.ranges.splice(0));
  }

  #releaseBlocks(blocks: readonly Block[]): void {
    for (const block of blocks) this.releaseBlock(block);
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
