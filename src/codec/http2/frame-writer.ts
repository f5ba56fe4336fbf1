// Writes frames into shared blocks, and so batches the frames of one event-loop turn into one write.
import { ERROR_CODE } from './error-codes.ts';
import type { FlatFields } from '../flat-fields.ts';
import {
  DEFAULT_FRAME_BYTES,
  FLAG,
  FRAME,
  FRAME_HEADER_BYTES,
  writeFrameHeader,
  writeUint32,
} from './frame.ts';
import { HpackEncoder } from './hpack/encoder.ts';

const BLOCK_BYTES = 64 * 1024;
/** Blocks that are kept for the next writes. */
const MAX_SPARES = 32;
const spares: Buffer[] = [];
/**
 * Bytes that may wait in the outlet before streams are paused. A socket says sooner that it has enough; pausing for it
 * would copy about every second piece of a body.
 */
const PAUSE_BYTES = 256 * 1024;
/** A frame is begun in a block only with at least this much room for its payload. */
const MIN_ROOM = 1024;

/** The destination of a connection's frames. */
export interface Outlet {
  /** Called when frames wait: `flush` must be called soon. */
  wake(): void;
  /**
   * Writes bytes; false when the peer takes them more slowly than they come. `written` is called when they are no longer
   * needed.
   */
  write(bytes: Buffer, written: () => void): boolean;
  /** Bytes that were written and still wait in memory. */
  readonly waiting: number;
  /** Ends our side, after what was written. */
  end(): void;
}

export class FrameWriter {
  /** True when the outlet takes no more for now. */
  blocked = false;
  readonly encoder = new HpackEncoder();
  /** The largest payload that the peer accepts. */
  maxFrameBytes = DEFAULT_FRAME_BYTES;
  readonly #outlet: Outlet;
  #block: Buffer | null = null;
  #length = 0;
  /** The frame in the block that can still be marked as the last of its stream; negative for none. */
  #open = -1;
  #openStream = 0;

  constructor(outlet: Outlet) {
    this.#outlet = outlet;
  }

  /** Bytes that wait to be flushed, or in the outlet. */
  get waiting(): number {
    return this.#length + this.#outlet.waiting;
  }

  /** Writes a field section, `control` ahead of `fields`; `ended`: nothing follows on the stream. */
  headers(stream: number, control: FlatFields, fields: FlatFields, ended: boolean): void {
    const length = this.encoder.encode(control, fields);
    const section = this.encoder.bytes;
    const endFlag = ended ? FLAG.END_STREAM : 0;
    let end = Math.min(length, this.maxFrameBytes);
    const isWhole = end === length;
    this.#frame(FRAME.HEADERS, endFlag | (isWhole ? FLAG.END_HEADERS : 0), stream, section, 0, end);
    if (isWhole && !ended) this.#openStream = stream;
    else this.#open = -1;
    while (end < length) {
      const start = end;
      end = Math.min(length, start + this.maxFrameBytes);
      const flags = end === length ? FLAG.END_HEADERS : 0;
      this.#frame(FRAME.CONTINUATION, flags, stream, section, start, end);
      this.#open = -1;
    }
  }

  /** Writes DATA frames. */
  data(stream: number, bytes: Buffer, from: number, to: number): void {
    let start = from + this.#extend(stream, bytes, from, to);
    while (start < to) {
      let room = BLOCK_BYTES - this.#length - FRAME_HEADER_BYTES;
      if (room < MIN_ROOM) {
        this.flush();
        room = BLOCK_BYTES - FRAME_HEADER_BYTES;
      }
      const end = Math.min(to, start + Math.min(room, this.maxFrameBytes));
      this.#frame(FRAME.DATA, 0, stream, bytes, start, end);
      this.#openStream = stream;
      start = end;
    }
  }

  /** Adds to the DATA frame before, when that has room; returns how much. TLS cuts frames into odd pieces. */
  #extend(stream: number, bytes: Buffer, from: number, to: number): number {
    const block = this.#block;
    const open = this.#open;
    if (open < 0 || block === null || this.#openStream !== stream || block[open + 3] !== FRAME.DATA) return 0;
    const length = this.#length - open - FRAME_HEADER_BYTES;
    const added = Math.min(to - from, this.maxFrameBytes - length, BLOCK_BYTES - this.#length);
    if (added <= 0) return 0;
    bytes.copy(block, this.#length, from, from + added);
    this.#length += added;
    writeFrameHeader(block, open, length + added, FRAME.DATA, 0, stream);
    return added;
  }

  /** Marks the end of a stream, on the frame before when that has not left. */
  endStream(stream: number): void {
    if (this.#open >= 0 && this.#openStream === stream && this.#block !== null) {
      const flags = this.#open + 4;
      this.#block[flags] = (this.#block[flags] ?? 0) | FLAG.END_STREAM;
      this.#open = -1;
    } else this.#control(FRAME.DATA, FLAG.END_STREAM, stream, 0);
  }

  windowUpdate(stream: number, increment: number): void {
    const at = this.#control(FRAME.WINDOW_UPDATE, 0, stream, 4);
    writeUint32(this.#current(), at, increment);
  }

  rstStream(stream: number, code: number): void {
    const at = this.#control(FRAME.RST_STREAM, 0, stream, 4);
    writeUint32(this.#current(), at, code);
  }

  goaway(lastStream: number, code: number, reason: string): void {
    const text = code === ERROR_CODE.NO_ERROR ? '' : reason.slice(0, 200);
    const at = this.#control(FRAME.GOAWAY, 0, 0, 8 + text.length);
    const block = this.#current();
    writeUint32(block, at, lastStream);
    writeUint32(block, at + 4, code);
    block.write(text, at + 8, 'latin1');
  }

  settingsAck(): void {
    this.#control(FRAME.SETTINGS, FLAG.ACK, 0, 0);
  }

  pingAck(bytes: Buffer, start: number): void {
    this.#frame(FRAME.PING, FLAG.ACK, 0, bytes, start, start + 8);
    this.#open = -1;
  }

  /** Writes complete frames, or the preface. */
  raw(bytes: Buffer): void {
    const at = this.#reserve(bytes.length);
    bytes.copy(this.#current(), at);
  }

  /** Hands what was written to the outlet. */
  flush(): void {
    const block = this.#block;
    const length = this.#length;
    if (block === null) return;
    this.#block = null;
    this.#length = 0;
    this.#open = -1;
    const written = (): void => {
      if (spares.length < MAX_SPARES) spares.push(block);
    };
    const isTaken = this.#outlet.write(block.subarray(0, length), written);
    if (!isTaken && this.#outlet.waiting > PAUSE_BYTES) this.blocked = true;
  }

  /** Not a getter: V8 calls a private one through its runtime. */
  #current(): Buffer {
    return (this.#block ??= spares.pop() ?? Buffer.allocUnsafeSlow(BLOCK_BYTES));
  }

  #frame(type: number, flags: number, stream: number, bytes: Buffer, start: number, end: number): void {
    const at = this.#control(type, flags, stream, end - start);
    this.#open = at - FRAME_HEADER_BYTES;
    bytes.copy(this.#current(), at, start, end);
  }

  /** Writes the header of a frame, and returns where its payload goes. */
  #control(type: number, flags: number, stream: number, length: number): number {
    const at = this.#reserve(FRAME_HEADER_BYTES + length);
    writeFrameHeader(this.#current(), at, length, type, flags, stream);
    return at + FRAME_HEADER_BYTES;
  }

  #reserve(bytes: number): number {
    if (this.#length + bytes > BLOCK_BYTES) this.flush();
    if (this.#length === 0) this.#outlet.wake();
    const at = this.#length;
    this.#length += bytes;
    this.#open = -1;
    return at;
  }
}
