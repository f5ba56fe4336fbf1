// The receive window of a connection (RFC 9113 section 5.2). Credit is returned on receipt, so that one slow reader
// does not block the others, as long as the buffered bytes stay below a ceiling shared by all connections.
import type { FrameWriter } from './frame-writer.ts';

/** The buffered bytes of all connections that share the ceiling. */
export class WaitingCeiling {
  readonly #max: number;
  #bytes = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get isReached(): boolean {
    return this.#bytes >= this.#max;
  }

  count(bytes: number): void {
    this.#bytes += bytes;
  }
}

export class ReceiveCredit {
  readonly #size: number;
  readonly #ceiling: WaitingCeiling;
  readonly #writer: FrameWriter;
  #window: number;
  #credit = 0;
  #held = 0;

  constructor(size: number, ceiling: WaitingCeiling, writer: FrameWriter) {
    this.#size = size;
    this.#window = size;
    this.#ceiling = ceiling;
    this.#writer = writer;
  }

  /** Counts bytes of a frame; false when the peer sent more than it may. */
  received(bytes: number): boolean {
    this.#window -= bytes;
    if (this.#window < 0) return false;
    this.#credit += bytes;
    if (this.#credit * 2 >= this.#size) this.#give();
    return true;
  }

  /** Counts bytes that wait for a reader; negative when they wait no more. */
  held(bytes: number): void {
    this.#held += bytes;
    this.#ceiling.count(bytes);
    if (bytes < 0 && this.#credit * 2 >= this.#size) this.#give();
  }

  #give(): void {
    if (this.#held > 0 && this.#ceiling.isReached) return;
    this.#writer.windowUpdate(0, this.#credit);
    this.#window += this.#credit;
    this.#credit = 0;
  }
}
