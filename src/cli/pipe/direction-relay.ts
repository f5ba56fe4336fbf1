// Relays one direction of a pipe byte for byte, at the pace of its receiver. Lines are held only while a tool may change
// them.
import type { Readable, Writable } from 'node:stream';
import { LineSplitter } from '../../codec/json-rpc/lines.ts';
import type { Direction, PipeWrite } from '../../proxy/pipe/index.ts';
import type { PipeTap } from './tap.ts';

/** Longer lines pass without being held. */
const MAX_HELD = 8 * 1024 * 1024;
const NEWLINE = 10;

export interface RelayOptions {
  readonly direction: Direction;
  readonly source: Readable;
  readonly sink: Writable;
  /** Returns the recorder; null while none is needed. */
  readonly tap: () => PipeTap | null;
  /** Writes what tools decided, which may go the other way. */
  readonly write: (writes: readonly PipeWrite[]) => void;
}

export class DirectionRelay {
  readonly #options: RelayOptions;
  readonly #held: LineSplitter;
  /** Lines that tools have not decided yet. */
  readonly #open = new Set<Promise<unknown>>();
  /** True when the last byte that was passed ended a line. */
  #isAtStart = true;

  constructor(options: RelayOptions) {
    this.#options = options;
    const { source, sink } = options;
    this.#held = new LineSplitter(MAX_HELD, {
      line: (bytes) => this.#ask(bytes),
      part: (bytes) => this.#pass(bytes),
    });
    sink.on('drain', () => source.resume());
    // The receiver has left: the rest is read, so that the sender does not wait.
    sink.on('error', () => source.resume());
  }

  /** Takes bytes of the source. */
  push(chunk: Buffer): void {
    const { tap } = this.#options;
    if (tap()?.holds === true) this.#hold(chunk);
    else {
      this.#release();
      this.#pass(chunk);
    }
  }

  /** Writes bytes to the receiver. */
  write(bytes: Buffer): void {
    const { sink, source } = this.#options;
    if (bytes.length === 0 || !sink.writable) return;
    if (!sink.write(bytes)) source.pause();
  }

  /** Passes on what is held: nobody decides about it any more. */
  #release(): void {
    const rest = this.#held.takeRest();
    if (rest !== null) this.#pass(rest);
  }

  #hold(chunk: Buffer): void {
    // The beginning of this line has been passed on.
    const end = this.#isAtStart || !this.#held.isAtStart ? 0 : chunk.indexOf(NEWLINE) + 1 || chunk.length;
    if (end > 0) this.#pass(chunk.subarray(0, end));
    if (end < chunk.length) this.#held.push(chunk.subarray(end));
  }

  #pass(bytes: Buffer): void {
    const { direction, source, tap: tapOf } = this.#options;
    this.write(bytes);
    if (bytes.length > 0) this.#isAtStart = bytes.at(-1) === NEWLINE;
    const tap = tapOf();
    tap?.passed(direction, bytes);
    const room = tap?.room() ?? null;
    if (room === null) return;
    source.pause();
    void room.then(() => source.resume());
  }

  #ask(line: Buffer): void {
    const { direction, tap, write } = this.#options;
    const writes = tap()?.ask(direction, line) ?? [{ direction, bytes: line }];
    if (!(writes instanceof Promise)) {
      write(writes);
      return;
    }
    const open = writes.then(write).finally(() => this.#open.delete(open));
    this.#open.add(open);
  }

  /** Ends the direction after its source. Resolves when everything has been written. */
  async end(): Promise<void> {
    const { tap, sink } = this.#options;
    if (tap()?.holds === true) this.#held.end();
    else this.#release();
    while (this.#open.size > 0) await Promise.all(this.#open);
    if (sink.writableEnded || sink.destroyed) return;
    await new Promise<void>((resolve) => {
      sink.once('error', () => resolve());
      sink.once('close', () => resolve());
      sink.end(() => resolve());
    });
  }
}
