// The pages of an SQLite file with those of its log, read without SQLite, which refuses a whole file for the damage of a
// part (https://sqlite.org/fileformat2.html). Nothing in the file is trusted: each number is checked, and the work is
// bounded by the size of the file.
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { PAGE_BYTES } from './schema.ts';

const MAGIC = 'SQLite format 3\0';
const LOG_HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
/** The head of the file stands before the head of its first page. */
const FILE_HEAD_BYTES = 100;
const LEAF_HEAD_BYTES = 8;
/** The first byte of a page with rows of a table. */
const LEAF = 0x0d;
/** Pages that are read of chains, as a multiple of all: damaged chains may lead through the same pages. */
const MAX_READS = 4;

/** A row as it lies in the file. */
export interface Cell {
  readonly id: number;
  /** The length of all columns with their head. */
  readonly length: number;
  /** The bytes that lie in the page itself. */
  readonly local: Buffer;
  /** The first of the pages with the others; 0 without. */
  readonly next: number;
}

export class Pages {
  /** The number of the last page. */
  readonly last: number;
  /** Bytes that the file had once, and has no more. */
  readonly cutBytes: number;
  readonly #file: number;
  readonly #log: number | null;
  readonly #pageBytes: number;
  /** The offsets of pages in the log, by number. */
  readonly #logged = new Map<number, number>();
  #readsLeft: number;

  /** Throws an Error when the file cannot be opened. */
  constructor(path: string) {
    this.#file = openSync(path, 'r');
    this.#log = opened(`${path}-wal`);
    const size = fstatSync(this.#file).size;
    const head = read(this.#file, 0, FILE_HEAD_BYTES);
    this.#pageBytes = pageBytesOf(head);
    this.#readLog();
    this.last = Math.max(Math.ceil(size / this.#pageBytes), ...this.#logged.keys(), 0);
    this.cutBytes = this.#logged.size === 0 ? Math.max(0, bytesIn(head) - size) : 0;
    this.#readsLeft = MAX_READS * this.last;
  }

  /** Returns the rows of a page, those left out that cannot be read; none for a page without rows. */
  cells(number: number): readonly Cell[] {
    const page = this.#page(number);
    const start = number === 1 ? FILE_HEAD_BYTES : 0;
    if (page.length < this.#pageBytes || page[start] !== LEAF) return [];
    const count = Math.min(page.readUInt16BE(start + 3), (page.length - start - LEAF_HEAD_BYTES) >> 1);
    return Array.from({ length: count }, (_, at) =>
      this.#cell(page, page.readUInt16BE(start + LEAF_HEAD_BYTES + 2 * at)),
    ).filter((cell) => cell !== null);
  }

  /** Returns all bytes of a row; null when some of them cannot be found. */
  payload({ local, length, next }: Cell): Buffer | null {
    const pieces = [local];
    let left = length - local.length;
    for (let number = next; left > 0;) {
      this.#readsLeft -= 1;
      if (number < 1 || number > this.last || this.#readsLeft < 0) return null;
      const page = this.#page(number);
      if (page.length < this.#pageBytes) return null;
      pieces.push(page.subarray(4, 4 + left));
      left -= this.#pageBytes - 4;
      number = page.readUInt32BE(0);
    }
    return Buffer.concat(pieces);
  }

  close(): void {
    closeSync(this.#file);
    if (this.#log !== null) closeSync(this.#log);
  }

  /** Returns the newest bytes of a page, fewer where the file ends. */
  #page(number: number): Buffer {
    const at = this.#logged.get(number);
    return at === undefined || this.#log === null
      ? read(this.#file, (number - 1) * this.#pageBytes, this.#pageBytes)
      : read(this.#log, at, this.#pageBytes);
  }

  /** Returns the row at an offset of a page (section "B-tree Cell Format"). */
  #cell(page: Buffer, at: number): Cell | null {
    const length = varint(page, at);
    const id = length && varint(page, length.end);
    if (length === null || id === null || length.value > this.last * this.#pageBytes) return null;
    const inPage = this.#localBytes(length.value);
    const end = id.end + inPage;
    const isWhole = inPage === length.value;
    if (end + (isWhole ? 0 : 4) > page.length) return null;
    const local = page.subarray(id.end, end);
    return { id: id.value, length: length.value, local, next: isWhole ? 0 : page.readUInt32BE(end) };
  }

  #localBytes(length: number): number {
    const usable = this.#pageBytes;
    if (length <= usable - 35) return length;
    const minimum = Math.floor(((usable - 12) * 32) / 255) - 23;
    const wanted = minimum + ((length - minimum) % (usable - 4));
    return wanted <= usable - 35 ? wanted : minimum;
  }

  /** Finds the pages of whole transactions in the log (section "The Write-Ahead Log"). */
  #readLog(): void {
    if (this.#log === null) return;
    const head = read(this.#log, 0, LOG_HEAD_BYTES);
    if (head.length < LOG_HEAD_BYTES || head.readUInt32BE(8) !== this.#pageBytes) return;
    const salts = head.subarray(16, 24);
    let open: (readonly [number, number])[] = [];
    for (let at = LOG_HEAD_BYTES; ; at += FRAME_HEAD_BYTES + this.#pageBytes) {
      const frame = read(this.#log, at, FRAME_HEAD_BYTES);
      if (frame.length < FRAME_HEAD_BYTES || !frame.subarray(8, 16).equals(salts)) return;
      open.push([frame.readUInt32BE(0), at + FRAME_HEAD_BYTES]);
      if (frame.readUInt32BE(4) === 0) continue;
      for (const [number, offset] of open) this.#logged.set(number, offset);
      open = [];
    }
  }
}

/** A number of one to nine bytes; null where it does not end, or is no count. */
export function varint(bytes: Buffer, at: number): { readonly value: number; readonly end: number } | null {
  let value = 0;
  for (let end = at; end < Math.min(at + 8, bytes.length); end += 1) {
    const byte = bytes[end] ?? 0;
    value = value * 0x80 + (byte & 0x7f);
    if (value > Number.MAX_SAFE_INTEGER) return null;
    if (byte < 0x80) return { value, end: end + 1 };
  }
  return null;
}

function isHead(head: Buffer): boolean {
  return head.length === FILE_HEAD_BYTES && head.toString('latin1', 0, MAGIC.length) === MAGIC;
}

/** Returns the bytes that a file has by its head; 0 where that does not tell. */
function bytesIn(head: Buffer): number {
  const isCurrent = isHead(head) && head.readUInt32BE(24) === head.readUInt32BE(92);
  return isCurrent ? head.readUInt32BE(28) * pageBytesOf(head) : 0;
}

function pageBytesOf(head: Buffer): number {
  if (!isHead(head)) return PAGE_BYTES;
  const bytes = head.readUInt16BE(16);
  const isValid = bytes >= 512 && bytes <= 32_768 && (bytes & (bytes - 1)) === 0;
  return isValid ? bytes : PAGE_BYTES;
}

function opened(path: string): number | null {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
}

function read(file: number, at: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, at));
}
