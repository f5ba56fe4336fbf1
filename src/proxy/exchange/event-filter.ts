// Filters an event stream (HTML standard, section 9.2): shows each event to a tool before it is passed on.
// Events that the tool leaves unchanged are passed on byte for byte.
import type { Transform } from 'node:stream';
import { messageOf } from '../../base/errors.ts';
import { createDecoder, type Coding } from '../../codec/content-coding.ts';
import type { HeldEvent } from '../hooks.ts';
import { EventBlocks } from './event-blocks.ts';

/** Bytes that may wait for a tool before the stream is paused. */
const MAX_WAITING = 64 * 1024;

export interface EventFilterOptions {
  readonly onEvent: (event: HeldEvent) => Promise<HeldEvent | null>;
  /** The content coding to decode; null for none. */
  readonly coding: Coding | null;
  readonly write: (bytes: Buffer) => void;
  readonly pause: () => void;
  readonly resume: () => void;
  /** Called with the reason when nothing more can be read. */
  readonly failed: (reason: string) => void;
}

export class EventFilter {
  readonly #options: EventFilterOptions;
  readonly #blocks = new EventBlocks((bytes, event) => this.#queue(bytes, event));
  #decoder: Transform | null = null;
  #waiting = 0;
  /** True when enough waits for the tool, or for the decoder. */
  #isFull = false;
  #isClogged = false;
  #last: Promise<void> = Promise.resolve();
  /** True when nothing more can be read. */
  #isBroken = false;
  #stopped = false;

  constructor(options: EventFilterOptions) {
    this.#options = options;
  }

  data(bytes: Buffer): void {
    if (this.#stopped || this.#isBroken) return;
    const { coding } = this.#options;
    if (coding === null) this.#blocks.take(bytes);
    else {
      this.#decoder ??= this.#open(coding, bytes);
      this.#isClogged = !this.#decoder.write(bytes);
      this.#brake();
    }
  }

  /** Calls `done` when everything has been passed on. */
  end(done: () => void): void {
    const finish = (): void => {
      this.#blocks.end();
      void this.#last.then(() => {
        if (!this.#stopped) done();
      });
    };
    if (this.#decoder === null) finish();
    else if (!this.#isBroken) this.#decoder.once('end', finish).end();
  }

  stop(): void {
    this.#stopped = true;
    this.#decoder?.destroy();
  }

  #open(coding: Coding, first: Buffer): Transform {
    const stream = createDecoder(coding, first);
    stream.on('error', this.#fail);
    stream.on('data', (bytes: Buffer) => this.#blocks.take(bytes));
    stream.on('drain', () => {
      this.#isClogged = false;
      this.#brake();
    });
    return stream;
  }

  /** Events that arrived before the failure are still passed on. */
  readonly #fail = (error: unknown): void => {
    this.#isBroken = true;
    void this.#last.then(() => {
      if (this.#stopped) return;
      this.stop();
      this.#options.failed(messageOf(error));
    });
  };

  /** `event`: shown to the tool; null for bytes that pass unchanged. */
  #queue(bytes: Buffer, event: HeldEvent | null): void {
    this.#waiting += bytes.length;
    if (this.#waiting > MAX_WAITING) this.#isFull = true;
    this.#brake();
    this.#last = this.#last
      .then(() => (event === null ? bytes : this.#ask(event, bytes)))
      .then((made) => {
        this.#waiting -= bytes.length;
        if (this.#stopped) return;
        if (made !== null) this.#options.write(made);
        if (this.#waiting > MAX_WAITING / 2) return;
        this.#isFull = false;
        this.#brake();
      })
      .catch(this.#fail);
  }

  async #ask(event: HeldEvent, bytes: Buffer): Promise<Buffer | null> {
    try {
      const replacement = await this.#options.onEvent(event);
      if (replacement === null) return null;
      return isSame(replacement, event) ? bytes : Buffer.from(writtenBlock(replacement));
    } catch {
      return bytes;
    }
  }

  #brake(): void {
    if (this.#isFull) this.#decoder?.pause();
    else this.#decoder?.resume();
    if (this.#isFull || this.#isClogged) this.#options.pause();
    else this.#options.resume();
  }
}

function writtenBlock({ id, event, data, retry }: HeldEvent): string {
  const line = (name: string, value: string): string => `${name}: ${value.replace(/[\r\n\0]+/g, ' ')}\n`;
  return (
    (event === '' ? '' : line('event', event)) +
    (id === '' ? '' : line('id', id)) +
    (retry === null ? '' : line('retry', String(retry))) +
    data
      .split(/\r\n|\r|\n/)
      .map((each) => `data: ${each}\n`)
      .join('') +
    '\n'
  );
}

function isSame(one: HeldEvent, other: HeldEvent): boolean {
  return (
    one.id === other.id && one.event === other.event && one.data === other.data && one.retry === other.retry
  );
}
