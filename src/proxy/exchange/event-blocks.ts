// Splits an event stream into blocks, each with the empty line that ends it. Every byte is examined once, in
// whatever pieces the bytes arrive.
import type { HeldEvent } from '../hooks.ts';

/** Longer blocks pass unparsed. */
const MAX_BLOCK_BYTES = 1024 * 1024;
const LF = 10;
const CR = 13;
const NOTHING = Buffer.alloc(0);

/** Receives the bytes of a block with its event; null for bytes that pass unparsed. */
export type BlockSink = (bytes: Buffer, event: HeldEvent | null) => void;

export class EventBlocks {
  readonly #sink: BlockSink;
  /** The incomplete block: the first `#size` bytes. */
  #begun: Buffer = NOTHING;
  #size = 0;
  #isLineEmpty = true;
  /** True when a LF would belong to the line end before it. */
  #isAfterCr = false;
  /** True inside a block that is too long to be parsed. */
  #isPassing = false;
  #isFirst = true;

  constructor(sink: BlockSink) {
    this.#sink = sink;
  }

  take(bytes: Buffer): void {
    let from = 0;
    for (let at = 0; at < bytes.length; at += 1) {
      if (!this.#endsBlock(bytes[at])) continue;
      // Takes CR and LF together if they arrive together.
      if (this.#isAfterCr && bytes[at + 1] === LF) {
        at += 1;
        this.#isAfterCr = false;
      }
      this.#end(bytes.subarray(from, at + 1));
      from = at + 1;
    }
    if (from < bytes.length) this.#keep(bytes.subarray(from));
  }

  /** Drops a block without its empty line, as clients do. */
  end(): void {
    if (this.#size > 0) this.#sink(this.#taken(NOTHING), null);
  }

  /** Returns true when this byte ends an empty line. */
  #endsBlock(byte: number | undefined): boolean {
    if (byte === LF && this.#isAfterCr) {
      this.#isAfterCr = false;
      return false;
    }
    this.#isAfterCr = byte === CR;
    const wasEmpty = this.#isLineEmpty;
    this.#isLineEmpty = byte === LF || byte === CR;
    return wasEmpty && this.#isLineEmpty;
  }

  #end(last: Buffer): void {
    const bytes = this.#taken(last);
    const isUnseen = this.#isPassing || bytes.length > MAX_BLOCK_BYTES;
    const event = isUnseen ? null : readBlock(bytes.toString('utf8'), this.#isFirst);
    this.#isPassing = this.#isFirst = false;
    this.#sink(bytes, event);
  }

  #keep(bytes: Buffer): void {
    this.#isPassing ||= this.#size + bytes.length > MAX_BLOCK_BYTES;
    if (this.#isPassing) {
      this.#sink(this.#taken(bytes), null);
      return;
    }
    const size = this.#size + bytes.length;
    if (size > this.#begun.length) {
      const larger = Buffer.allocUnsafe(Math.max(size, 2 * this.#begun.length));
      this.#begun.copy(larger, 0, 0, this.#size);
      this.#begun = larger;
    }
    bytes.copy(this.#begun, this.#size);
    this.#size = size;
  }

  #taken(last: Buffer): Buffer {
    const bytes = this.#size === 0 ? last : Buffer.concat([this.#begun.subarray(0, this.#size), last]);
    this.#size = 0;
    return bytes;
  }
}

/**
 * Parses a block; null when it has no event, such as a comment. `isFirst`: a byte order mark may precede it.
 */
function readBlock(text: string, isFirst: boolean): HeldEvent | null {
  const data: string[] = [];
  let id = '';
  let event = '';
  let retry: number | null = null;
  let found = false;
  for (const line of (isFirst ? text.replace(/^\uFEFF/, '') : text).split(/\r\n|\r|\n/)) {
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
