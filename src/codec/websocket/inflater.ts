// Undoes permessage-deflate (RFC 7692 section 7.2.2). What messages share is their last 32 KiB of text; it is kept
// here, and zlib starts anew with it for each message, which is cheaper than a stream of Node's and leaves nothing
// in memory while a connection is idle. Any agreed window is within zlib's largest.
import { constants, createInflateRaw, inflateRawSync, type InflateRaw } from 'node:zlib';
import { messageOf } from '../../base/errors.ts';

const MAX_WINDOW = 32 * 1024;
const OPTIONS = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 4096 } as const;
const STREAM_OPTIONS = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 64 * 1024 } as const;
const NOTHING = Buffer.alloc(0);

export type Inflated =
  | { readonly type: 'inflated'; readonly bytes: Buffer }
  /** More came out than was allowed. */
  | { readonly type: 'large' }
  | { readonly type: 'corrupt'; readonly reason: string };

/** Takes what comes out, in order; a promise holds the rest back until it is settled. */
export type Taker = (bytes: Buffer) => Promise<void> | undefined;

/** The text that the next message may refer to. */
class Window {
  readonly #kept: boolean;
  #bytes = NOTHING;
  #length = 0;

  constructor(kept: boolean) {
    this.#kept = kept;
  }

  get dictionary(): { readonly dictionary?: Buffer } {
    if (this.#length === 0) return {};
    return { dictionary: this.#bytes.subarray(Math.max(0, this.#length - MAX_WINDOW), this.#length) };
  }

  remember(bytes: Buffer): void {
    if (!this.#kept || bytes.length === 0) return;
    const tail = bytes.length > MAX_WINDOW ? bytes.subarray(bytes.length - MAX_WINDOW) : bytes;
    this.#makeRoom(tail.length);
    this.#length += tail.copy(this.#bytes, this.#length);
  }

  /** Moves the text to the front when it has reached the end: copying it for each message would cost more. */
  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const kept = Math.min(this.#length, MAX_WINDOW);
    const wanted = Math.min(2 * MAX_WINDOW, Math.max(4096, (kept + bytes) * 2));
    const room = wanted > this.#bytes.length ? Buffer.allocUnsafeSlow(wanted) : this.#bytes;
    this.#bytes.copy(room, 0, this.#length - kept, this.#length);
    this.#bytes = room;
    this.#length = kept;
  }
}

export class Inflater {
  readonly #window: Window;

  /** `takeover`: whether a message may refer to those before it. */
  constructor(takeover: boolean) {
    this.#window = new Window(takeover);
  }

  /** Inflates a whole message at once, to at most `limit` bytes; past them nothing is remembered of it. */
  inflate(message: Buffer, limit: number): Inflated {
    const parts: Buffer[] = [];
    let left = limit;
    let rest = message;
    try {
      while (rest.length > 0) {
        const options = {
          ...OPTIONS,
          ...this.#dictionary(parts),
          maxOutputLength: Math.max(1, left),
          info: true,
        };
        const { buffer, engine } = inflateRawSync(rest, options) as unknown as Result;
        parts.push(buffer);
        left -= buffer.length;
        // A block marked as the last one ends zlib's stream, not the message (RFC 7692 7.2.3.4).
        rest = rest.subarray(engine.bytesWritten);
        if (engine.bytesWritten === 0) break;
        if (left < 0) return { type: 'large' };
      }
    } catch (error) {
      if (isTooLarge(error)) return { type: 'large' };
      return { type: 'corrupt', reason: messageOf(error) };
    }
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    this.#window.remember(bytes);
    return { type: 'inflated', bytes };
  }

  /** Inflates a message whose parts are given one after the other, with as little memory as that takes. */
  begin(): PartInflater {
    return new PartInflater(this.#window);
  }

  #dictionary(before: readonly Buffer[]): { readonly dictionary?: Buffer } {
    if (before.length === 0) return this.#window.dictionary;
    const whole = new Window(true);
    whole.remember(this.#window.dictionary.dictionary ?? NOTHING);
    for (const part of before) whole.remember(part);
    return whole.dictionary;
  }
}

interface Result {
  readonly buffer: Buffer;
  readonly engine: { readonly bytesWritten: number };
}

/** Most that is given to zlib at a time: at its best ratio no more than 8 MiB come out. */
const STEP_BYTES = 8 * 1024;

/** One message, inflated in parts. `end` must be called, whatever happens. */
export class PartInflater {
  readonly #window: Window;
  #stream: InflateRaw | null = null;
  #take: Taker = () => undefined;
  /** What those who take are busy with. */
  #busy: Promise<void> | null = null;
  #error: string | null = null;

  constructor(window: Window) {
    this.#window = window;
  }

  /** Resolves when all that can be made of `part` has been taken, with the fault that ends it or null. */
  async write(part: Buffer, take: Taker): Promise<string | null> {
    this.#take = take;
    let rest = part;
    while (rest.length > 0 && this.#error === null) {
      const step = rest.subarray(0, STEP_BYTES);
      const stream = (this.#stream ??= this.#open());
      const before = stream.bytesWritten;
      await written(stream, step);
      await this.#busy;
      const used = stream.bytesWritten - before;
      rest = rest.subarray(used);
      // A block marked as the last one: what follows it is for a stream of its own.
      if (used < step.length) this.#close();
      if (used === 0) break;
    }
    return this.#error;
  }

  /** Stops at once, if need be in the middle, for this reason. */
  end(reason = 'it was ended'): void {
    this.#error ??= reason;
    this.#close();
  }

  #close(): void {
    this.#stream?.destroy();
    this.#stream = null;
  }

  #open(): InflateRaw {
    const stream = createInflateRaw({ ...STREAM_OPTIONS, ...this.#window.dictionary });
    stream.on('error', (error) => (this.#error ??= messageOf(error)));
    stream.on('data', (bytes: Buffer) => {
      this.#window.remember(bytes);
      const busy = this.#take(bytes);
      if (busy !== undefined)
        this.#busy = this.#busy === null ? busy : Promise.all([this.#busy, busy]).then(() => undefined);
    });
    return stream;
  }
}

/** Resolves when the stream has taken `bytes` and given what it made of them, or is gone. */
function written(stream: InflateRaw, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('close', done);
      resolve();
    };
    stream.on('close', done);
    stream.write(bytes, done);
  });
}

function isTooLarge(error: unknown): boolean {
  return error instanceof RangeError;
}
