// Reads frames (RFC 9113 section 4.1) as their bytes arrive. The payload of DATA is passed on piece by piece, the
// payload of other frames as a whole. Only bytes split between reads are copied.
import { copyBytes } from '../../base/copy-bytes.ts';
import { DEFAULT_FRAME_BYTES, FRAME, FRAME_HEADER_BYTES, uint31 } from './frame.ts';

/**
 * Reads frames. After a `read` that returns true, its fields describe the current frame, and `bytes[start…end)` is
 * the part of its payload that was read.
 */
export class FrameReader {
  type = 0;
  flags = 0;
  stream = 0;
  /** Payload length of the frame, in bytes. */
  length = 0;
  bytes: Buffer = Buffer.alloc(0);
  start = 0;
  end = 0;
  /** True when `bytes` begins the payload. */
  first = true;
  /** True when the frame is complete. */
  done = false;
  /** True when a frame is longer than was agreed on. */
  tooLong = false;
  /** The offset at which the next `read` goes on. */
  at = 0;
  readonly #header = Buffer.alloc(FRAME_HEADER_BYTES);
  #headerLength = 0;
  #inPayload = false;
  #remaining = 0;
  /** The part of a payload that has arrived, of a frame that is handed over whole. */
  #partial: Buffer[] = [];

  /** True while no frame is in progress. */
  get atBoundary(): boolean {
    return !this.#inPayload && this.#headerLength === 0;
  }

  /** Reads from `at`; false when more bytes are needed. */
  read(bytes: Buffer, at: number): boolean {
    let from = at;
    if (!this.#inPayload) {
      from = this.#readHeader(bytes, at);
      if (from < 0 || this.tooLong) return false;
      this.#inPayload = true;
      this.#remaining = this.length;
    }
    this.first = this.#remaining === this.length;
    const end = Math.min(bytes.length, from + this.#remaining);
    this.at = end;
    this.#remaining -= end - from;
    this.done = this.#remaining === 0;
    if (this.done) this.#inPayload = false;
    if (this.type === FRAME.DATA) {
      this.bytes = bytes;
      this.start = from;
      this.end = end;
      return end > from || this.done;
    }
    return this.#whole(bytes, from, end);
  }

  /** Returns the offset behind the header; negative when it is incomplete. */
  #readHeader(bytes: Buffer, at: number): number {
    if (this.#headerLength === 0 && bytes.length - at >= FRAME_HEADER_BYTES) {
      this.#take(bytes, at);
      return at + FRAME_HEADER_BYTES;
    }
    const end = Math.min(bytes.length, at + FRAME_HEADER_BYTES - this.#headerLength);
    bytes.copy(this.#header, this.#headerLength, at, end);
    this.#headerLength += end - at;
    if (this.#headerLength < FRAME_HEADER_BYTES) return -1;
    this.#headerLength = 0;
    this.#take(this.#header, 0);
    return end;
  }

  #take(header: Buffer, at: number): void {
    this.length = ((header[at] ?? 0) << 16) | ((header[at + 1] ?? 0) << 8) | (header[at + 2] ?? 0);
    this.type = header[at + 3] ?? 0;
    this.flags = header[at + 4] ?? 0;
    this.stream = uint31(header, at + 5);
    this.tooLong = this.length > DEFAULT_FRAME_BYTES;
  }

  #whole(bytes: Buffer, start: number, end: number): boolean {
    if (!this.done) {
      // Copied, because the read may lie in a slab that the next read overwrites.
      if (end > start) this.#partial.push(copyBytes(bytes, start, end));
      return false;
    }
    this.first = true;
    if (this.#partial.length === 0) {
      this.bytes = bytes;
      this.start = start;
      this.end = end;
      return true;
    }
    this.bytes = Buffer.concat([...this.#partial, bytes.subarray(start, end)]);
    this.#partial = [];
    this.start = 0;
    this.end = this.bytes.length;
    return true;
  }
}
