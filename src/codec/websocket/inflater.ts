// Decompresses permessage-deflate (RFC 7692 section 7.2.2). Messages share the last 32 KiB of decompressed data as
// their dictionary. It is stored here, and zlib starts with it for each message. This is cheaper than a long-lived
// stream and needs no zlib state while a connection is idle. Any accepted window is smaller than zlib's largest.
import { constants, createInflateRaw, inflateRawSync, type InflateRaw } from 'node:zlib';
import { messageOf } from '../../base/errors.ts';

const MAX_WINDOW = 32 * 1024;
const OPTIONS = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 4096 } as const;
const STREAM_OPTIONS = { finishFlush: constants.Z_SYNC_FLUSH, chunkSize: 64 * 1024 } as const;
const NOTHING = Buffer.alloc(0);

export type Inflated =
  | { readonly type: 'inflated'; readonly bytes: Buffer }
  /** The output is larger than allowed. */
  | { readonly type: 'large' }
  | { readonly type: 'corrupt'; readonly reason: string };

/** Receives the output in order; a returned promise pauses the output until it settles. */
export type Taker = (bytes: Buffer) => Promise<void> | undefined;

/** The text that the next message may refer to. */
class Window {
  readonly #takeover: boolean;
  #bytes = NOTHING;
  #length = 0;

  constructor(takeover: boolean) {
    this.#takeover = takeover;
  }

  get dictionary(): { readonly dictionary?: Buffer } {
    if (this.#length === 0) return {};
    return { dictionary: this.#bytes.subarray(Math.max(0, this.#length - MAX_WINDOW), this.#length) };
  }

  remember(bytes: Buffer): void {
    if (!this.#takeover || bytes.length === 0) return;
    const tail = bytes.length > MAX_WINDOW ? bytes.subarray(bytes.length - MAX_WINDOW) : bytes;
    this.#makeRoom(tail.length);
    this.#length += tail.copy(this.#bytes, this.#length);
  }

  /** Moves the text to the front only when the end is reached: copying it for each message would cost more. */
  #makeRoom(bytes: number): void {
    if (this.#length + bytes <= this.#bytes.length) return;
    const windowLength = Math.min(this.#length, MAX_WINDOW);
    const wanted = Math.min(2 * MAX_WINDOW, Math.max(4096, (windowLength + bytes) * 2));
    const room = wanted > this.#bytes.length ? Buffer.allocUnsafeSlow(wanted) : this.#bytes;
    this.#bytes.copy(room, 0, this.#length - windowLength, this.#length);
    this.#bytes = room;
    this.#length = windowLength;
  }
}

export class Inflater {
  readonly #window: Window;

  /** `takeover`: a message may refer to earlier ones. */
  constructor(takeover: boolean) {
    this.#window = new Window(takeover);
  }

  /** Inflates a complete message to at most `limit` bytes; of a larger one nothing is remembered. */
  inflate(message: Buffer, limit: number): Inflated {
    const parts: Buffer[] = [];
    let remaining = limit;
    let rest = message;
    try {
      while (rest.length > 0) {
        const options = {
          ...OPTIONS,
          ...this.#dictionary(parts),
          maxOutputLength: Math.max(1, remaining),
          info: true,
        };
        const { buffer, engine } = inflateRawSync(rest, options) as unknown as Result;
        parts.push(buffer);
        remaining -= buffer.length;
        // A block marked as final ends zlib's stream, but not the message (RFC 7692 section 7.2.3.4).
        rest = rest.subarray(engine.bytesWritten);
        if (engine.bytesWritten === 0) break;
        if (remaining < 0) return { type: 'large' };
      }
    } catch (error) {
      if (isTooLarge(error)) return { type: 'large' };
      return { type: 'corrupt', reason: messageOf(error) };
    }
    const bytes = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    this.#window.remember(bytes);
    return { type: 'inflated', bytes };
  }

  /** Starts a message whose parts arrive one after another, with as little memory as possible. */
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

/** Maximum input of one zlib step: at the best ratio its output is at most 8 MiB. */
const STEP_BYTES = 8 * 1024;

/** Inflates one message in parts. `end` must always be called. */
export class PartInflater {
  readonly #window: Window;
  #stream: InflateRaw | null = null;
  #take: Taker = () => undefined;
  /** The pending promise of the receiver. */
  #busy: Promise<void> | null = null;
  #error: string | null = null;

  constructor(window: Window) {
    this.#window = window;
  }

  /** Resolves when all output of `part` was received, with the error that ends the message or null. */
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
      // Whatever follows a block that is marked as final needs a new stream.
      if (used < step.length) this.#close();
      if (used === 0) break;
    }
    return this.#error;
  }

  /** Stops at once, even within a message, for this reason. */
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

/** Resolves when the stream has consumed `bytes` and returned their output, or was destroyed. */
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
