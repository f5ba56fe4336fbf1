// The streams of a connection, by their identifiers (RFC 9113 section 5.1.1).
import type { Http2Stream } from './stream.ts';
import { StreamIndex } from './stream-index.ts';

/** Streams that we have reset, whose frames may still be on their way. */
const MAX_REMEMBERED = 500;

export class StreamTable {
  /** The highest identifier that the peer has used. */
  lastRemote = 0;
  readonly #isServer: boolean;
  readonly #open = new StreamIndex<Http2Stream>();
  readonly #reset = new Set<number>();
  #nextLocal = 1;
  /** Streams that have ended in order, less those that the peer has reset since. */
  #complete = 0;

  constructor(isServer: boolean) {
    this.#isServer = isServer;
  }

  get size(): number {
    return this.#open.size;
  }

  /** Returns a copy of the list, in the order of identifiers. */
  all(): Http2Stream[] {
    return this.#open.list();
  }

  get(id: number): Http2Stream | undefined {
    return this.#open.get(id);
  }

  add(stream: Http2Stream): void {
    this.#open.add(stream);
  }

  /** `isComplete`: it has ended in order. */
  delete(id: number, isComplete: boolean): void {
    this.#open.delete(id);
    if (isComplete) this.#complete += 1;
  }

  /**
   * Counts the reset of a stream that is not open. Returns true when it may be of one that has ended in order: some
   * clients reset each of theirs, which a request has paid for.
   */
  resetAfterEnd(): boolean {
    if (this.#complete === 0) return false;
    this.#complete -= 1;
    return true;
  }

  /** Returns the identifier of the next stream that we open, as a client. */
  next(): number {
    const id = this.#nextLocal;
    this.#nextLocal += 2;
    return id;
  }

  /** True for a stream that nobody has opened. */
  isIdle(id: number): boolean {
    if (!this.#isServer) return id % 2 === 0 || id >= this.#nextLocal;
    return id % 2 === 0 || id > this.lastRemote;
  }

  /** True for a stream that the peer may open. */
  mayOpen(id: number): boolean {
    return this.#isServer && id % 2 === 1 && id > this.lastRemote;
  }

  /** Remembers that we have reset a stream. */
  remember(id: number): void {
    this.#reset.add(id);
    if (this.#reset.size <= MAX_REMEMBERED) return;
    for (const oldest of this.#reset) {
      this.#reset.delete(oldest);
      return;
    }
  }

  wasReset(id: number): boolean {
    return this.#reset.has(id);
  }
}
