// Assembles the messages of one direction from their frames (RFC 6455 section 5.4). Bounded: beyond the bound, bytes
// are counted or passed on in parts, never collected.
import { isUtf8 } from 'node:buffer';
import { Accumulator } from '../accumulator.ts';
import { closeViolation } from './close.ts';
import {
  CLOSE,
  CONTINUATION,
  frameViolation,
  kindOf,
  type FrameViolation,
  type MessageKind,
  type Sender,
} from './frame.ts';
import { FrameReader } from './frame-reader.ts';
import { applyMask } from './mask.ts';
import { completeLength } from './utf8.ts';

export interface ReadMessage {
  readonly kind: MessageKind;
  /** True when `payload` is compressed (RFC 7692). */
  readonly compressed: boolean;
  /** Unmasked. Of a long message, the first bytes or what follows the last part. The reader does not use it again. */
  readonly payload: Buffer;
  /** Payload size of the complete message as sent, in bytes. */
  readonly size: number;
}

export interface MessageReaderOptions {
  readonly sender: Sender;
  /** True when permessage-deflate was accepted. */
  readonly compresses: boolean;
  /** Maximum number of bytes kept of a message that is not passed on in parts. */
  readonly keep: number;
  /** Messages that are passed on in parts of about `partBytes`, with nothing omitted. */
  readonly parts: 'all' | 'compressed';
  readonly partBytes: number;
}

const NO_TEXT = frameViolation('text', 'a text message is not UTF-8 (RFC 6455 8.1)');

/**
 * Reads messages. Call `read` until the bytes are used up, and after each call check `message`, `part` and
 * `violation`.
 */
export class MessageReader {
  /** The message or control frame that ended where reading stopped. */
  message: ReadMessage | null = null;
  /** Payload of the current message since the last part. */
  part: Buffer | null = null;
  /** Nothing can be read any more. A message whose content violates a rule is still returned. */
  violation: FrameViolation | null = null;
  /** Kind of the current message. */
  kind: MessageKind = 'binary';
  compressed = false;
  readonly #frames: FrameReader;
  readonly #options: MessageReaderOptions;
  readonly #data = new Accumulator();
  readonly #control = new Accumulator();
  #size = 0;
  #inParts = false;
  /** True while the text so far is UTF-8. */
  #isText = true;
  /** The start of a character that was split by the end of the last part. */
  #split = Buffer.alloc(0);

  constructor(options: MessageReaderOptions) {
    this.#options = options;
    this.#frames = new FrameReader(options.sender, options.compresses);
  }

  /** True when another message may be injected here. */
  get atBoundary(): boolean {
    return this.violation === null && this.#frames.atBoundary;
  }

  /** True while a text or binary message is in progress. */
  get inMessage(): boolean {
    return this.#frames.inMessage;
  }

  /** Returns what was collected of the current message and not passed on: nothing more will be read. */
  takeRest(): Buffer {
    return this.#data.take();
  }

  /** The header that violated the protocol. */
  get rejected(): Buffer | null {
    return this.#frames.rejected;
  }

  /** Reads from `from` to the end of a frame, of a part, or of the bytes; returns where it stopped. */
  read(bytes: Buffer, from: number): number {
    const frames = this.#frames;
    this.message = this.part = null;
    let at = from;
    while (at < bytes.length && this.violation === null) {
      at = frames.read(bytes, at);
      this.violation = frames.violation;
      if (this.violation !== null || frames.inHeader) return at;
      const isPart = frames.opcode >= CLOSE ? this.#readControl(bytes) : this.#readData(bytes);
      if (frames.done || isPart) return at;
    }
    return at;
  }

  /** Returns true when a part is ready, which is never the case here. */
  #readControl(bytes: Buffer): false {
    const { start, end, opcode, done } = this.#frames;
    this.#gather(this.#control, bytes, start, end);
    if (!done) return false;
    const payload = this.#control.take();
    this.message = { kind: kindOf(opcode), compressed: false, payload, size: payload.length };
    if (opcode === CLOSE) this.violation = closeViolation(payload);
    return false;
  }

  /** Returns true when a part is ready. */
  #readData(bytes: Buffer): boolean {
    const frames = this.#frames;
    const { opcode, start, end, offset } = frames;
    if (opcode !== CONTINUATION && offset === 0) this.#begin(opcode, frames.rsv1);
    this.#size += end - start;
    const room = this.#inParts ? Infinity : this.#options.keep - this.#data.length;
    const keptEnd = Math.min(end, start + room);
    if (keptEnd > start) this.#gather(this.#data, bytes, start, keptEnd);
    const isWhole = frames.done && frames.fin;
    const isPart = !isWhole && this.#inParts && this.#data.length >= this.#options.partBytes;
    if (isWhole) this.#end();
    else if (isPart) this.#givePart();
    return isPart;
  }

  #gather(gathered: Accumulator, bytes: Buffer, start: number, end: number): void {
    const { masked, key, offset } = this.#frames;
    const from = gathered.length;
    gathered.add(bytes, start, end);
    if (masked) applyMask(gathered.bytes, from, gathered.length, key, offset);
  }

  #begin(opcode: number, compressed: boolean): void {
    this.kind = kindOf(opcode);
    this.compressed = compressed;
    this.#inParts = this.#options.parts === 'all' || compressed;
    this.#size = 0;
    this.#split = this.#split.subarray(0, 0);
    this.#isText = true;
  }

  #givePart(): void {
    this.part = this.#data.take();
    this.#checkText(this.part, false);
  }

  #end(): void {
    const payload = this.#data.take();
    const size = this.#size;
    this.message = { kind: this.kind, compressed: this.compressed, payload, size };
    this.#checkText(payload, this.#inParts || payload.length === size);
  }

  /** Validates text (RFC 6455 section 8.1). Of a message that is only counted, the first bytes are validated. */
  #checkText(bytes: Buffer, isEnd: boolean): void {
    if (this.kind !== 'text' || this.compressed) return;
    const text = this.#split.length === 0 ? bytes : Buffer.concat([this.#split, bytes]);
    const length = isEnd ? text.length : completeLength(text);
    this.#split = Buffer.from(text.subarray(length));
    this.#isText &&= isUtf8(length === text.length ? text : text.subarray(0, length));
    // Reported at the end of the message: its remaining bytes would otherwise be taken for frames.
    if (this.message !== null && !this.#isText) this.violation = NO_TEXT;
  }
}
