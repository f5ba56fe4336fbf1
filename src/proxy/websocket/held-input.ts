// What comes from one side of a WebSocket, as messages to be held, fragments of those that are too long for that, and
// what cannot be read.
import type { Sender } from '../../codec/websocket/frame.ts';
import { MessageReader, type ReadMessage } from '../../codec/websocket/message-reader.ts';
import { MAX_HELD_BYTES, NOTHING, PART_BYTES, type Item } from './held-item.ts';
import { weightOf, type Injected } from './direction-relay.ts';

export interface HeldInputOptions {
  readonly sender: Sender;
  readonly compresses: boolean;
  /** Takes the next item. */
  readonly enqueue: (item: Item) => void;
  /** Told why messages are no longer read. */
  readonly onViolation: (reason: string) => void;
}

export class HeldInput {
  /** Whether a close has come this way. */
  closing = false;
  /** Whether what comes cannot be read any more. */
  isBlind = false;
  readonly #options: HeldInputOptions;
  readonly #reader: MessageReader;
  /** Of the message that arrives: what is held, or, once it is too long, nothing. */
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

  /** Puts a message in, behind one that goes on in fragments. */
  inject(message: Injected): void {
    this.#injected.push(message);
    if (!this.#passing) this.#enqueueInjected();
  }

  /** Returns where what was read, or needs no reading any more, ends. */
  #read(bytes: Buffer, from: number): number {
    const reader = this.#reader;
    const at = reader.read(bytes, from);
    if (reader.message !== null) this.#arrive(reader.message);
    else if (reader.part !== null) this.#part(reader.part);
    if (reader.fault === null) return at;
    this.#giveUp(reader.fault.reason, bytes.subarray(at));
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

  /** The end of the message in progress will not come, or not be understood. */
  #flushRest(): void {
    // Behind a close it could not go on.
    if (!this.#reader.inMessage || this.closing) return;
    this.#held.push(this.#reader.takeRest());
    this.#flushPart();
  }

  /** Lets what is held of a message that is too long go on. */
  #flushPart(): void {
    const { kind, compressed } = this.#reader;
    if (kind !== 'text' && kind !== 'binary') return;
    const payload = Buffer.concat(this.#held);
    this.#held = [];
    this.#passing = true;
    this.#options.enqueue({ type: 'fragment', kind, compressed, payload, last: false, size: this.#arrived });
  }

  /** What breaks the rules passes as it came: it is for the other side to judge. */
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
