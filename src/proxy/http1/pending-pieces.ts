// Pieces of a request body that wait for the connection to the server.

/** Bytes that may wait before the client is paused. */
const MAX_PENDING = 64 * 1024;

const NONE: readonly Buffer[] = [];

export class PendingPieces {
  /** Null while nothing waits: most requests have no body. */
  #pieces: Buffer[] | null = null;
  #size = 0;

  /** Adds bytes. Returns false when the queue is full. */
  add(bytes: Buffer): boolean {
    (this.#pieces ??= []).push(bytes);
    this.#size += bytes.length;
    return this.#size <= MAX_PENDING;
  }

  /** Returns the pieces and forgets them. */
  take(): readonly Buffer[] {
    const pieces = this.#pieces ?? NONE;
    this.#pieces = null;
    this.#size = 0;
    return pieces;
  }

  /** Returns `head` (latin1) with the pieces behind it, and forgets them; the head alone when there are none. */
  takeBehind(head: string): Buffer | string {
    if (this.#size === 0) return head;
    const out = Buffer.allocUnsafe(head.length + this.#size);
    let at = out.write(head, 0, 'latin1');
    for (const piece of this.take()) at += piece.copy(out, at);
    return out;
  }
}
