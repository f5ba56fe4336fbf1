// The channels of a session. Each belongs to a window of the UI, which has named itself; a channel ends with its
// window, with its tab, or with the session.
import { UserError } from '../../base/errors.ts';
import { Channel, type ChannelOptions } from './channel.ts';

export interface ChannelsOptions {
  /** Milliseconds without a reader or a call after which a window counts as closed. */
  readonly graceMs: number;
  /** Milliseconds between two checks. */
  readonly checkMs: number;
}

const USUAL: ChannelsOptions = { graceMs: 60_000, checkMs: 5000 };

/** The number of channels that are kept. Past it the oldest that has ended is forgotten. */
const MAX_CHANNELS = 500;
/** Bytes of all events. */
const MAX_BYTES = 256 * 1024 * 1024;

interface Window {
  readers: number;
  /** `performance.now()` of the last call or read. */
  seenAt: number;
}

export class Channels {
  readonly #options: ChannelsOptions;
  readonly #channels = new Map<string, Channel>();
  readonly #windows = new Map<string, Window>();
  #listeners: readonly ((channel: Channel) => void)[] = [];
  #check: NodeJS.Timeout | null = null;
  #lastNumber = 0;

  constructor(options: ChannelsOptions = USUAL) {
    this.#options = options;
  }

  /** Opens a channel. The one that the tab had of the same kind is closed. */
  open(given: Omit<ChannelOptions, 'nextNumber'>): Channel {
    const { kind, window, tab } = given;
    this.seen(window);
    for (const old of this.#channels.values())
      if (tab !== '' && old.kind === kind && old.owner.window === window && old.owner.tab === tab)
        this.#forget(old, 'sent again');
    this.#makeRoom();
    const channel = new Channel({ ...given, nextNumber: () => (this.#lastNumber += 1) });
    this.#channels.set(channel.id, channel);
    for (const listener of this.#listeners) listener(channel);
    return channel;
  }

  /** Returns the channel. Throws a UserError when there is none. */
  named(id: string): Channel {
    const channel = this.#channels.get(id);
    if (channel === undefined)
      throw new UserError(
        'NOT_FOUND',
        `there is no channel ${JSON.stringify(id.slice(0, 100))}: it has ended with its window, or its tab has sent again`,
        { field: 'channel' },
      );
    this.seen(channel.owner.window);
    return channel;
  }

  /** Returns the channels of a window, or all; the oldest first. */
  list(window: string | null = null): readonly Channel[] {
    const all = [...this.#channels.values()];
    return window === null ? all : all.filter(({ owner }) => owner.window === window);
  }

  /** Forgets a channel, after it has ended. */
  close(id: string): void {
    this.#forget(this.named(id), 'closed');
  }

  /** Notes that a window is there. */
  seen(name: string): void {
    const window = this.#windows.get(name);
    if (window !== undefined) window.seenAt = performance.now();
    else this.#windows.set(name, { readers: 0, seenAt: performance.now() });
    this.#check ??= setInterval(() => this.#checkWindows(), this.#options.checkMs).unref();
  }

  /** Notes that a window reads, and so is there; call the returned function when it reads no more. */
  reading(name: string): () => void {
    this.seen(name);
    const window = this.#windows.get(name)!;
    window.readers += 1;
    return () => {
      window.readers -= 1;
      window.seenAt = performance.now();
    };
  }

  /** Returns true while a window reads. */
  isRead(name: string): boolean {
    return (this.#windows.get(name)?.readers ?? 0) > 0;
  }

  /** Calls `listener` with each new channel. Returns a function that unsubscribes it. */
  onOpen(listener: (channel: Channel) => void): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /** Ends all channels. */
  async closeAll(reason: string): Promise<void> {
    if (this.#check !== null) clearInterval(this.#check);
    this.#check = null;
    const all = this.list();
    this.#channels.clear();
    this.#windows.clear();
    await Promise.all(all.map((channel) => channel.close(reason)));
  }

  #checkWindows(): void {
    const now = performance.now();
    for (const [name, { readers, seenAt }] of this.#windows) {
      if (readers > 0 || now - seenAt < this.#options.graceMs) continue;
      this.#windows.delete(name);
      for (const channel of this.list(name)) this.#forget(channel, 'its window was closed');
    }
    if (this.#windows.size > 0 || this.#check === null) return;
    clearInterval(this.#check);
    this.#check = null;
  }

  #makeRoom(): void {
    let bytes = this.list().reduce((sum, channel) => sum + channel.bytes, 0);
    for (const channel of this.list()) {
      if (this.#channels.size < MAX_CHANNELS && bytes < MAX_BYTES) return;
      if (channel.state !== 'ended') continue;
      bytes -= channel.bytes;
      this.#forget(channel, 'forgotten');
    }
  }

  #forget(channel: Channel, reason: string): void {
    this.#channels.delete(channel.id);
    // Readers that follow it get its end from the channel itself.
    channel.close(reason).catch(() => undefined);
  }
}
