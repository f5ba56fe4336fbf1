// Follows the channels of a window of the API client: all of them over one stream, because a browser allows six
// connections. It reconnects by itself, and catches up from the last number that it saw.
import type { ResultOf } from '../../src/session/methods/ui-types.ts';
import { ApiError, rpc } from './client.ts';
import type { ServerEvent } from './event-parser.ts';
import { readEvents, retryMs } from './read-events.ts';

/** An event of a channel, see docs/control-api.md. Numbers increase over all channels. */
export interface ChannelEvent {
  readonly channel: string;
  readonly number: number;
  readonly type: string;
  /** Epoch milliseconds. */
  readonly time: number;
}

export type ListedChannel = ResultOf<'client.channels'>[number];

export interface ChannelListener {
  /**
   * Called before the first events, and again after each reconnection: other channels that were there at `time`, in
   * epoch milliseconds, are gone.
   */
  readonly listed: (channels: readonly ListedChannel[], time: number) => void;
  /** Takes events that arrived together, each once and in order. */
  readonly events: (events: readonly ChannelEvent[]) => void;
  /** Says how many of the oldest events of a channel were lost. */
  readonly dropped: (channel: string, count: number) => void;
}

interface Follower {
  readonly listener: ChannelListener;
  /** The number of the last event by channel. */
  readonly last: Map<string, number>;
}

export class WindowChannels {
  readonly #window: string;
  readonly #followers = new Set<Follower>();
  #attempts = 0;
  #restart = new AbortController();
  #isRunning = false;

  /** `window`: the name of the window, as it is given to methods. */
  constructor(window: string) {
    this.#window = window;
  }

  /** Tells of all channels, from their first events on, as long as the page lives. */
  follow(listener: ChannelListener): void {
    this.#followers.add({ listener, last: new Map() });
    // The stream that is open has gone past the first events.
    this.#restart.abort();
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (;;) {
      this.#restart = new AbortController();
      try {
        await this.#read(this.#restart.signal);
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) break;
      }
      if (this.#restart.signal.aborted) continue;
      await new Promise((resolve) => setTimeout(resolve, retryMs(this.#attempts)));
      this.#attempts += 1;
    }
    this.#isRunning = false;
  }

  async #read(signal: AbortSignal): Promise<void> {
    const time = Date.now();
    const listed = await rpc('client.channels', { window: this.#window }, signal);
    for (const { listener } of this.#followers) listener.listed(listed, time);
    await readEvents(
      `/api/channels?window=${encodeURIComponent(this.#window)}`,
      String(this.#knownUpTo(listed)),
      {
        onOpen: () => {
          this.#attempts = 0;
        },
        onEvents: (events) => this.#handle(events),
      },
      signal,
    );
  }

  /** Returns the number after which there are events that a follower has not got. Of another app all are new. */
  #knownUpTo(listed: readonly ListedChannel[]): number {
    const numbers = [...this.#followers].flatMap(({ last }) =>
      listed.map(({ channel }) => last.get(channel) ?? 0),
    );
    return numbers.length === 0 ? 0 : Math.min(...numbers);
  }

  #handle(received: readonly ServerEvent[]): boolean {
    const events: ChannelEvent[] = [];
    for (const { type, data } of received) {
      if (type === 'channel') events.push(JSON.parse(data) as ChannelEvent);
      if (type !== 'dropped') continue;
      const { channel, dropped } = JSON.parse(data) as { readonly channel: string; readonly dropped: number };
      for (const { listener } of this.#followers) listener.dropped(channel, dropped);
    }
    for (const { listener, last } of this.#followers) {
      const fresh = events.filter(({ channel, number }) => number > (last.get(channel) ?? 0));
      for (const { channel, number } of fresh) last.set(channel, number);
      if (fresh.length > 0) listener.events(fresh);
    }
    return true;
  }
}
