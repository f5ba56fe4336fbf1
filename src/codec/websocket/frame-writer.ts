// Writes a frame (RFC 6455 section 5.2), for messages that are injected or modified.
import { applyMask } from './mask.ts';

export interface FrameOptions {
  /** Default true. */
  readonly fin?: boolean;
  /** True for the first frame of a compressed message. Default false. */
  readonly rsv1?: boolean;
  /** Four unpredictable bytes as a number, for frames of a client; null, the default, leaves the payload unmasked. */
  readonly key?: number | null;
}

/** Returns header and payload in a new buffer; `payload` is not changed. */
export function writeFrame(
  opcode: number,
  payload: Buffer,
  { fin = true, rsv1 = false, key = null }: FrameOptions = {},
): Buffer {
  const { length } = payload;
  const lengthBytes = length < 126 ? 0 : length < 0x10000 ? 2 : 8;
  const start = 2 + lengthBytes + (key === null ? 0 : 4);
  const frame = Buffer.allocUnsafe(start + length);
  frame[0] = (fin ? 0x80 : 0) | (rsv1 ? 0x40 : 0) | opcode;
  frame[1] = (key === null ? 0 : 0x80) | (lengthBytes === 0 ? length : lengthBytes === 2 ? 126 : 127);
  if (lengthBytes === 2) frame.writeUInt16BE(length, 2);
  else if (lengthBytes === 8) frame.writeBigUInt64BE(BigInt(length), 2);
  payload.copy(frame, start);
  if (key !== null) {
    frame.writeInt32BE(key | 0, start - 4);
    applyMask(frame, start, frame.length, key, 0);
  }
  return frame;
}
