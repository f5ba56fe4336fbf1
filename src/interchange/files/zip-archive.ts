// Reads the files of a ZIP archive (https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT). Sizes are checked
// before anything is inflated.
import { inflateRawSync } from 'node:zlib';
import { messageOf, UserError } from '../../base/errors.ts';
import { MAX_BYTES } from '../import/content.ts';

const MAX_FILES = 20_000;
const MAX_TOTAL_BYTES = 4 * MAX_BYTES;
const END = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const CENTRAL = 0x02014b50;
const CENTRAL_BYTES = 46;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;

export interface ZippedFile {
  /** With slashes, never outside of the archive. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** Throws a UserError for an archive that is damaged, encrypted or too large. */
export function readZip(bytes: Buffer): readonly ZippedFile[] {
  try {
    return filesIn(bytes);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw damaged(messageOf(error));
  }
}

function filesIn(bytes: Buffer): readonly ZippedFile[] {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_FILES) throw new UserError('TOO_LARGE', `the archive has more than ${MAX_FILES} files`);
  const files: ZippedFile[] = [];
  let total = 0;
  let offset = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(offset) !== CENTRAL) throw damaged('its list of files is not where it should be');
    const nameLength = bytes.readUInt16LE(offset + 28);
    const path = bytes
      .toString('utf8', offset + CENTRAL_BYTES, offset + CENTRAL_BYTES + nameLength)
      .replaceAll('\\', '/');
    total += bytes.readUInt32LE(offset + 24);
    if (total > MAX_TOTAL_BYTES)
      throw new UserError('TOO_LARGE', `the files of the archive are larger than ${MAX_TOTAL_BYTES} bytes`);
    if (!path.endsWith('/') && isInside(path)) files.push({ path, bytes: contentOf(bytes, offset, path) });
    offset += CENTRAL_BYTES + nameLength + bytes.readUInt16LE(offset + 30) + bytes.readUInt16LE(offset + 32);
  }
  return files;
}

function endOf(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - END_BYTES - MAX_COMMENT);
  for (let offset = bytes.length - END_BYTES; offset >= first; offset -= 1)
    if (bytes.readUInt32LE(offset) === END) return offset;
  throw damaged('it has no end');
}

function isInside(path: string): boolean {
  return (
    !path.startsWith('/') && !/^[a-z]:/i.test(path) && !path.split('/').includes('..') && !path.includes('\0')
  );
}

function contentOf(bytes: Buffer, central: number, path: string): Buffer {
  const flags = bytes.readUInt16LE(central + 8);
  const method = bytes.readUInt16LE(central + 10);
  const packed = bytes.readUInt32LE(central + 20);
  const size = bytes.readUInt32LE(central + 24);
  const local = bytes.readUInt32LE(central + 42);
  if ((flags & 1) !== 0) throw new UserError('UNSUPPORTED', `${path} in the archive is encrypted`);
  if (size > MAX_BYTES)
    throw new UserError('TOO_LARGE', `${path} in the archive is larger than ${MAX_BYTES} bytes`);
  const start = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const content = bytes.subarray(start, start + packed);
  if (content.length < packed) throw damaged(`${path} is cut off`);
  if (method === STORED) return content;
  if (method !== DEFLATED)
    throw new UserError(
      'UNSUPPORTED',
      `${path} in the archive is compressed by the method ${method}: use deflate`,
    );
  return inflateRawSync(content, { maxOutputLength: Math.max(size, 1) });
}

function damaged(reason: string): UserError {
  return new UserError('INVALID_DATA', `the ZIP archive is damaged: ${reason}`);
}
