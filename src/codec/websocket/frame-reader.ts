// Reads the frames of one direction (RFC 6455 section 5.2) as their bytes pass: headers as values, and the position
// of the payload in the bytes. Only a header split between reads is copied.
import {
  CLOSE,
  CONTINUATION,
  frameViolation,
  PONG,
  TEXT,
  type FrameViolation,
  type Sender,
} from './frame.ts';

const MAX_CONTROL_BYTES = 125;
const MAX_HEADER_BYTES = 14;

/**
 * After each `read`, its fields describe the current frame and the piece of its payload that was read:
 * `bytes[start…end)`, still masked, `offset` bytes into the payload.
 */
export class FrameReader {
  violation: FrameViolation | null = null;
  /** The bytes of a header that violates the protocol. */
  rejected: Buffer | null = null;
  fin = false;
  /** True when the message is compressed (RFC 7692 section 6). */
  rsv1 = false;
  opcode = CONTINUATION;
  masked = false;
  /** Masking key, with its first byte in the highest bits. */
  key = 0;
  /** Payload length of the frame, in bytes. */
  length = 0;
  start = 0;
  end = 0;
  offset = 0;
  /** True when the frame is complete. */
  done = false;
  readonly #sender: Sender;
  readonly #compresses: boolean;
  readonly #partial = Buffer.alloc(MAX_HEADER_BYTES);
  #partialLength = 0;
  #inPayload = false;
  #remaining = 0;
  /** True while a message waits for its last fragment. */
  #fragmented = false;
  #closed = false;

  /** `compresses`: permessage-deflate was accepted. */
  constructor(sender: Sender, compresses: boolean) {
    this.#sender = sender;
    this.#compresses = compresses;
  }

  /** True when neither a frame nor a fragmented message is in progress. */
  get atBoundary(): boolean {
    return !this.#inPayload && this.#partialLength === 0 && !this.#fragmented && this.violation === null;
  }

  /** True while a text or binary message is in progress. */
  get inMessage(): boolean {
    return this.#fragmented || (this.#inPayload && this.opcode < CLOSE);
  }

  /** True while a header is incomplete. */
  get inHeader(): boolean {
    return this.#partialLength > 0;
  }

  /** Reads from `at` to the end of the frame or of the bytes; returns where it stopped. */
  read(bytes: Buffer, at: number): number {
    this.done = false;
    const start = this.#inPayload ? at : this.#readHeader(bytes, at);
    if (!this.#inPayload) {
      this.start = this.end = start;
      return start;
    }
    const end = Math.min(bytes.length, start + this.#remaining);
    this.start = start;
    this.end = end;
    this.offset = this.length - this.#remaining;
    this.#remaining -= end - start;
    if (this.#remaining === 0) {
      this.#inPayload = false;
      this.done = true;
    }
    return end;
  }

  #readHeader(bytes: Buffer, from: number): number {
    let at = from;
    if (this.#partialLength === 0 && bytes.length - at >= 2) {
      const end = at + headerLength(bytes, at);
      if (end <= bytes.length) {
        this.#parse(bytes, at, end);
        return end;
      }
    }
    const partial = this.#partial;
    while (at < bytes.length) {
      partial[this.#partialLength++] = bytes[at++]!;
      const length = this.#partialLength;
      if (length < 2 || length < headerLength(partial, 0)) continue;
      this.#partialLength = 0;
      this.#parse(partial, 0, length);
      break;
    }
    return at;
  }

  #parse(bytes: Buffer, at: number, end: number): void {
    const first = bytes[at]!;
    const second = bytes[at + 1]!;
    this.fin = first >= 0x80;
    this.rsv1 = (first & 0x40) !== 0;
    this.opcode = first & 0x0f;
    this.masked = second >= 0x80;
    this.length = payloadLength(bytes, at);
    this.key = this.masked ? bytes.readInt32BE(end - 4) : 0;
    this.violation = this.#bitsViolation(first) ?? this.#lengthViolation(bytes, at) ?? this.#orderViolation();
    if (this.violation !== null) {
      this.rejected = Buffer.from(bytes.subarray(at, end));
      return;
    }
    if (this.opcode < CLOSE) this.#fragmented = !this.fin;
    else if (this.opcode === CLOSE) this.#closed = true;
    this.#remaining = this.length;
    this.#inPayload = true;
  }

  #bitsViolation(first: number): FrameViolation | null {
    const { opcode } = this;
    const isControl = opcode >= CLOSE;
    if ((first & 0x30) !== 0 || (this.rsv1 && !this.#compresses))
      return frameViolation(
        'reserved-bits',
        'a reserved bit is set that no extension defines (RFC 6455 5.2)',
      );
    if (this.rsv1 && (isControl || opcode === CONTINUATION))
      return frameViolation(
        'reserved-bits',
        'RSV1 is set on a frame that is not the first of a message (RFC 7692 6)',
      );
    if ((opcode > 2 && !isControl) || opcode > PONG)
      return frameViolation('opcode', `the opcode ${opcode} is reserved (RFC 6455 5.2)`);
    if (isControl && !this.fin)
      return frameViolation('control', 'a control frame is fragmented (RFC 6455 5.5)');
    return null;
  }

  #lengthViolation(bytes: Buffer, at: number): FrameViolation | null {
    const code = bytes[at + 1]! & 0x7f;
    if (this.opcode >= CLOSE && code > MAX_CONTROL_BYTES)
      return frameViolation('control', 'a control frame is longer than 125 bytes (RFC 6455 5.5)');
    if (this.masked !== (this.#sender === 'client'))
      return frameViolation(
        'mask',
        this.masked
          ? 'a server has masked a frame (RFC 6455 5.1)'
          : 'a client has not masked a frame (RFC 6455 5.1)',
      );
    if (code === 127 && bytes[at + 2]! >= 0x80)
      return frameViolation('length', 'the highest bit of a 64-bit length is set (RFC 6455 5.2)');
    if ((code === 126 && this.length < 126) || (code === 127 && this.length < 0x10000))
      return frameViolation(
        'length',
        `the length ${this.length} is not written in the shortest form (RFC 6455 5.2)`,
      );
    return null;
  }

  #orderViolation(): FrameViolation | null {
    const { opcode } = this;
    if (opcode >= CLOSE) return null;
    if (this.#closed) return frameViolation('after-close', 'data follows a close frame (RFC 6455 5.5.1)');
    if (opcode === CONTINUATION && !this.#fragmented)
      return frameViolation('order', 'a continuation frame without a message in progress (RFC 6455 5.4)');
    if (opcode >= TEXT && this.#fragmented)
      return frameViolation('order', 'a message begins before the previous one has ended (RFC 6455 5.4)');
    return null;
  }
}

/** Returns the length of the header whose first two bytes are at `at`. */
function headerLength(bytes: Buffer, at: number): number {
  const second = bytes[at + 1]!;
  const code = second & 0x7f;
  return (second >= 0x80 ? 6 : 2) + (code === 126 ? 2 : code === 127 ? 8 : 0);
}

function payloadLength(bytes: Buffer, at: number): number {
  const code = bytes[at + 1]! & 0x7f;
  if (code < 126) return code;
  if (code === 126) return bytes.readUInt16BE(at + 2);
  return bytes.readUInt32BE(at + 2) * 2 ** 32 + bytes.readUInt32BE(at + 6);
}
