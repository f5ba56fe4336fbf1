// The events of channels, in the order of their numbers over all of them: a reader resumes from one number.
import type { Channels } from '../session/channels/index.ts';
import { shownEvent, type Channel } from '../session/channels/channel.ts';
import type { ChannelEvent } from '../session/channels/event-log.ts';
import { eventText, type Batch, type Feed } from './event-stream.ts';

/** Events of one channel that a batch takes at most, and bytes of them. */
const MAX_EVENTS = 500;
const MAX_BYTES = 1024 * 1024;

/** Returns the feed of one channel. */
export function channelFeed(channel: Channel, after: number): Feed {
  const events = new MergedEvents(after);
  events.follow(channel);
  return {
    subscribe: (notify) => channel.subscribe(notify),
    take: () => events.take(),
  };
}

/** Returns the feed of all channels of a window, those that it opens later among them. */
export function windowFeed(channels: Channels, window: string, after: number): Feed {
  const events = new MergedEvents(after);
  return {
    subscribe(notify) {
      const stops = [channels.reading(window)];
      const follow = (channel: Channel): void => {
        events.follow(channel);
        stops.push(channel.subscribe(notify));
      };
      channels.list(window).forEach(follow);
      stops.push(
        channels.onOpen((channel) => {
          if (channel.owner.window === window) follow(channel);
        }),
      );
      return () => stops.forEach((stop) => stop());
    },
    take: () => events.take(),
  };
}

interface Numbered {
  readonly channel: Channel;
  readonly event: ChannelEvent;
}

class MergedEvents {
  #channels: readonly Channel[] = [];
  #after: number;
  /** Channels of whose dropped events the reader knows, with their number. */
  readonly #dropped = new WeakMap<Channel, number>();

  constructor(after: number) {
    this.#after = after;
  }

  follow(channel: Channel): void {
    this.#channels = [...this.#channels, channel];
  }

  take(): Batch {
    const read = this.#channels.map((channel) => ({ channel, ...channel.read(this.#after, MAX_EVENTS) }));
    const notices = read.map(({ channel, missed }) => this.#notice(channel, missed)).join('');
    const next = read
      .flatMap(({ channel, events }) => events.map((event): Numbered => ({ channel, event })))
      .sort((a, b) => a.event.number - b.event.number);
    // Beyond the last number of a channel that has more, events of it would be skipped.
    const full = read.filter(({ events }) => events.length === MAX_EVENTS);
    const safe = Math.min(...full.map(({ events }) => events.at(-1)!.number));
    const { text, count } = rendered(next.filter(({ event }) => event.number <= safe));
    this.#after = count === 0 ? this.#after : next[count - 1]!.event.number;
    this.#channels = this.#channels.filter(
      (channel) => channel.state === 'open' || channel.read(this.#after, 1).events.length > 0,
    );
    return { text: notices + text, more: count < next.length || full.length > 0 };
  }

  #notice(channel: Channel, missed: number): string {
    const known = this.#dropped.get(channel) ?? 0;
    if (missed <= known) return '';
    this.#dropped.set(channel, missed);
    return eventText('dropped', JSON.stringify({ channel: channel.id, dropped: missed }));
  }
}

function rendered(events: readonly Numbered[]): { readonly text: string; readonly count: number } {
  const texts: string[] = [];
  let size = 0;
  for (const { channel, event } of events) {
    const text = eventText('channel', JSON.stringify(shownEvent(channel, event)), event.number);
    texts.push(text);
    size += text.length;
    if (size >= MAX_BYTES) break;
  }
  return { text: texts.join(''), count: texts.length };
}
