// Reads a session file of version 1 as its bytes arrive. From a damaged file it reads the intact exchanges, and reports the
// position and the cause of the damage.
import { setImmediate as turn } from 'node:timers/promises';
import { UserError } from '../../../base/errors.ts';
import type { Flow } from '../../../flow/flow.ts';
import type { FlowContext, ImportedTraffic, SkippedEntry } from '../contract.ts';
import { FILE_HEAD, isSession, readRecord, type SessionRecord } from './record.ts';
import { restoreFlow } from './restore-flow.ts';
import { byteCount, parseStoredFlow, type StoredFlow } from './stored-flow.ts';

/** The maximum number of bytes of one exchange. */
const MAX_FLOW_BYTES = 2 ** 31;
/**
 * The sizes that an exchange, and a file, may decompress to at any compression ratio; beyond them,
 * `MAX_RATIO` times the compressed size. Traffic usually compresses to a tenth. This limits the memory that a
 * decompression bomb can take.
 */
const FREE_FLOW_BYTES = 64 * 1024 * 1024;
const FREE_FILE_BYTES = 1024 * 1024 * 1024;
const MAX_RATIO = 200;

/** Reads a session file. Throws an Error when it is not one, or its version is not supported. */
export async function* readSession(
  chunks: AsyncIterable<Buffer>,
  context: FlowContext,
): AsyncGenerator<ImportedTraffic, void, undefined> {
  const reader = new SessionReader(context);
  for await (const chunk of chunks) {
    await reader.add(chunk);
    yield reader.take();
  }
  await reader.end();
  yield reader.take();
}

/** An exchange whose bytes have not all been read. */
interface PartialFlow {
  readonly stored: StoredFlow;
  readonly chunks: Buffer[];
  missing: number;
  /** Bytes decompressed so far, and their size in the file. */
  decompressedBytes: number;
  compressedBytes: number;
}

class SessionReader {
  readonly #context: FlowContext;
  #flows: Flow[] = [];
  #skipped: SkippedEntry[] = [];
  #bytes: Buffer = Buffer.alloc(0);
  #hasHead = false;
  #current: PartialFlow | null = null;
  /** The number of exchanges so far, intact or not. */
  #index = 0;
  #isDamaged = false;
  #ended = false;
  #decompressedBytes = 0;
  #compressedBytes = 0;

  constructor(context: FlowContext) {
    this.#context = context;
  }

  async add(chunk: Buffer): Promise<void> {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    await this.#read(false);
  }

  /** Returns what was read since the last call. */
  take(): ImportedTraffic {
    const [flows, skipped] = [this.#flows, this.#skipped];
    this.#flows = [];
    this.#skipped = [];
    return { flows, skipped };
  }

  async end(): Promise<void> {
    await this.#read(true);
    if (!this.#hasHead) throw new UserError('INVALID_DATA', 'it is not a session file');
    this.#abandon('the file ends in the middle of the exchange');
    if (!this.#ended) this.#skip('the file ends without an end record: exchanges after this one are lost');
  }

  async #read(isAll: boolean): Promise<void> {
    if (!this.#hasHead && !this.#readHead(isAll)) return;
    let at = 0;
    while (at < this.#bytes.length) {
      const read = await readRecord(this.#bytes, at, isAll);
      if (read.type === 'more') break;
      const length = read.next - at;
      at = read.next;
      if (read.type === 'record') {
        this.#record(read.record, length);
        await turn();
      } else if (!this.#isDamaged) {
        this.#isDamaged = true;
        this.#abandon(read.reason);
        this.#skip(`part of the file is damaged: ${read.reason}`);
      }
    }
    this.#bytes = Buffer.from(this.#bytes.subarray(at));
  }

  #readHead(isAll: boolean): boolean {
    if (this.#bytes.length < FILE_HEAD.length && !isAll) return false;
    const line = this.#bytes.toString('latin1', 0, FILE_HEAD.length);
    if (!isSession(this.#bytes)) throw new UserError('INVALID_DATA', 'it is not a session file');
    if (line !== FILE_HEAD.toString('latin1'))
      throw new UserError(
        'INVALID_DATA',
        `its session file version is not supported: ${JSON.stringify(line.slice(13).trim())}`,
      );
    this.#bytes = this.#bytes.subarray(FILE_HEAD.length);
    this.#hasHead = true;
    return true;
  }

  /** Processes a record; `length`: its size in the file. */
  #record({ type, payload }: SessionRecord, length: number): void {
    this.#isDamaged = false;
    this.#compressedBytes += length;
    this.#decompressedBytes += payload.length;
    if (isBomb(this.#decompressedBytes, this.#compressedBytes, FREE_FILE_BYTES))
      throw new UserError('TOO_LARGE', `it decompresses to more than ${FREE_FILE_BYTES} bytes`);
    if (type === 'B') this.#addBytes(payload, length);
    else {
      this.#abandon('part of its body is missing');
      if (type === 'E') this.#ended = true;
      else this.#startFlow(payload);
    }
  }

  #startFlow(payload: Buffer): void {
    try {
      const stored = parseStoredFlow(JSON.parse(payload.toString()));
      const missing = byteCount(stored);
      if (missing > MAX_FLOW_BYTES)
        throw new UserError('TOO_LARGE', `its body is larger than ${MAX_FLOW_BYTES} bytes`);
      this.#current = { stored, chunks: [], missing, decompressedBytes: 0, compressedBytes: 0 };
      if (missing === 0) this.#finishFlow(this.#current);
    } catch (error) {
      this.#skip(error instanceof Error ? error.message : String(error));
    }
  }

  #addBytes(payload: Buffer, length: number): void {
    const current = this.#current;
    if (current === null) return; // belongs to an exchange that could not be read
    current.missing -= payload.length;
    current.decompressedBytes += payload.length;
    current.compressedBytes += length;
    current.chunks.push(payload);
    if (isBomb(current.decompressedBytes, current.compressedBytes, FREE_FLOW_BYTES))
      this.#abandon(`it decompresses to more than ${FREE_FLOW_BYTES} bytes`);
    else if (current.missing < 0) this.#abandon('its body is longer than declared');
    else if (current.missing === 0) this.#finishFlow(current);
  }

  #finishFlow({ stored, chunks }: PartialFlow): void {
    this.#current = null;
    this.#index += 1;
    this.#flows.push(restoreFlow(stored, Buffer.concat(chunks), this.#context));
  }

  #abandon(reason: string): void {
    if (this.#current === null) return;
    this.#current = null;
    this.#skip(reason);
  }

  #skip(reason: string): void {
    this.#skipped.push({ index: this.#index, reason });
    this.#index += 1;
  }
}

function isBomb(decompressed: number, compressed: number, free: number): boolean {
  return decompressed > free && decompressed > compressed * MAX_RATIO;
}
