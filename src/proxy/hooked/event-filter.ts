// A stream of server-sent events (HTML standard, section 9.2) whose events are shown to a tool one by one before they
// go on. What the tool leaves as it is goes on as the bytes that came.
import type { Transform } from 'node:stream';
import { decoder, type Coding } from '../../flow/inflate.ts';
import type { HeldEvent } from '../hooks.ts';

/** A block that is longer passes unseen. */
const MOST_BLOCK_BYTES = 1024 * 1024;
/** Bytes that may wait for a tool before the stream is paused. */
const MOST_WAITING = 64 * 1024;
const LF = 10;
const CR = 13;

export interface EventFilterOptions {
  readonly onEvent: (event: HeldEvent) => Promise<HeldEvent | null>;
  /** The content coding to undo; null for none. */
  readonly coding: Coding | null;
  readonly write: (bytes: Buffer) => void;
  readonly pause: () => void;
  readonly resume: () => void;
}

export class EventFilter {
  readonly #options: EventFilterOptions;
  #decoder: Transform | null = null;
  #partial: Buffer = Buffer.alloc(0);
  /** Whether what comes belongs to a block that is too long to be seen. */
  #passing = false;
  #waiting = 0;
  #paused = false;
  #last: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(options: EventFilterOptions) {
    this.#options = options;
  }

  data(bytes: Buffer): void {
    const { coding } = this.#options;
    if (coding === null) this.#take(bytes);
    else {
      this.#decoder ??= this.#open(coding, bytes);
      this.#decoder.write(bytes);
    }
  }

  /** Calls `done` when everything has gone on. */
  end(done: () => void): void {
    const finish = (): void => {
      const rest = this.#partial;
      this.#partial = Buffer.alloc(0);
      // A block without its empty line is no event; clients drop it.
      void this.#last.then(() => {
        if (this.#stopped) return;
        if (rest.length > 0) this.#options.write(rest);
        done();
      });
    };
    if (this.#decoder === null) finish();
    else this.#decoder.once('end', finish).once('error', finish).end();
  }

  stop(): void {
    this.#stopped = true;
    this.#decoder?.destroy();
  }

  #open(coding: Coding, first: Buffer): Transform {
    const stream = decoder(coding, first);
    stream.on('error', () => undefined);
    stream.on('data', (bytes: Buffer) => this.#take(bytes));
    return stream;
  }

  #take(bytes: Buffer): void {
    let rest = this.#partial.length === 0 ? bytes : Buffer.concat([this.#partial, bytes]);
    for (let end = blockEnd(rest); end >= 0; end = blockEnd(rest)) {
      this.#block(rest.subarray(0, end));
      rest = rest.subarray(end);
    }
    if (rest.length > MOST_BLOCK_BYTES || (this.#passing && rest.length > 0)) {
      // The last bytes may be the first half of the empty line.
      const held = Math.min(3, rest.length);
      this.#pass(rest.subarray(0, rest.length - held));
      this.#passing = true;
      rest = rest.subarray(rest.length - held);
    }
    this.#partial = Buffer.from(rest);
  }

  #block(bytes: Buffer): void {
    const event = this.#passing ? null : readBlock(bytes.toString('utf8'));
    this.#passing = false;
    if (event === null) this.#pass(bytes);
    else this.#queue(bytes.length, () => this.#ask(event, bytes));
  }

  #pass(bytes: Buffer): void {
    if (bytes.length > 0) this.#queue(bytes.length, () => Promise.resolve(bytes));
  }

  async #ask(event: HeldEvent, bytes: Buffer): Promise<Buffer | null> {
    try {
      const answer = await this.#options.onEvent(event);
      if (answer === null) return null;
      return isSame(answer, event) ? bytes : Buffer.from(writtenBlock(answer));
    } catch {
      return bytes;
    }
  }

  #queue(size: number, made: () => Promise<Buffer | null>): void {
    this.#waiting += size;
    if (this.#waiting > MOST_WAITING && !this.#paused) {
      this.#paused = true;
      this.#options.pause();
    }
    this.#last = this.#last.then(made).then((bytes) => {
      this.#waiting -= size;
      if (this.#stopped) return;
      if (bytes !== null) this.#options.write(bytes);
      if (!this.#paused || this.#waiting > MOST_WAITING / 2) return;
      this.#paused = false;
      this.#options.resume();
    });
  }
}

/** Behind the first empty line; -1 as long as it has not arrived. A CR at the very end may be half a line end. */
function blockEnd(bytes: Buffer): number {
  let lineStart = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte !== LF && byte !== CR) continue;
    if (byte === CR && at + 1 === bytes.length) return -1;
    const next = byte === CR && bytes[at + 1] === LF ? at + 2 : at + 1;
    if (at === lineStart) return next;
    lineStart = next;
    at = next - 1;
  }
  return -1;
}

/** Null for a block without fields that say something, such as a comment. */
function readBlock(text: string): HeldEvent | null {
  const data: string[] = [];
  let id = '';
  let event = '';
  let retry: number | null = null;
  let found = false;
  for (const line of text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/)) {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') data.push(value);
    else if (name === 'event') event = value;
    else if (name === 'id' && !value.includes('\0')) id = value;
    else if (name === 'retry' && /^\d+$/.test(value)) retry = Number(value);
    else continue;
    found = true;
  }
  return found ? { id, event, data: data.join('\n'), retry } : null;
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
