// A channel: something that goes on while its window looks at it, such as a send, an open connection or a run. Its
// events are numbered and kept, so that a reader that was away gets what it has missed.
import { EventLog, type ChannelEvent, type LogBounds } from './event-log.ts';

export const CHANNEL_KINDS = ['send', 'connection', 'run', 'mock', 'load test', 'topics'] as const;
export type ChannelKind = (typeof CHANNEL_KINDS)[number];

/** The owner of a channel: a window, and the tab in it. */
export interface ChannelOwner {
  readonly window: string;
  /** Another channel of the same tab ends this one. Empty: it belongs to the window alone. */
  readonly tab: string;
}

/** Events that say what a channel is, in their order. They outlast the log, so that a window knows it after a reload. */
const LASTING: ReadonlySet<string> = new Set(['start', 'changed']);

export interface ChannelOptions extends ChannelOwner {
  readonly kind: ChannelKind;
  readonly bounds?: LogBounds | undefined;
  /** Returns the number of the next event. */
  readonly nextNumber: () => number;
}

export class Channel {
  readonly id = crypto.randomUUID();
  readonly kind: ChannelKind;
  readonly owner: ChannelOwner;
  /** Epoch milliseconds. */
  readonly startedAt = Date.now();
  readonly #log: EventLog;
  /** The latest event of each of `LASTING`. */
  readonly #lasting = new Map<string, ChannelEvent>();
  readonly #nextNumber: () => number;
  readonly #stop = new AbortController();
  readonly #closers: (() => unknown)[] = [];
  #state: 'open' | 'ended' = 'open';
  /** Asks the work to finish what is in progress; null when the next stop ends it at once. */
  #finish: (() => void) | null = null;
  #listeners: readonly (() => void)[] = [];

  constructor({ kind, window, tab, bounds, nextNumber }: ChannelOptions) {
    this.kind = kind;
    this.owner = { window, tab };
    this.#log = new EventLog(bounds);
    this.#nextNumber = nextNumber;
  }

  get state(): 'open' | 'ended' {
    return this.#state;
  }

  /** Aborted when the channel is to end; the reason is an Error for the user. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  get bytes(): number {
    return this.#log.bytes;
  }

  /** Asks the work behind the channel to end. It ends the channel. */
  stop(reason: string): void {
    const finish = this.#finish;
    this.#finish = null;
    if (finish !== null) finish();
    else if (!this.#stop.signal.aborted) this.#stop.abort(new Error(reason));
  }

  /** Makes the first stop call `finish`, which lets the work finish what is in progress; a second one ends it. */
  finishesFirst(finish: () => void): void {
    this.#finish = finish;
  }

  /** Adds an event; nothing follows the end. */
  add(type: string, fields: ReturnType<ChannelEvent['fields']> | ChannelEvent['fields'], size = 100): void {
    if (this.#state === 'ended') return;
    const event: ChannelEvent = {
      number: this.#nextNumber(),
      type,
      time: Date.now(),
      fields: typeof fields === 'function' ? fields : () => fields,
      size,
    };
    if (LASTING.has(type)) this.#lasting.set(type, event);
    this.#log.add(event);
    for (const listener of this.#listeners) listener();
  }

  /** Adds the last event. */
  end(fields: ReturnType<ChannelEvent['fields']>): void {
    if (this.#state === 'ended') return;
    this.add('end', fields);
    this.#state = 'ended';
  }

  /** Returns the events after a number; `missed` counts those that have left the log before anybody took them. */
  read(after: number, max: number): { readonly events: readonly ChannelEvent[]; readonly missed: number } {
    const { dropped, lastDropped } = this.#log;
    // Those in the log come later than what has left it.
    const lasting = [...this.#lasting.values()].filter(
      ({ number }) => number > after && number <= lastDropped,
    );
    const events = [...lasting, ...this.#log.after(after, max)].slice(0, max);
    return { events, missed: lastDropped > after ? dropped : 0 };
  }

  /** Calls `listener` at each event. Returns a function that unsubscribes it. */
  subscribe(listener: () => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /** Registers what is closed when the channel is forgotten, such as the file of a response. */
  onClose(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** Stops the work, and closes what belongs to the channel. */
  async close(reason: string): Promise<void> {
    this.#finish = null;
    this.stop(reason);
    for (const close of this.#closers.splice(0)) await close();
  }
}

/** Returns an event as readers get it. */
export function shownEvent({ id }: Channel, { number, type, time, fields }: ChannelEvent): object {
  return { channel: id, number, type, time, ...fields() };
}
