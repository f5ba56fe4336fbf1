// Delays small writes to the end of the event-loop turn; `flush-soon.ts` explains why.
import type { Writable } from 'node:stream';
import { flushSoon } from './flush-soon.ts';

/** Bytes from which a write does not wait: they cost more than waking the peer, and would be kept in memory. */
const LARGE = 16 * 1024;

export class SoonWriter {
  readonly #stream: Writable;
  /** The write that waits for the end of the turn; null for none. */
  #data: Buffer | string | null = null;
  #written: (() => void) | undefined;
  /**
   * The first write does not wait: behind a TLS handshake it leaves in one packet with the handshake's last message, and
   * a peer that delays its responses until ours is acknowledged (RFC 896) need not.
   */
  #isFirst = true;

  constructor(stream: Writable) {
    this.#stream = stream;
  }

  /** Bytes that have been written and not taken by the system. */
  get waiting(): number {
    return this.#stream.writableLength + (this.#data?.length ?? 0);
  }

  /**
   * Writes bytes, text as latin1; false when the peer takes them more slowly than we send: wait for `drain`. `written` is
   * called when the bytes are no longer needed, also when the stream is gone.
   */
  write(data: Buffer | string, written?: () => void): boolean {
    if (this.#mayWait(data)) {
      this.#data = data;
      this.#written = written;
      flushSoon(this);
      return true;
    }
    return this.writeNow(data, written);
  }

  /** Writes as `write` does, without waiting: for a writer that has waited for the end of the turn itself. */
  writeNow(data: Buffer | string, written?: () => void): boolean {
    this.flush();
    return this.#pass(data, written);
  }

  /** Writes what waits: necessary before anybody else writes to the stream, ends or destroys it. */
  flush(): void {
    const data = this.#data;
    if (data === null) return;
    const written = this.#written;
    this.#data = null;
    this.#written = undefined;
    this.#pass(data, written);
  }

  #mayWait(data: Buffer | string): boolean {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    return !isFirst && this.#data === null && data.length < LARGE && !this.#stream.writableNeedDrain;
  }

  #pass(data: Buffer | string, written: (() => void) | undefined): boolean {
    if (this.#stream.destroyed) {
      written?.();
      return true;
    }
    return typeof data === 'string' ? this.#stream.write(data, 'latin1') : this.#stream.write(data, written);
  }
}
