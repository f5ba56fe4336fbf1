// Passes bytes on at once, unchanged, and reads them afterwards. Only while a message waits to be injected
// are they read first, to find a place between two messages.
import { MessageReader } from '../../codec/websocket/message-reader.ts';
import type { Sender } from '../../codec/websocket/frame.ts';
import {
  messageFrame,
  MAX_INJECTED_BYTES,
  weightOf,
  type Injected,
  type Inlet,
  type DirectionRelay,
  type Outlet,
} from './direction-relay.ts';
import type { MessageRecorder } from './message-recorder.ts';

/** Size of the parts in which compressed messages are inflated. */
const PART_BYTES = 64 * 1024;

export interface ObservingRelayOptions {
  readonly sender: Sender;
  readonly compresses: boolean;
  readonly inlet: Inlet;
  readonly outlet: Outlet;
  readonly recorder: MessageRecorder;
  /** Called when the bytes are not those of a WebSocket. */
  readonly onViolation: (reason: string) => void;
}

export class ObservingRelay implements DirectionRelay {
  closing = false;
  readonly #options: ObservingRelayOptions;
  readonly #reader: MessageReader;
  #injected: Injected[] = [];
  #injectedBytes = 0;

  constructor(options: ObservingRelayOptions) {
    const { sender, compresses, recorder } = options;
    this.#options = options;
    this.#reader = new MessageReader({
      sender,
      compresses,
      keep: recorder.keep,
      parts: 'compressed',
      partBytes: PART_BYTES,
    });
  }

  bytes(bytes: Buffer): void {
    if (this.#injected.length === 0) {
      this.#write(bytes);
      this.#read(bytes, 0);
      return;
    }
    const at = this.#readToBoundary(bytes);
    this.#write(at === bytes.length ? bytes : bytes.subarray(0, at));
    this.#writeInjected();
    if (at === bytes.length) return;
    this.#write(bytes.subarray(at));
    this.#read(bytes, at);
  }

  ended(): void {
    this.#options.outlet.end();
  }

  drained(): void {
    this.#options.inlet.resume();
  }

  inject(message: Injected): boolean {
    const { outlet } = this.#options;
    const size = weightOf(message);
    if (this.#reader.violation !== null || this.closing) return false;
    if (outlet.waiting() + this.#injectedBytes + size > MAX_INJECTED_BYTES) return false;
    this.#injected.push(message);
    this.#injectedBytes += size;
    if (this.#reader.atBoundary) this.#writeInjected();
    return true;
  }

  whenDone(done: () => void): void {
    done();
  }

  stop(): void {
    this.#injected = [];
    this.closing = true;
  }

  #write(bytes: Buffer): void {
    if (bytes.length > 0 && !this.#options.outlet.write(bytes)) this.#options.inlet.pause();
  }

  /** Reads from `from` on; bytes behind a violation are not read. */
  #read(bytes: Buffer, from: number): void {
    let at = from;
    while (at < bytes.length && this.#reader.violation === null) at = this.#step(bytes, at);
  }

  /** Reads up to a place where a message may be injected; to the end where there is none. */
  #readToBoundary(bytes: Buffer): number {
    let at = 0;
    while (at < bytes.length && this.#reader.violation === null) {
      at = this.#step(bytes, at);
      if (this.#reader.atBoundary) return at;
    }
    return bytes.length;
  }

  #step(bytes: Buffer, from: number): number {
    const reader = this.#reader;
    const at = reader.read(bytes, from);
    const { message, part, violation } = reader;
    if (message !== null) {
      if (message.compressed) this.#options.recorder.addCompressed(message.kind, message.payload, true);
      else this.#options.recorder.add(message.kind, message.payload, message.size);
      if (message.kind === 'close') this.closing = true;
    } else if (part !== null) this.#options.recorder.addCompressed(reader.kind, part, false);
    if (violation !== null) this.#options.onViolation(violation.reason);
    return at;
  }

  #writeInjected(): void {
    const { sender, recorder } = this.#options;
    const messages = this.#injected;
    if (!this.#reader.atBoundary && this.#reader.violation === null) return;
    this.#injected = [];
    this.#injectedBytes = 0;
    if (this.#reader.violation !== null) return;
    for (const { kind, payload } of messages) {
      if (this.closing) return;
      this.#write(messageFrame(sender, kind, payload));
      recorder.add(kind, payload, payload.length);
      this.closing = kind === 'close';
    }
  }
}
