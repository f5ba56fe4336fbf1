// Splits a stream of bytes into messages: at a delimiter, by length prefixes, or as the bytes arrive.
import { UserError } from '../../../base/errors.ts';

export interface Framing {
  readonly type: 'none' | 'delimiter' | 'length8' | 'length16' | 'length32';
  /** Follows each message under the type `delimiter`. */
  readonly delimiter: string;
}

const MAX_FRAME = 16 * 1024 * 1024;
const LENGTH_BYTES = { length8: 1, length16: 2, length32: 4 } as const;

/** Returns a message in its wire format. Lengths are big-endian. */
export function frameOf(data: Buffer | string, { type, delimiter }: Framing): Buffer {
  const bytes = Buffer.from(data);
  if (type === 'none') return bytes;
  if (type === 'delimiter') return Buffer.concat([bytes, Buffer.from(delimiter)]);
  const size = LENGTH_BYTES[type];
  const head = Buffer.alloc(size);
  if (bytes.length >= 2 ** (8 * size))
    throw new UserError(
      'TOO_LARGE',
      `a message of ${bytes.length} bytes does not fit a length of ${size} bytes`,
    );
  head.writeUIntBE(bytes.length, 0, size);
  return Buffer.concat([head, bytes]);
}

export class FrameReader {
  readonly #framing: Framing;
  readonly #emit: (frame: Buffer) => void;
  #rest: Buffer = Buffer.alloc(0);

  constructor(framing: Framing, emit: (frame: Buffer) => void) {
    this.#framing = framing;
    this.#emit = emit;
  }

  /** Throws an Error for a message that is too large. */
  read(bytes: Buffer): void {
    if (this.#framing.type === 'none') {
      this.#emit(bytes);
      return;
    }
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    for (let frame = this.#next(); frame !== null; frame = this.#next()) this.#emit(frame);
    if (this.#rest.length > MAX_FRAME)
      throw new UserError('TOO_LARGE', `the server sent a message of more than ${MAX_FRAME} bytes`);
  }

  /** Emits what is left when there is no more. */
  flush(): void {
    if (this.#rest.length > 0) this.#emit(this.#rest);
    this.#rest = Buffer.alloc(0);
  }

  #next(): Buffer | null {
    const { type, delimiter } = this.#framing;
    if (type === 'none') return null;
    if (type === 'delimiter') {
      const end = this.#rest.indexOf(delimiter);
      return end < 0 ? null : this.#take(0, end, end + Buffer.byteLength(delimiter));
    }
    const size = LENGTH_BYTES[type];
    if (this.#rest.length < size) return null;
    const end = size + this.#rest.readUIntBE(0, size);
    if (end > MAX_FRAME + size)
      throw new UserError(
        'TOO_LARGE',
        `the server announces a message of ${end - size} bytes, the limit is ${MAX_FRAME}`,
      );
    return this.#rest.length < end ? null : this.#take(size, end, end);
  }

  #take(start: number, end: number, next: number): Buffer {
    const frame = this.#rest.subarray(start, end);
    this.#rest = this.#rest.subarray(next);
    return frame;
  }
}
