// Batches lines of output, because a write for each call would take longer than the response to it.
import type { Writable } from 'node:stream';

/** The maximum length of output that waits for a slow reader; further lines are counted instead. */
const MAX_WAITING_BYTES = 8 * 1024 * 1024;

export class Lines {
  readonly #output: Writable;
  #pending = '';
  #dropped = 0;
  #timer: NodeJS.Immediate | undefined;

  constructor(output: Writable) {
    this.#output = output;
  }

  add(line: string): void {
    this.#pending += `${line}\n`;
    this.#timer ??= setImmediate(() => this.flush());
  }

  /** Writes what is pending. */
  flush(): void {
    clearImmediate(this.#timer);
    this.#timer = undefined;
    const text = this.#pending;
    this.#pending = '';
    if (text === '' || this.#output.destroyed) return;
    if (this.#output.writableLength > MAX_WAITING_BYTES) {
      this.#dropped += text.split('\n').length - 1;
      return;
    }
    const gap = this.#dropped === 0 ? '' : `… ${this.#dropped} calls are not shown: the reader is too slow\n`;
    this.#dropped = 0;
    this.#output.write(gap + text);
  }
}
