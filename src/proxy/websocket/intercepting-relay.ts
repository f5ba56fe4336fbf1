// Holds each message until a tool has seen it, and passes it on in a frame of its own. Messages that are too
// long to be held pass in fragments. Order is kept; while much waits, the reading side is paused.
import { messageOf } from '../../base/errors.ts';
import { HeldInput } from './held-input.ts';
import { HeldOutput, type HeldOutputOptions } from './held-output.ts';
import type { Item } from './held-item.ts';
import {
  MAX_INJECTED_BYTES,
  weightOf,
  type Injected,
  type Inlet,
  type DirectionRelay,
} from './direction-relay.ts';

/** Bytes that wait for the tool before the sender is paused. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Memory of a waiting item besides its bytes. */
const ITEM_BYTES = 256;

export interface InterceptingRelayOptions extends HeldOutputOptions {
  readonly compresses: boolean;
  readonly inlet: Inlet;
  /** Called with the reason when messages are no longer read. */
  readonly onViolation: (reason: string) => void;
}

export class InterceptingRelay implements DirectionRelay {
  readonly #options: InterceptingRelayOptions;
  readonly #arrivals: HeldInput;
  readonly #delivery: HeldOutput;
  #queue: Item[] = [];
  #waiting = 0;
  #running = false;
  #paused = false;
  #stopped = false;
  readonly #done: (() => void)[] = [];
  #injectedBytes = 0;

  constructor(options: InterceptingRelayOptions) {
    const { sender, compresses, onViolation } = options;
    this.#options = options;
    this.#arrivals = new HeldInput({
      sender,
      compresses,
      onViolation,
      enqueue: (item) => this.#enqueue(item),
    });
    this.#delivery = new HeldOutput(options);
  }

  get closing(): boolean {
    return this.#arrivals.closing;
  }

  bytes(bytes: Buffer): void {
    this.#arrivals.bytes(bytes);
  }

  ended(): void {
    this.#arrivals.ended();
  }

  drained(): void {
    this.#delivery.drained();
  }

  inject(message: Injected): boolean {
    const size = weightOf(message);
    if (this.#arrivals.isBlind || this.closing || this.#stopped) return false;
    if (this.#options.outlet.waiting() + this.#injectedBytes + size > MAX_INJECTED_BYTES) return false;
    this.#injectedBytes += size;
    this.#arrivals.inject(message);
    return true;
  }

  whenDone(done: () => void): void {
    if (this.#running) this.#done.push(done);
    else done();
  }

  stop(): void {
    this.#stopped = true;
    this.#queue = [];
    this.#delivery.stop();
  }

  #enqueue(item: Item): void {
    if (this.#stopped) return;
    this.#queue.push(item);
    this.#waiting += item.payload.length + ITEM_BYTES;
    if (this.#waiting > MAX_WAITING_BYTES && !this.#paused) {
      this.#paused = true;
      this.#options.inlet.pause();
    }
    if (this.#running) return;
    this.#run().catch((error: unknown) => this.#options.onBroken(messageOf(error)));
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let item = this.#queue.shift(); item !== undefined; item = this.#queue.shift()) {
      if (item.type === 'ready') this.#injectedBytes -= item.weight;
      await this.#delivery.deliver(item);
      this.#waiting -= item.payload.length + ITEM_BYTES;
      if (this.#paused && this.#waiting < MAX_WAITING_BYTES / 2) {
        this.#paused = false;
        this.#options.inlet.resume();
      }
    }
    this.#running = false;
    for (const done of this.#done.splice(0)) done();
  }
}
