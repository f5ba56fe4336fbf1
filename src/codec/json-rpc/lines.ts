// Splits a stream into lines. A line beyond a size is passed on in parts, so that memory stays bounded.
const NEWLINE = 10;

export interface LineHandler {
  /** Called with a whole line, its line break included where it has one. */
  line(bytes: Buffer): void;
  /** Called with the parts of a longer line; the last one ends it. */
  part(bytes: Buffer, isLast: boolean): void;
}

export class LineSplitter {
  readonly #handler: LineHandler;
  readonly #maxBytes: number;
  #pieces: Buffer[] = [];
  #length = 0;
  #isLong = false;

  constructor(maxBytes: number, handler: LineHandler) {
    this.#maxBytes = maxBytes;
    this.#handler = handler;
  }

  /** True between lines. */
  get isAtStart(): boolean {
    return this.#length === 0 && !this.#isLong;
  }

  push(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      const found = chunk.indexOf(NEWLINE, at);
      const end = found < 0 ? chunk.length : found + 1;
      this.#take(at === 0 && end === chunk.length ? chunk : chunk.subarray(at, end), found >= 0);
      at = end;
    }
  }

  /** Returns the beginning of a line that has not ended, and forgets it; null without one, and for one that has been passed on in part. */
  takeRest(): Buffer | null {
    this.#isLong = false;
    if (this.#length === 0) return null;
    const rest = joined(this.#pieces);
    this.#clear();
    return rest;
  }

  /** Ends the last line, which may have no line break. */
  end(): void {
    if (this.#isLong) this.#handler.part(Buffer.alloc(0), true);
    this.#isLong = false;
    const rest = this.takeRest();
    if (rest !== null) this.#handler.line(rest);
  }

  #take(piece: Buffer, isEnd: boolean): void {
    if (this.#isLong) {
      this.#isLong = !isEnd;
      this.#handler.part(piece, isEnd);
      return;
    }
    this.#pieces.push(piece);
    this.#length += piece.length;
    if (this.#length > this.#maxBytes) {
      const pieces = this.#pieces;
      this.#clear();
      this.#isLong = !isEnd;
      for (const [at, each] of pieces.entries()) this.#handler.part(each, isEnd && at === pieces.length - 1);
    } else if (isEnd) {
      const line = joined(this.#pieces);
      this.#clear();
      this.#handler.line(line);
    }
  }

  #clear(): void {
    this.#pieces = [];
    this.#length = 0;
  }
}

function joined(pieces: readonly Buffer[]): Buffer {
  return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
}
