// The events of a channel in order. The log is bounded: the oldest events leave it first, and are counted.

export interface ChannelEvent {
  /** Increases over all channels of the process; a channel has only some of the numbers. */
  readonly number: number;
  readonly type: string;
  /** Epoch milliseconds. */
  readonly time: number;
  /** The fields of the event. Called when a reader takes it, so that what nobody reads is not rendered. */
  readonly fields: () => Readonly<Record<string, unknown>>;
  /** Bytes that the event holds. */
  readonly size: number;
}

export interface LogBounds {
  readonly maxEvents: number;
  readonly maxBytes: number;
}

/** The messages of a stream, and bytes of them, at which it is stopped. */
export const MAX_MESSAGES = 100_000;
export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;

/** All messages of a stream have room, and so have the other events around them. */
const LOG_BOUNDS: LogBounds = {
  maxEvents: MAX_MESSAGES + 10_000,
  maxBytes: MAX_MESSAGE_BYTES + 1024 * 1024,
};

/** Events before the first one are removed from the list when they are this many: each removal moves the rest. */
const COMPACT_AT = 4096;

export class EventLog {
  readonly #bounds: LogBounds;
  #events: ChannelEvent[] = [];
  /** Index of the oldest event that is still there. */
  #first = 0;
  #bytes = 0;
  #dropped = 0;
  #lastDropped = 0;

  constructor(bounds: LogBounds = LOG_BOUNDS) {
    this.#bounds = bounds;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** The number of events that have left the log. */
  get dropped(): number {
    return this.#dropped;
  }

  /** The number of the latest event that has left the log; 0 before one has. */
  get lastDropped(): number {
    return this.#lastDropped;
  }

  add(event: ChannelEvent): void {
    this.#events.push(event);
    this.#bytes += event.size;
    const { maxEvents, maxBytes } = this.#bounds;
    // The newest event stays, however large it is.
    while (this.#length > 1 && (this.#length > maxEvents || this.#bytes > maxBytes)) this.#drop();
  }

  /** Returns up to `max` events with higher numbers. */
  after(number: number, max: number): readonly ChannelEvent[] {
    const start = this.#indexAfter(number);
    return this.#events.slice(start, start + max);
  }

  get #length(): number {
    return this.#events.length - this.#first;
  }

  #drop(): void {
    const { size, number } = this.#events[this.#first]!;
    this.#bytes -= size;
    this.#dropped += 1;
    this.#lastDropped = number;
    this.#first += 1;
    if (this.#first < COMPACT_AT) return;
    this.#events = this.#events.slice(this.#first);
    this.#first = 0;
  }

  #indexAfter(number: number): number {
    let [low, high] = [this.#first, this.#events.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#events[middle]!.number > number) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}
