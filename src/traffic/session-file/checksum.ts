// The checksum behind each record of a session file: SQLite has none, and a changed byte would change an exchange.
import { crc32 } from 'node:zlib';
import { damaged } from '../../flow/record/byte-reader.ts';

/** The CRC-32 of the record, little-endian. */
export const CHECKSUM_BYTES = 4;

/** Sets the checksum of the record in bytes `start` to `end`, its last four. */
export function setChecksum(bytes: Buffer, start: number, end: number): void {
  const at = end - CHECKSUM_BYTES;
  bytes.writeUInt32LE(crc32(bytes.subarray(start, at)), at);
}

export interface BodyPiece {
  readonly bytes: Buffer;
  /** Their CRC-32. */
  readonly checksum: number;
}

/** Joins the pieces of a body up to the first whose checksum does not fit. */
export function wholePieces(pieces: readonly BodyPiece[]): Buffer {
  const damage = pieces.findIndex(({ bytes, checksum }) => crc32(bytes) !== checksum);
  return Buffer.concat((damage < 0 ? pieces : pieces.slice(0, damage)).map(({ bytes }) => bytes));
}

/** Returns a record without its checksum. Throws a UserError when they do not fit. */
export function checkedRecord(bytes: Buffer): Buffer {
  const at = bytes.length - CHECKSUM_BYTES;
  if (at < 0) throw damaged('it ends early');
  const record = bytes.subarray(0, at);
  if (crc32(record) !== bytes.readUInt32LE(at)) throw damaged('its checksum is wrong');
  return record;
}
