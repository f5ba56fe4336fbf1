// The body of a message that tools may intercept. Its bytes wait for a verdict or a connection; when a tool asks for
// the whole body, they are buffered until it is complete. A body that is too large to buffer is streamed.
import { decodeBody } from '../../flow/decode.ts';
import type { Message } from '../../flow/message.ts';
import type { FlatFields } from '../../codec/flat-fields.ts';
import type { BodyBufferBudget } from '../shared/body-buffer-budget.ts';

/** Bytes that may wait before their sender is paused. */
const MAX_WAITING = 64 * 1024;

/** The sender of the bytes. */
export interface BodySource {
  pause(): void;
  resume(): void;
}

/** The receiver of the bytes, once it is known. */
export interface BodySink {
  /** Receives bytes of the body; `end` follows the last. */
  data(bytes: Buffer): void;
  end(trailers: FlatFields): void;
}

export interface BufferableBodyOptions {
  readonly source: BodySource;
  readonly memory: BodyBufferBudget;
  /** Maximum bytes that are buffered, as received and as decoded. */
  readonly max: number;
  /** The message of the flow, in which the body is captured. */
  readonly message: Message;
  /** False for streams, which are never buffered. */
  readonly bufferable: boolean;
  /** Content-Length; -1 where it is unknown. */
  readonly length: number;
}

export class BufferableBody {
  readonly #options: BufferableBodyOptions;
  #pieces: Buffer[] = [];
  #size = 0;
  #taken = 0;
  #trailers: FlatFields | null = null;
  #sink: BodySink | null = null;
  #whole: Promise<Buffer | null> | null = null;
  #settle: ((whole: Buffer | null) => void) | null = null;
  #paused = false;
  #dropped = false;

  constructor(options: BufferableBodyOptions) {
    this.#options = options;
  }

  /** True when the whole body has arrived. */
  get complete(): boolean {
    return this.#trailers !== null;
  }

  get trailers(): FlatFields {
    return this.#trailers ?? [];
  }

  /** Adds bytes, which nobody changes afterwards. */
  add(bytes: Buffer): void {
    if (this.#dropped) return;
    this.#options.message.body.addCopy(bytes, 0, bytes.length);
    if (this.#sink !== null) {
      this.#sink.data(bytes);
      return;
    }
    this.#pieces.push(bytes);
    this.#size += bytes.length;
    if (this.#settle === null) this.#brake();
    else if (this.#size > this.#options.max || !this.#account()) this.#giveUp();
  }

  end(trailers: FlatFields): void {
    if (this.#trailers !== null) return;
    this.#trailers = trailers;
    if (this.#settle !== null) this.#giveWhole(this.#settle);
    if (!this.#dropped) this.#sink?.end(trailers);
  }

  /** Gives up on the body: the rest will not arrive. */
  fail(): void {
    this.#drop();
  }

  /** Resolves with the whole body, decoded; with null when it is not to be buffered. */
  buffer(): Promise<Buffer | null> {
    return (this.#whole ??= this.#begin());
  }

  /** Passes on the waiting bytes, and from then on every byte as it arrives. */
  passTo(sink: BodySink): void {
    if (this.#dropped) return;
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#release();
    this.#size = 0;
    this.#sink = sink;
    // Must precede the pieces, because each of them may pause the sender again.
    if (this.#trailers === null) this.#unbrake();
    for (const piece of pieces) sink.data(piece);
    if (this.#trailers !== null) sink.end(this.#trailers);
  }

  /** Takes back the sink, to which nothing has been passed: bytes wait again. */
  detachSink(): void {
    this.#sink = null;
  }

  /** Reads and drops the body, which is still captured. */
  discard(): void {
    this.passTo(NOWHERE);
  }

  #begin(): Promise<Buffer | null> {
    const { bufferable, length, max } = this.#options;
    if (!bufferable || this.#dropped || this.#sink !== null || length > max || this.#size > max)
      return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#settle = resolve;
      if (!this.#account()) this.#giveUp();
      else if (this.#trailers !== null) this.#giveWhole(resolve);
      else this.#unbrake();
    });
  }

  #giveWhole(settle: (whole: Buffer | null) => void): void {
    this.#settle = null;
    const { message, max } = this.#options;
    void decodeBody(message, max).then(({ bytes, size, exact, decoded, error }) => {
      if (error !== null) settle(Buffer.concat(this.#pieces));
      else if (!exact || size > max || (decoded && !this.#accountDecoded(size))) settle(null);
      else settle(bytes);
    });
  }

  /** The decoded bytes are in memory beside the received ones, and count for as long. */
  #accountDecoded(bytes: number): boolean {
    if (this.#dropped || this.#sink !== null) return true;
    if (!this.#options.memory.take(bytes)) return false;
    this.#taken += bytes;
    return true;
  }

  #giveUp(): void {
    const settle = this.#settle;
    this.#settle = null;
    this.#release();
    this.#brake();
    settle?.(null);
  }

  #account(): boolean {
    const more = this.#size - this.#taken;
    if (!this.#options.memory.take(more)) return false;
    this.#taken += more;
    return true;
  }

  #release(): void {
    this.#options.memory.give(this.#taken);
    this.#taken = 0;
  }

  #drop(): void {
    if (this.#dropped) return;
    this.#dropped = true;
    this.#pieces = [];
    this.#release();
    this.#settle?.(null);
    this.#settle = null;
  }

  #brake(): void {
    if (this.#paused || this.#size <= MAX_WAITING || this.#trailers !== null) return;
    this.#paused = true;
    this.#options.source.pause();
  }

  #unbrake(): void {
    this.#paused = false;
    this.#options.source.resume();
  }
}

const NOWHERE: BodySink = { data: () => undefined, end: () => undefined };
