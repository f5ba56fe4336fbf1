// The files of the program in one piece, as they lie in the executable: the length of the list of files in 4 bytes
// (little endian), the list as JSON, then the contents one after another, all of it compressed with Zstandard.
import { zstdCompressSync, zstdDecompressSync, constants } from 'node:zlib';

export interface ArchivedFile {
  /** Relative, with `/`. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export function archive(files: readonly ArchivedFile[]): Buffer {
  const list = Buffer.from(JSON.stringify(files.map(({ path, bytes }) => [path, bytes.length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(list.length);
  return zstdCompressSync(Buffer.concat([length, list, ...files.map(({ bytes }) => bytes)]), {
    params: { [constants.ZSTD_c_compressionLevel]: 19 },
  });
}

export function archived(compressed: Uint8Array): readonly ArchivedFile[] {
  const whole = zstdDecompressSync(compressed);
  const end = 4 + whole.readUInt32LE();
  const list = JSON.parse(whole.toString('utf8', 4, end)) as readonly (readonly [string, number])[];
  let at = end;
  return list.map(([path, size]) => ({ path, bytes: whole.subarray(at, (at += size)) }));
}
