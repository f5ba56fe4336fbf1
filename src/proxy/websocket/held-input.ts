// Splits one side's bytes into messages to be held, fragments of messages that are too long, and bytes that
// cannot be read.
import type { Sender } from '../../codec/websocket/frame.ts';
import { MessageReader, type ReadMessage } from '../../codec/websocket/message-reader.ts';
import { NOTHING, PART_BYTES, type Item } from './held-item.ts';
import { MAX_HELD_BYTES } from './held-message.ts';
import { weightOf, type Injected } from './direction-relay.ts';

export interface HeldInputOptions {
  readonly sender: Sender;
  readonly compresses: boolean;
  /** Receives the next item. */
  readonly enqueue: (item: Item) => void;
  /** Called with the reason when messages are no longer read. */
  readonly onViolation: (reason: string) => void;
}

export class HeldInput {
  /** True once a close has passed. */
  closing = false;
  /** True when the bytes cannot be read any more. */
  isBlind = false;
  readonly #options: HeldInputOptions;
  readonly #reader: MessageReader;
  /** The held part of the arriving message; nothing once it is too long. */
  #held: Buffer[] = [];
  #arrived = 0;
  #passing = false;
  #injected: Injected[] = [];

  constructor(options: HeldInputOptions) {
    const { sender, compresses } = options;
    this.#options = options;
    this.#reader = new MessageReader({ sender, compresses, keep: 0, parts: 'all', partBytes: PART_BYTES });
  }

  bytes(bytes: Buffer): void {
    if (this.isBlind) {
      this.#options.enqueue({ type: 'raw', payload: bytes });
      return;
    }
    let at = 0;
    while (at < bytes.length) at = this.#read(bytes, at);
  }

  ended(): void {
    this.#flushRest();
    this.#options.enqueue({ type: 'end', payload: NOTHING });
  }

  /** Injects a message, behind one that is passed in fragments. */
  inject(message: Injected): void {
    this.#injected.push(message);
    if (!this.#passing) this.#enqueueInjected();
  }

  /** Returns the offset behind what was read, or needs no reading any more. */
  #read(bytes: Buffer, from: number): number {
    const reader = this.#reader;
    const at = reader.read(bytes, from);
    if (reader.message !== null) this.#arrive(reader.message);
    else if (reader.part !== null) this.#part(reader.part);
    if (reader.violation === null) return at;
    this.#giveUp(reader.violation.reason, bytes.subarray(at));
    return bytes.length;
  }

  #arrive({ kind, compressed, payload, size }: ReadMessage): void {
    if (kind !== 'text' && kind !== 'binary') {
      this.#options.enqueue({ type: 'ready', weight: 0, kind, payload });
      if (kind === 'close') this.closing = true;
      return;
    }
    if (this.#passing)
      this.#options.enqueue({ type: 'fragment', kind, compressed, payload, last: true, size });
    else {
      const whole = this.#held.length === 0 ? payload : Buffer.concat([...this.#held, payload]);
      this.#options.enqueue({ type: 'message', kind, compressed, payload: whole });
    }
    this.#held = [];
    this.#arrived = 0;
    this.#passing = false;
    this.#enqueueInjected();
  }

  #part(part: Buffer): void {
    this.#arrived += part.length;
    this.#held.push(part);
    if (this.#passing || this.#arrived > MAX_HELD_BYTES) this.#flushPart();
  }

  /** Called when the end of the message in progress will not arrive, or not be understood. */
  #flushRest(): void {
    // After a close, the message could not continue.
    if (!this.#reader.inMessage || this.closing) return;
    this.#held.push(this.#reader.takeRest());
    this.#flushPart();
  }

  /** Passes on the held part of a message that is too long. */
  #flushPart(): void {
    const { kind, compressed } = this.#reader;
    if (kind !== 'text' && kind !== 'binary') return;
    const payload = Buffer.concat(this.#held);
    this.#held = [];
    this.#passing = true;
    this.#options.enqueue({ type: 'fragment', kind, compressed, payload, last: false, size: this.#arrived });
  }

  /** Passes on bytes that violate the protocol: the other side is to judge them. */
  #giveUp(reason: string, rest: Buffer): void {
    this.isBlind = true;
    this.#flushRest();
    this.#options.onViolation(reason);
    const { rejected } = this.#reader;
    const payload = rejected === null ? rest : Buffer.concat([rejected, rest]);
    if (payload.length > 0) this.#options.enqueue({ type: 'raw', payload });
  }

  #enqueueInjected(): void {
    const messages = this.#injected;
    this.#injected = [];
    for (const message of messages) {
      if (message.kind === 'close') this.closing = true;
      this.#options.enqueue({ type: 'ready', weight: weightOf(message), ...message });
    }
  }
}
