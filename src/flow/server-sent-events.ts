// The last 200 server-sent events of a response, read beside the bytes that pass, decompressed where needed.
import { copyBytes } from '../base/copy-bytes.ts';
import { meaningsOf, type MessageMeaning } from './message-meaning/index.ts';
import type { Transform } from 'node:stream';
import { EventStreamReader, type ServerSentEvent } from '../codec/sse.ts';
import { createDecoder, type Coding } from '../codec/content-coding.ts';
import { MAX_ENTRY_BYTES, BoundedLog, type LogEntry } from './bounded-log.ts';
import type { LogBudget } from './log-budget.ts';
import { cutText } from './web-socket-log.ts';

export interface LoggedEvent extends LogEntry {
  readonly event: ServerSentEvent;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** An event as flow detail shows it. */
export interface ServerSentEventDetail {
  /** The last id that the stream had set; empty without one. */
  readonly id: string;
  /** `message` unless the stream names another type. */
  readonly event: string;
  /** The event's data; a last line in brackets says what is missing. */
  readonly data: string;
  /** ISO 8601. */
  readonly time: string;
  /** The meaning in MCP or JSON-RPC. */
  readonly meaning?: MessageMeaning;
}

/** Compressed bytes that may wait for the decoder. */
const MAX_PENDING_BYTES = 1024 * 1024;
/** An expansion beyond this size, and beyond a multiple of the input, is an attack. */
const BOMB_BYTES = 16 * 1024 * 1024;
const BOMB_RATIO = 200;
/** Events whose times are kept even when they leave the log, to tell when a stream began to say something. */
const MAX_FIRST_TIMES = 50;

export class ServerSentEvents {
  /** The reason why events are not, or no longer, read; null as long as they are. */
  error: string | null = null;
  readonly #firstTimes: number[] = [];
  readonly #log: BoundedLog<LoggedEvent>;
  readonly #reader: EventStreamReader;
  readonly #coding: Coding | null;
  #decoder: Transform | null = null;
  #compressedBytes = 0;
  #decodedBytes = 0;

  /**
   * Reads the events of a body. `codings`: in the order applied, null for unknown ones; `changed` is called
   * at each event.
   */
  constructor(
    codings: readonly (Coding | null)[],
    budget: LogBudget,
    maxEventBytes: number,
    changed: () => void,
  ) {
    this.#log = new BoundedLog(budget);
    this.#coding = codings[0] ?? null;
    if (codings.length > 1 || codings.includes(null))
      this.error = 'the stream is compressed in a way that is not read here';
    this.#reader = new EventStreamReader(Math.min(maxEventBytes, MAX_ENTRY_BYTES), (event) => {
      const time = Date.now();
      this.#log.add({ bytes: event.data, event: { ...event, data: EMPTY }, time });
      if (this.#firstTimes.length < MAX_FIRST_TIMES) this.#firstTimes.push(time);
      changed();
    });
  }

  /** Adds bytes of the body, framing removed; valid during the call. */
  add(bytes: Buffer, start: number, end: number): void {
    if (this.error !== null || start === end) return;
    if (this.#coding === null) this.#reader.read(bytes, start, end);
    else this.#decode(this.#coding, copyBytes(bytes, start, end));
  }

  /** The last 200, oldest first; live. Their data are the bytes of the entries. */
  get entries(): readonly LoggedEvent[] {
    return this.#log.entries;
  }

  /** True when earlier events are missing. */
  get hasDropped(): boolean {
    return this.#log.hasDropped;
  }

  /** Restores that earlier events are missing. */
  restoreDropped(hasDropped: boolean): void {
    if (hasDropped) this.#log.markDropped();
  }

  /** When the first events arrived, as epoch milliseconds; empty where that is not known. */
  get firstTimes(): readonly number[] {
    return this.#firstTimes;
  }

  /** Restores an event that was read before. */
  restore(event: LoggedEvent): void {
    this.#log.add(event);
  }

  restoreFirstTimes(times: readonly number[]): void {
    this.#firstTimes.push(...times);
  }

  /** Ends the body. */
  end(): void {
    this.#decoder?.end();
  }

  /** Releases the memory: no list has the flow. */
  release(): void {
    this.#log.release();
  }

  detail(): readonly ServerSentEventDetail[] {
    const data = this.#log.entries.map(({ bytes }) => ({
      direction: 'received' as const,
      data: bytes.toString(),
    }));
    const meanings = meaningsOf(data, { subprotocol: '', url: '' });
    return this.#log.entries.map(({ bytes, event: { id, event, size }, time }, at) => {
      const meaning = meanings[at];
      return {
        id,
        event,
        data: cutText(bytes, size),
        time: new Date(time).toISOString(),
        ...(meaning && { meaning }),
      };
    });
  }

  #decode(coding: Coding, bytes: Buffer): void {
    const stream = (this.#decoder ??= this.#open(coding, bytes));
    this.#compressedBytes += bytes.length;
    stream.write(bytes);
    if (stream.writableLength > MAX_PENDING_BYTES)
      this.#fail('events come faster than they can be decompressed');
  }

  #open(coding: Coding, bytes: Buffer): Transform {
    const stream = createDecoder(coding, bytes);
    stream.on('error', (error) => this.#fail(`${coding}: ${error.message}`));
    stream.on('data', (text: Buffer) => {
      this.#decodedBytes += text.length;
      if (this.#decodedBytes > BOMB_BYTES && this.#decodedBytes > this.#compressedBytes * BOMB_RATIO)
        this.#fail('the stream is decompressed to far more than it was');
      else if (this.error === null) this.#reader.read(text, 0, text.length);
    });
    return stream;
  }

  #fail(reason: string): void {
    this.error ??= reason;
    this.#decoder?.destroy();
  }
}

const EMPTY = Buffer.alloc(0);
