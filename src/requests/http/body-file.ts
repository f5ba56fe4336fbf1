// A response body that is too large for memory: its beginning is kept, and all of it goes into a file.
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { StoredBody } from '../response.ts';
import { CODINGS, codingNames, createDecoder, MAX_CODINGS } from '../../codec/content-coding.ts';

/** The place of bodies that are too large for memory. */
export interface BodyFiles {
  /** Bytes that stay in memory. */
  readonly inMemory: number;
  /** Returns the path of a new file. Whoever gives it removes the file. */
  readonly newPath: () => string;
}

export class BodyFile {
  readonly path: string;
  readonly #stream: WriteStream;
  #size = 0;
  #error: Error | null = null;

  /** `drained`: called when more can be written, after `write` has returned false. */
  constructor(path: string, drained: () => void, failed: (error: Error) => void) {
    this.path = path;
    this.#stream = createWriteStream(path, { mode: 0o600 });
    this.#stream.on('drain', drained);
    this.#stream.on('error', (error) => {
      this.#error = error;
      failed(error);
    });
  }

  get size(): number {
    return this.#size;
  }

  /** Returns false when the disk is slower than the server. */
  write(bytes: Buffer): boolean {
    this.#size += bytes.length;
    return this.#stream.write(bytes);
  }

  /** Resolves when all is written. */
  async end(): Promise<StoredBody> {
    if (this.#error !== null) throw this.#error;
    await new Promise<void>((resolve, reject) => {
      this.#stream.once('error', reject);
      this.#stream.end(resolve);
    });
    return { path: this.path, size: this.#size };
  }
}

/**
 * Replaces a file by its content without content codings; `value` is that of Content-Encoding. Of a body that is
 * damaged or ends too early, the part that can be read stays.
 */
export async function decodeFile(
  { path, size }: StoredBody,
  value: string,
  maxBytes: number,
): Promise<StoredBody> {
  const names = codingNames(value);
  const codings = names.map((name) => CODINGS.get(name));
  if (names.length === 0 || names.length > MAX_CODINGS || codings.includes(undefined)) return { path, size };
  const decoded = `${path}.decoded`;
  const first = await readSlice({ path, size }, 0, 2);
  // Whatever cannot be decoded is in the error, which the response does not depend on.
  await pipeline([
    createReadStream(path),
    ...codings.toReversed().map((coding, at) => createDecoder(coding!, at === 0 ? first : Buffer.alloc(0))),
    atMost(maxBytes),
    createWriteStream(decoded, { mode: 0o600 }),
  ]).catch(() => undefined);
  await rename(decoded, path);
  return { path, size: (await stat(path)).size };
}

/** Passes on a number of bytes, and ends there. */
function atMost(maxBytes: number): Transform {
  let left = maxBytes;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const part = chunk.subarray(0, left);
      left -= part.length;
      done(null, part);
    },
  });
}

/** Resolves with a part of a body; shorter at its end. */
export async function readSlice({ path, size }: StoredBody, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - offset)));
  if (bytes.length === 0) return bytes;
  const file = await open(path);
  try {
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** Removes a body. Never rejects. */
export async function removeBody(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => undefined);
}
