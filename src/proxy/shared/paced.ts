// Sends bytes at the rate of a simulated link.
import { Duplex } from 'node:stream';
import type { Pace } from '../hooks.ts';

/** Bytes that are sent at a time: about one packet. */
const SLICE = 1400;
/** Bytes that may wait before the sender has to stop. */
const MAX_WAITING = 64 * 1024;
/** The longest delay of a timer. */
const MAX_DELAY_MS = 2 ** 31 - 1;

export interface PacedOutletOptions {
  readonly pace: Pace;
  readonly write: (bytes: Buffer) => void;
  /** Called when there is room again after `push` returned false. */
  readonly drained: () => void;
}

/** A queue in front of an outlet. */
export class PacedOutlet {
  readonly #options: PacedOutletOptions;
  readonly #queue: Buffer[] = [];
  #waiting = 0;
  #timer: NodeJS.Timeout | null = null;
  #whenEmpty: (() => void) | null = null;
  #full = false;
  #held = false;
  #stopped = false;

  constructor(options: PacedOutletOptions) {
    this.#options = options;
  }

  /** Queues bytes. Returns false when the queue is full: wait for `drained`. */
  push(bytes: Buffer): boolean {
    this.#queue.push(bytes);
    this.#waiting += bytes.length;
    this.#go();
    this.#full = this.#waiting > MAX_WAITING;
    return !this.#full;
  }

  /** Calls `done` when everything has been sent. */
  end(done: () => void): void {
    this.#whenEmpty = done;
    this.#go();
  }

  /** Stops sending: the receiver takes no more for now. */
  hold(): void {
    this.#held = true;
  }

  release(): void {
    this.#held = false;
    this.#go();
  }

  stop(): void {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #go(): void {
    while (!this.#stopped && !this.#held && this.#timer === null) {
      const slice = this.#take();
      if (slice === null) break;
      const delay = this.#delay(slice.length);
      if (delay < 1) this.#write(slice);
      else this.#timer = setTimeout(() => this.#later(slice), delay);
    }
    if (this.#queue.length > 0 || this.#timer !== null || this.#stopped) return;
    const done = this.#whenEmpty;
    this.#whenEmpty = null;
    done?.();
  }

  /** A tool that throws does not slow the link. */
  #delay(bytes: number): number {
    try {
      return Math.min(this.#options.pace.delay(bytes), MAX_DELAY_MS);
    } catch {
      return 0;
    }
  }

  #later(slice: Buffer): void {
    this.#timer = null;
    this.#write(slice);
    this.#go();
  }

  #write(slice: Buffer): void {
    this.#waiting -= slice.length;
    this.#options.write(slice);
    if (!this.#full || this.#waiting > MAX_WAITING / 2) return;
    this.#full = false;
    this.#options.drained();
  }

  #take(): Buffer | null {
    const [first] = this.#queue;
    if (first === undefined) return null;
    if (first.length <= SLICE) {
      this.#queue.shift();
      return first;
    }
    this.#queue[0] = first.subarray(SLICE);
    return first.subarray(0, SLICE);
  }
}

/** Wraps `stream` in a slow link: reads arrive at one rate, writes leave at the other. */
export function paced(stream: Duplex, upload: Pace | null, download: Pace | null): Duplex {
  return upload === null && download === null ? stream : new PacedDuplex(stream, upload, download);
}

const UNLIMITED: Pace = { delay: () => 0 };

class PacedDuplex extends Duplex {
  readonly #stream: Duplex;
  readonly #incoming: PacedOutlet;
  readonly #outgoing: PacedOutlet;
  #room: (() => void) | null = null;
  /** True when enough has been read ahead. */
  #isFull = false;

  constructor(stream: Duplex, upload: Pace | null, download: Pace | null) {
    super({ allowHalfOpen: true });
    this.#stream = stream;
    this.#incoming = new PacedOutlet({
      pace: upload ?? UNLIMITED,
      write: (bytes) => {
        if (!this.push(bytes)) this.#incoming.hold();
      },
      drained: () => {
        this.#isFull = false;
        stream.resume();
      },
    });
    this.#outgoing = new PacedOutlet({
      pace: download ?? UNLIMITED,
      write: (bytes) => {
        if (!stream.write(bytes)) this.#outgoing.hold();
      },
      drained: () => this.#giveRoom(),
    });
    stream.on('data', (bytes: Buffer) => {
      if (this.#incoming.push(bytes)) return;
      this.#isFull = true;
      stream.pause();
    });
    stream.on('end', () => this.#incoming.end(() => void this.push(null)));
    stream.on('drain', () => this.#outgoing.release());
    stream.on('error', () => this.destroy());
    stream.on('close', () => this.destroy());
    if (stream.readableEnded) this.#incoming.end(() => void this.push(null));
  }

  override _read(): void {
    this.#incoming.release();
    if (!this.#isFull) this.#stream.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: () => void): void {
    if (this.#outgoing.push(chunk)) callback();
    else this.#room = callback;
  }

  override _final(callback: () => void): void {
    // Bytes that were written have not necessarily left yet.
    this.#outgoing.end(() => this.#stream.end(() => callback()));
  }

  override _destroy(error: Error | null, callback: (error: Error | null) => void): void {
    this.#incoming.stop();
    this.#outgoing.stop();
    this.#stream.destroy();
    callback(error);
  }

  #giveRoom(): void {
    const room = this.#room;
    this.#room = null;
    room?.();
  }
}
