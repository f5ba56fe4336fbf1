// A body on its way through the hands of tools: its bytes wait here for a decision or a connection, and are held until
// they are whole where a tool asks for that. A body that is too large to be held goes on as it comes.
import { decodeBody } from '../../flow/decode.ts';
import type { Message } from '../../flow/flow.ts';
import type { FlatFields } from '../../codec/http2/fields.ts';
import type { BodyBufferBudget } from './body-buffer-budget.ts';

/** Bytes that may wait before their sender is paused. */
const MAX_WAITING = 64 * 1024;

/** Where the bytes come from. */
export interface BodySource {
  pause(): void;
  resume(): void;
}

/** Where they go once it is known. */
export interface BodySink {
  /** Bytes, and by `end` that there are no more. */
  data(bytes: Buffer): void;
  end(trailers: FlatFields): void;
}

export interface BufferableBodyOptions {
  readonly source: BodySource;
  readonly memory: BodyBufferBudget;
  /** The most bytes that are held, as received and decoded. */
  readonly max: number;
  /** What the flow keeps of it. */
  readonly message: Message;
  /** Whether it may be held at all: streams never are. */
  readonly bufferable: boolean;
  /** As announced; -1 where that is not known. */
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

  /** Whether all of it has arrived. */
  get complete(): boolean {
    return this.#trailers !== null;
  }

  get trailers(): FlatFields {
    return this.#trailers ?? [];
  }

  /** Bytes of it, which nobody changes afterwards. */
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

  /** The rest will not come. */
  fail(): void {
    this.#drop();
  }

  /** The whole body, decoded; null when it is not to be held. */
  buffer(): Promise<Buffer | null> {
    return (this.#whole ??= this.#begin());
  }

  /** What has waited goes on, and what comes from now on passes. */
  passTo(sink: BodySink): void {
    if (this.#dropped) return;
    const pieces = this.#pieces;
    this.#pieces = [];
    this.#release();
    this.#size = 0;
    this.#sink = sink;
    // Before the pieces, of which each may pause the sender again.
    if (this.#trailers === null) this.#unbrake();
    for (const piece of pieces) sink.data(piece);
    if (this.#trailers !== null) sink.end(this.#trailers);
  }

  /** Nothing has been passed on, and whoever was to get it is gone: what comes waits again. */
  detachSink(): void {
    this.#sink = null;
  }

  /** Nobody wants it: what comes is read and forgotten, but kept in the flow. */
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

  /** What was decoded is held beside what was received, as long as that is. */
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
