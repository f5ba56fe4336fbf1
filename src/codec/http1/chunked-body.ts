// Reads a chunked body (RFC 9112 section 7.1), and reports which bytes may be forwarded.
import { TOKEN_CHARS } from '../../base/http-syntax.ts';
import { asRead, type BodyReader, type OnRepairs, type PayloadSink } from './body-reader.ts';
import { violation, scanFields, type Violation } from './fields.ts';
import { RepairLog } from './repair.ts';
import { repairedLines } from './repaired-lines.ts';

/** Bounds on what a peer can make the proxy keep or skip: all extensions together, and the trailer section. */
const MAX_EXTENSION_BYTES = 16 * 1024;
const MAX_TRAILER_BYTES = 16 * 1024;
/** 2^52 bytes: larger than any body, small enough to count exactly. */
const MAX_SIZE_DIGITS = 13;
/** Bounds on the white space and zeros around the size of a chunk: all of them, and the zeros that are passed on. */
const MAX_PADDING_BYTES = 256;
const MAX_KEPT_ZEROS = 8;

const CR = 13;
const LF = 10;
const TAB = 9;
const SPACE = 32;
const SEMICOLON = 59;

/** A quoted string (RFC 9110 section 5.6.4). */
const QUOTED = /"(?:[\t !#-[\]-~\x80-\xff]|\\[\t -~\x80-\xff])*"/;
/**
 * Chunk extensions (RFC 9112 section 7.1.1), with the white space that recipients must accept and senders must not
 * send.
 */
const EXTENSIONS = new RegExp(
  `^(?:[ \\t]*;[ \\t]*[${TOKEN_CHARS}]+(?:[ \\t]*=[ \\t]*(?:[${TOKEN_CHARS}]+|${QUOTED.source}))?)+$`,
);

type ChunkState =
  | 'size'
  | 'padding'
  | 'extension'
  | 'size-lf'
  | 'data'
  | 'data-cr'
  | 'data-lf'
  | 'trailers'
  | 'done';

/** Reads the chunked coding strictly (RFC 9112 section 7.1), except for the repairs reported to `repaired`. */
export class ChunkedReader implements BodyReader {
  readonly framed = true;
  violation: Violation | null = null;
  trailers = '';
  #state: ChunkState = 'size';
  #size = 0;
  #digits = 0;
  /** Extension of the current chunk. */
  #extension = '';
  /** Size of the extensions of all chunks. */
  #extensionBytes = 0;
  /** Length of the current line of the trailer section. */
  #lineLength = 0;
  #afterCr = false;
  /** Trailer bytes of earlier reads. */
  #held = '';
  readonly #repaired: OnRepairs | null;
  /** Bytes around the size of the current chunk that are not part of it. */
  #padding = 0;
  /** Offsets of the bytes of this read that are not passed on. */
  #leftOut: number[] = [];
  #hasLeftOut = false;
  /** The trailer section as it is passed on, where that was repaired: the section, and its bytes as received. */
  #repairedTrailers: { readonly text: string; readonly received: number } | null = null;

  constructor(repaired: OnRepairs | null) {
    this.#repaired = repaired;
  }

  get done(): boolean {
    return this.#state === 'done';
  }

  read(bytes: Buffer, at: number, payload: PayloadSink): number {
    if (this.#leftOut.length > 0) this.#leftOut = [];
    while (at < bytes.length && this.#state !== 'done' && this.violation === null) {
      if (this.#state === 'data') at = this.#data(bytes, at, payload);
      else if (this.#state === 'trailers') at = this.#trailer(bytes, at);
      else this.#framingByte(bytes[at] ?? 0, at++);
    }
    return at;
  }

  wire(bytes: Buffer, at: number, end: number): Buffer {
    if (this.#state === 'trailers') {
      const inThisRead = this.trailers.length - this.#held.length;
      this.#held = this.trailers;
      return this.#withHeld(bytes, at, end - inThisRead);
    }
    if (this.#repairedTrailers !== null) {
      const { text, received } = this.#repairedTrailers;
      const before = this.#withHeld(bytes, at, end - (received - this.#held.length));
      return Buffer.concat([before, Buffer.from(text, 'latin1')]);
    }
    const whole = this.#withHeld(bytes, at, end);
    return this.#held === '' ? whole : Buffer.concat([Buffer.from(this.#held, 'latin1'), whole]);
  }

  /** Returns the bytes of `bytes[at…end)` that are passed on. */
  #withHeld(bytes: Buffer, at: number, end: number): Buffer {
    if (this.#leftOut.length === 0) return asRead(bytes, at, end);
    const pieces = this.#leftOut.map((offset, index) =>
      bytes.subarray(index === 0 ? at : this.#leftOut[index - 1]! + 1, offset),
    );
    return Buffer.concat([...pieces, bytes.subarray(this.#leftOut.at(-1)! + 1, end)]);
  }

  #data(bytes: Buffer, at: number, payload: PayloadSink): number {
    const end = Math.min(bytes.length, at + this.#size);
    this.#size -= end - at;
    payload(bytes, at, end);
    if (this.#size === 0) this.#state = 'data-cr';
    return end;
  }

  #framingByte(byte: number, at: number): void {
    switch (this.#state) {
      case 'size':
        this.#sizeByte(byte, at);
        break;
      case 'padding':
        if (isBlank(byte)) this.#leaveOut(at);
        else this.#sizeEnd(byte);
        break;
      case 'extension':
        this.#extensionByte(byte);
        break;
      case 'size-lf':
        if (byte !== LF) this.#fail('a chunk size is not followed by CRLF');
        else this.#state = this.#size === 0 ? 'trailers' : 'data';
        break;
      case 'data-cr':
        if (byte !== CR) this.#fail('a chunk is longer than its size');
        else this.#state = 'data-lf';
        break;
      default:
        if (byte !== LF) this.#fail('a chunk does not end with CRLF');
        else this.#nextChunk();
    }
  }

  #nextChunk(): void {
    this.#state = 'size';
    this.#size = 0;
    this.#digits = 0;
    this.#padding = 0;
  }

  #sizeByte(byte: number, at: number): void {
    const digit = hexDigit(byte);
    if (digit >= 0) this.#sizeDigit(digit, at);
    else if (this.#digits === 0) this.#fail('a chunk has no size');
    else if (isBlank(byte) && this.#repaired !== null) {
      this.#state = 'padding';
      this.#leaveOut(at);
    } else this.#sizeEnd(byte);
  }

  #sizeDigit(digit: number, at: number): void {
    const isPadding = digit === 0 && this.#size === 0 && this.#digits > 0 && this.#repaired !== null;
    if (isPadding && this.#padding >= MAX_KEPT_ZEROS) this.#leaveOut(at);
    else if (isPadding) this.#padding += 1;
    else {
      this.#size = this.#size * 16 + digit;
      if (++this.#digits > MAX_SIZE_DIGITS) this.#fail('a chunk size is too large');
    }
  }

  #sizeEnd(byte: number): void {
    if (byte === CR) this.#state = 'size-lf';
    else if (byte === SEMICOLON) {
      this.#state = 'extension';
      this.#extensionByte(byte);
    } else this.#fail('a chunk size is not hexadecimal');
  }

  #leaveOut(at: number): void {
    this.#leftOut.push(at);
    if (++this.#padding > MAX_PADDING_BYTES)
      this.#fail('a chunk size has too much white space or too many zeros');
    if (this.#hasLeftOut) return;
    this.#hasLeftOut = true;
    const log = new RepairLog();
    log.add('chunk-size');
    this.#repaired?.(log.list());
  }

  #extensionByte(byte: number): void {
    if (byte === CR) {
      if (!EXTENSIONS.test(this.#extension)) this.#fail('a chunk extension is malformed');
      this.#extension = '';
      this.#state = 'size-lf';
    } else if ((byte < 32 && byte !== TAB) || byte === 127)
      this.#fail('a chunk extension holds a control byte');
    else if (++this.#extensionBytes > MAX_EXTENSION_BYTES) this.#fail('a chunk extension is too long');
    else this.#extension += String.fromCharCode(byte);
  }

  #trailer(bytes: Buffer, at: number): number {
    const start = at;
    let ended = false;
    while (at < bytes.length && !ended && this.violation === null)
      ended = this.#trailerByte(bytes[at++] ?? 0);
    this.trailers += bytes.toString('latin1', start, at);
    if (this.trailers.length > MAX_TRAILER_BYTES) this.#fail('the trailer section is too long');
    else if (ended) this.#endTrailers();
    return at;
  }

  /** Returns true for the byte that ends the section: the line feed of an empty line. */
  #trailerByte(byte: number): boolean {
    const afterCr = this.#afterCr;
    this.#afterCr = byte === CR;
    if (byte === LF) {
      if (!afterCr) this.#fail('the trailer section holds a bare LF');
      const empty = this.#lineLength === 0;
      this.#lineLength = 0;
      return empty && afterCr;
    }
    if (afterCr) this.#fail('the trailer section holds a bare CR');
    if (byte !== CR) this.#lineLength += 1;
    return false;
  }

  #endTrailers(): void {
    const received = this.trailers;
    const asReceived = scanFields(received, 0);
    const section = asReceived.type === 'violation' ? this.#repairedSection(received) : received;
    this.trailers = section.slice(0, -2);
    const fields = section === received ? asReceived : scanFields(section, 0);
    if (fields.type === 'violation') this.#fail(`trailers: ${fields.reason}`);
    // RFC 9110 section 6.5.1: fields that frame or route a message must not be trailers.
    else if (fields.chunked || fields.contentLength >= 0 || fields.host !== null)
      this.#fail('a trailer is a framing field');
    else if (fields.token !== null) this.#fail('a trailer is X-Proxy-Token');
    else this.#state = 'done';
  }

  #repairedSection(received: string): string {
    const log = new RepairLog();
    const lines = this.#repaired === null ? null : repairedLines(received.slice(0, -4).split('\r\n'), log);
    if (!Array.isArray(lines)) return received;
    const text = [...lines, '', ''].join('\r\n');
    this.#repairedTrailers = { text, received: received.length };
    this.#repaired?.(log.list());
    return text;
  }

  #fail(reason: string): void {
    this.violation = violation(400, reason);
  }
}

function isBlank(byte: number): boolean {
  return byte === SPACE || byte === TAB;
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  const lower = byte | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
