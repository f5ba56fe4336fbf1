// The records of a session file of version 1. Each has its own marker, checksum and compression, so that the intact ones
// of a damaged file can be read.
import { promisify } from 'node:util';
import { crc32, zstdDecompress, zstdDecompressSync } from 'node:zlib';

/** The start of a file: its name, and a version that readers compare. */
const FILE_NAME = 'PROXYSESSION';
export const FILE_HEAD = Buffer.from(`${FILE_NAME} 1\n`, 'latin1');

/** Returns true when a file that starts with these bytes is a session, of any version. */
export function isSession(start: Buffer): boolean {
  return start.subarray(0, FILE_NAME.length).toString('latin1') === FILE_NAME;
}

/** `F`: an exchange; `B`: bytes of its bodies; `E`: the end of the file. */
export type RecordType = 'F' | 'B' | 'E';

export interface SessionRecord {
  readonly type: RecordType;
  readonly payload: Buffer;
}

/** The maximum size of a payload before it is compressed; a larger one is a decompression bomb. */
export const MAX_PAYLOAD = 16 * 1024 * 1024;

/** The head of a record: marker, type, compressed length, length, checksum. */
const MARKER = Buffer.from('\x9bPXS', 'latin1');
const HEAD_BYTES = 17;

/**
 * Smaller payloads are compressed synchronously, in less than 0.1 ms: a round trip to the thread pool takes
 * longer.
 */
const MAX_SYNC_BYTES = 64 * 1024;

/** The size of an output chunk: each takes a round trip to the thread pool. */
const CHUNK_BYTES = 1024 * 1024;

const decompressAsync = promisify(zstdDecompress);

async function decompress(compressed: Buffer, maxOutputLength: number): Promise<Buffer> {
  const isSmall = compressed.length <= MAX_SYNC_BYTES && maxOutputLength <= MAX_SYNC_BYTES;
  return isSmall
    ? zstdDecompressSync(compressed, { maxOutputLength })
    : decompressAsync(compressed, { maxOutputLength, chunkSize: CHUNK_BYTES });
}

export type RecordResult =
  | { readonly type: 'record'; readonly record: SessionRecord; readonly next: number }
  /** More bytes are needed. */
  | { readonly type: 'more' }
  /** There is no valid record at the offset; the next may start at `next`. */
  | { readonly type: 'damaged'; readonly reason: string; readonly next: number };

/** Reads the record at the offset `at`; `isAll`: no more bytes will follow. */
export async function readRecord(bytes: Buffer, at: number, isAll: boolean): Promise<RecordResult> {
  const available = bytes.length - at;
  if (!bytes.subarray(at, at + MARKER.length).equals(MARKER.subarray(0, Math.min(available, MARKER.length))))
    return damaged(bytes, at, 'a record marker is missing');
  if (available < HEAD_BYTES)
    return isAll ? damaged(bytes, at, 'the file ends in the middle of a record') : { type: 'more' };
  const length = bytes.readUInt32LE(at + 5);
  const size = bytes.readUInt32LE(at + 9);
  if (size > MAX_PAYLOAD || length > 2 * MAX_PAYLOAD)
    return damaged(bytes, at, 'a record has an impossible length');
  const end = at + HEAD_BYTES + length;
  if (end > bytes.length)
    return isAll ? damaged(bytes, at, 'the file ends in the middle of a record') : { type: 'more' };
  const head = bytes.subarray(at, at + HEAD_BYTES);
  const compressed = bytes.subarray(at + HEAD_BYTES, end);
  if (checksum(head, compressed) !== head.readUInt32LE(13))
    return damaged(bytes, at, 'a record has a wrong checksum');
  const type = head.toString('latin1', 4, 5);
  if (type !== 'F' && type !== 'B' && type !== 'E') return damaged(bytes, at, 'a record has an unknown type');
  try {
    const payload = await decompress(compressed, Math.max(1, size));
    if (payload.length !== size) return damaged(bytes, at, 'a record has a wrong length');
    return { type: 'record', record: { type, payload }, next: end };
  } catch (error) {
    return damaged(bytes, at, error instanceof Error ? error.message : String(error));
  }
}

/**
 * Returns the offset at which the next record may start: at a marker, or after the bytes that were searched.
 */
function damaged(bytes: Buffer, at: number, reason: string): RecordResult {
  const marker = bytes.indexOf(MARKER, at + 1);
  const next = marker >= 0 ? marker : Math.max(at + 1, bytes.length - MARKER.length + 1);
  return { type: 'damaged', reason, next };
}

function checksum(head: Buffer, compressed: Buffer): number {
  return crc32(compressed, crc32(head.subarray(4, 13)));
}
