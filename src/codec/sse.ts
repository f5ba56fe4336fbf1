// Reads server-sent events (HTML standard, section 9.2.6 "Interpreting an event stream") as their bytes pass.
// Bounded: it keeps the first bytes of long lines and events, and counts the rest.
import { Accumulator } from './accumulator.ts';

export interface ServerSentEvent {
  /** The last id that the stream has set; empty before. */
  readonly id: string;
  /** `message` by default. */
  readonly event: string;
  /** The first bytes, in UTF-8. */
  readonly data: Buffer;
  /** Size of the complete data, in bytes. */
  readonly size: number;
}

/** Returns true when the Content-Type is that of a stream of events. */
export function isEventStream(contentType: string): boolean {
  return /^[ \t]*text\/event-stream[ \t]*(?:;|$)/i.test(contentType);
}

/** Returns true when the head of an HTTP/1 request accepts a stream of events. */
export function acceptsEventStream(head: string): boolean {
  return /\r\naccept:[^\r]*\btext\/event-stream\b/i.test(head);
}

const LF = 10;
const CR = 13;
const COLON = 58;
const SPACE = 32;
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
/** Maximum number of bytes kept of an id or a type. */
const MAX_NAME_BYTES = 1024;
const NOTHING = Buffer.alloc(0);
const LINE_FEED = Buffer.from('\n');

export class EventStreamReader {
  readonly #keep: number;
  readonly #emit: (event: ServerSentEvent) => void;
  /** The start of a line whose end has not arrived. */
  readonly #line = new Accumulator();
  #lineSize = 0;
  /** Number of bytes of a byte order mark seen so far; 3 once the beginning is past. */
  #mark = 0;
  #afterCr = false;
  #id = '';
  #event = '';
  readonly #data = new Accumulator();
  #size = 0;
  #hasData = false;

  /** `keep`: maximum number of bytes kept of an event's data. */
  constructor(keep: number, emit: (event: ServerSentEvent) => void) {
    this.#keep = keep;
    this.#emit = emit;
  }

  /** Reads `bytes[start…end)` of the stream. Bytes that are kept are copied. */
  read(bytes: Buffer, start: number, end: number): void {
    let from = this.#mark < BOM.length ? this.#skipMark(bytes, start, end) : start;
    for (let at = from; at < end; at += 1) {
      const byte = bytes[at];
      if (byte !== LF && byte !== CR) continue;
      // The LF of a CRLF, which may be split across pieces.
      const isSecond = byte === LF && this.#afterCr && at === from && this.#lineSize === 0;
      this.#afterCr = byte === CR;
      if (!isSecond) this.#endLine(bytes, from, at);
      from = at + 1;
    }
    if (from < end) {
      this.#hold(bytes, from, end);
      this.#afterCr = false;
    }
  }

  /** Returns the start of the stream behind its byte order mark; bytes that only looked like one are put back. */
  #skipMark(bytes: Buffer, start: number, end: number): number {
    let at = start;
    while (at < end && this.#mark < BOM.length && bytes[at] === BOM[this.#mark]) {
      at += 1;
      this.#mark += 1;
    }
    if (this.#mark === BOM.length || at === end) return at;
    if (this.#mark > 0) this.#hold(BOM, 0, this.#mark);
    this.#mark = BOM.length;
    return at;
  }

  #hold(bytes: Buffer, start: number, end: number): void {
    this.#lineSize += end - start;
    const max = Math.min(end, start + this.#keep + MAX_NAME_BYTES - this.#line.length);
    if (max > start) this.#line.add(bytes, start, max);
  }

  #endLine(bytes: Buffer, start: number, end: number): void {
    if (this.#lineSize === 0) {
      this.#field(bytes, start, end, end - start);
      return;
    }
    this.#hold(bytes, start, end);
    const size = this.#lineSize;
    const line = this.#line.take();
    this.#lineSize = 0;
    this.#field(line, 0, line.length, size);
  }

  /** Handles a line of `size` bytes, of which those from `start` to `end` are available. */
  #field(bytes: Buffer, start: number, end: number, size: number): void {
    if (size === 0) {
      this.#dispatch();
      return;
    }
    const colon = bytes.subarray(start, end).indexOf(COLON);
    const nameEnd = colon < 0 ? end : start + colon;
    if (nameEnd - start > 5) return;
    const valueStart =
      colon < 0 ? end : nameEnd + (bytes[nameEnd + 1] === SPACE && nameEnd + 1 < end ? 2 : 1);
    switch (bytes.toString('latin1', start, nameEnd)) {
      case 'data':
        this.#addData(bytes, valueStart, end, size - (valueStart - start));
        return;
      case 'event':
        this.#event = bytes.toString('utf8', valueStart, Math.min(end, valueStart + MAX_NAME_BYTES));
        return;
      case 'id':
        if (!bytes.subarray(valueStart, end).includes(0))
          this.#id = bytes.toString('utf8', valueStart, Math.min(end, valueStart + MAX_NAME_BYTES));
    }
    // `retry` concerns reconnecting; all other fields are ignored.
  }

  #addData(bytes: Buffer, start: number, end: number, size: number): void {
    if (this.#hasData) this.#append(LINE_FEED, 0, 1, 1);
    this.#hasData = true;
    this.#append(bytes, start, end, size);
  }

  #append(bytes: Buffer, start: number, end: number, size: number): void {
    // Bytes that follow omitted ones would not join those before.
    const isWhole = this.#data.length === this.#size;
    const max = isWhole ? Math.min(end, start + this.#keep - this.#data.length) : start;
    if (max > start) this.#data.add(bytes, start, max);
    this.#size += size;
  }

  #dispatch(): void {
    const event = this.#event || 'message';
    this.#event = '';
    if (!this.#hasData) return;
    const data = this.#data.length === 0 ? NOTHING : this.#data.take();
    const size = this.#size;
    this.#size = 0;
    this.#hasData = false;
    this.#emit({ id: this.#id, event, data, size });
  }
}
