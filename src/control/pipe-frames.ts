// The frames by which a process hands the traffic of a pipe to the app: a kind, a number, and bytes. Numbers name lines
// that wait for the decision of tools.
import type { Direction, PipeWrite } from '../session/pipes.ts';

const KINDS = [
  /** From the app: what it is, as JSON. */
  'opened',
  /** From the app: 1 while lines have to wait, else 0. */
  'holds',
  /** From the app: what is written instead of the line with this number. */
  'writes',
  /** To the app: bytes that have passed. */
  'sent',
  'received',
  /** To the app: bytes of the server's standard error. */
  'printed',
  /** To the app: lines that wait. */
  'ask sent',
  'ask received',
  /** To the app: the number is the exit code of the server. */
  'end',
] as const;

export type FrameKind = (typeof KINDS)[number];

export interface Frame {
  readonly kind: FrameKind;
  readonly number: number;
  readonly bytes: Buffer;
}

/** Bytes before the content: kind, number, length. */
const HEAD_BYTES = 9;
const DIRECTIONS: readonly Direction[] = ['sent', 'received'];
const WRITE_HEAD = 5;

export function frameBytes(kind: FrameKind, number: number, bytes: Buffer): readonly Buffer[] {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(KINDS.indexOf(kind), 0);
  head.writeUInt32BE(number, 1);
  head.writeUInt32BE(bytes.length, 5);
  return [head, bytes];
}

/** Reads frames of a stream, however it is cut. */
export class FrameReader {
  #rest: Buffer = Buffer.alloc(0);

  /** True between frames. */
  get isAtStart(): boolean {
    return this.#rest.length === 0;
  }

  /** Returns the frames that are complete. Throws an Error for an unknown kind. */
  push(chunk: Buffer): readonly Frame[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Frame[] = [];
    let at = 0;
    while (bytes.length - at >= HEAD_BYTES) {
      const end = at + HEAD_BYTES + bytes.readUInt32BE(at + 5);
      if (end > bytes.length) break;
      const kind = KINDS[bytes.readUInt8(at)];
      if (kind === undefined) throw new Error('a frame has an unknown kind');
      frames.push({ kind, number: bytes.readUInt32BE(at + 1), bytes: bytes.subarray(at + HEAD_BYTES, end) });
      at = end;
    }
    this.#rest = bytes.subarray(at);
    return frames;
  }
}

/** Returns the content of a frame of writes. */
export function writesBytes(writes: readonly PipeWrite[]): Buffer {
  return Buffer.concat(
    writes.flatMap(({ direction, bytes }) => {
      const head = Buffer.alloc(WRITE_HEAD);
      head.writeUInt8(DIRECTIONS.indexOf(direction), 0);
      head.writeUInt32BE(bytes.length, 1);
      return [head, bytes];
    }),
  );
}

export function readWrites(bytes: Buffer): readonly PipeWrite[] {
  const writes: PipeWrite[] = [];
  for (let at = 0; at + WRITE_HEAD <= bytes.length;) {
    const end = at + WRITE_HEAD + bytes.readUInt32BE(at + 1);
    const direction = DIRECTIONS[bytes.readUInt8(at)] ?? 'sent';
    writes.push({ direction, bytes: bytes.subarray(at + WRITE_HEAD, end) });
    at = end;
  }
  return writes;
}
