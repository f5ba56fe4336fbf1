// Work that goes on in channels of this window, such as mock servers: it outlives its tab, and after a reload its events
// are told again.
import type { ChannelEvent, ListedChannel } from '../../../api/channels.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { createStore, useSelected, useStore } from '../../../state/store.ts';
import { windowChannels } from '../sends/index.ts';

/** The end of a channel. */
export interface JobEnd {
  readonly outcome: string;
  readonly reason: string | null;
}

export interface Job<S> {
  readonly channel: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly state: S;
  /** Null while it goes on. */
  readonly end: JobEnd | null;
  /** Events that were lost. */
  readonly dropped: number;
}

export interface JobKind<S> {
  /** As `client.channels` names it. */
  readonly kind: string;
  /** Returns the state that the event `start` tells; null for that of another kind. */
  readonly begin: (start: ChannelEvent) => S | null;
  /** Returns the state after events that arrived together. */
  readonly after: (state: S, events: readonly ChannelEvent[]) => S;
}

/** Milliseconds for which events are gathered before they are shown. */
const BATCH_MS = 100;

export class ChannelJobs<S> {
  readonly #kind: JobKind<S>;
  readonly store = createStore<ReadonlyMap<string, Job<S>>>(new Map());
  /** Channels that this window has closed. */
  readonly #forgotten = new Set<string>();
  /** Channels of other windows. */
  readonly #others = new Set<string>();
  /** False until the app has said what goes on. */
  readonly known = createStore(false);
  #pending: ChannelEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(kind: JobKind<S>) {
    this.#kind = kind;
    windowChannels.follow({
      listed: (channels, time) => this.#listed(channels, time),
      events: (events) => {
        this.#pending.push(...events);
        this.#timer ??= setTimeout(() => this.#take(), BATCH_MS);
      },
      dropped: (channel, count) => this.#update(channel, (job) => ({ ...job, dropped: count })),
    });
  }

  /** Returns all of them, the oldest first. */
  all(): readonly Job<S>[] {
    return [...this.store.get().values()];
  }

  /**
   * Follows one of another window. Resolves when it has ended, or is followed already; rejects with an ApiError when
   * there is none.
   */
  async followOther(channel: string): Promise<void> {
    if (this.#others.has(channel) || this.store.get().has(channel)) return;
    this.#others.add(channel);
    let after = 0;
    try {
      for (let isOpen = true; isOpen;) {
        const read = await rpc('client.channel_events', { channel, after, limit: 10_000 });
        const events = read.events as unknown as readonly ChannelEvent[];
        after = events.at(-1)?.number ?? after;
        if (events.length > 0) this.#takeOf(channel, events);
        isOpen = read.state === 'open' || events.length > 0;
      }
    } catch (error) {
      const lost: JobEnd = { outcome: 'lost', reason: messageOf(error) };
      if (!this.store.get().has(channel)) throw error;
      this.#update(channel, (job) => ({ ...job, end: job.end ?? lost }));
    } finally {
      this.#others.delete(channel);
    }
  }

  /** Changes what the page shows of one. */
  change(channel: string, change: (state: S) => S): void {
    this.#update(channel, (job) => ({ ...job, state: change(job.state) }));
  }

  /** Lets the page forget what has ended. */
  forget(channel: string): void {
    this.#forgotten.add(channel);
    this.store.update((jobs) => new Map([...jobs].filter(([id]) => id !== channel)));
  }

  #listed(channels: readonly ListedChannel[], time: number): void {
    const there = new Set(channels.map(({ channel }) => channel));
    const lost: JobEnd = { outcome: 'lost', reason: 'The app has been restarted' };
    for (const { channel, startedAt, end } of this.all())
      if (end === null && !there.has(channel) && !this.#others.has(channel) && startedAt <= time)
        this.#update(channel, (job) => ({ ...job, end: lost }));
    // What goes on tells its first event before long.
    if (!channels.some(({ kind, channel }) => kind === this.#kind.kind && !this.store.get().has(channel)))
      this.known.set(true);
  }

  #take(): void {
    this.#timer = null;
    const events = this.#pending;
    this.#pending = [];
    for (const [channel, own] of Map.groupBy(events, (event) => event.channel)) this.#takeOf(channel, own);
    this.known.set(true);
  }

  #takeOf(channel: string, events: readonly ChannelEvent[]): void {
    const start = events.find(({ type }) => type === 'start');
    if (start !== undefined && !this.store.get().has(channel) && !this.#forgotten.has(channel)) {
      const state = this.#kind.begin(start);
      if (state === null) return;
      const job: Job<S> = { channel, startedAt: start.time, state, end: null, dropped: 0 };
      this.store.update((jobs) => new Map(jobs).set(channel, job));
    }
    const end = events.find(isEnd);
    this.#update(channel, (job) => ({
      ...job,
      state: this.#kind.after(job.state, events),
      end: job.end ?? (end === undefined ? null : { outcome: end.outcome, reason: end.reason ?? null }),
    }));
  }

  #update(channel: string, change: (job: Job<S>) => Job<S>): void {
    const job = this.store.get().get(channel);
    if (job !== undefined) this.store.update((jobs) => new Map(jobs).set(channel, change(job)));
  }
}

/** Returns all of a kind, the oldest first, and renders again when they change. */
export function useJobs<S>({ store }: ChannelJobs<S>): readonly Job<S>[] {
  return [...useStore(store).values()];
}

/** Returns one; null when there is none, undefined while that is not known. */
export function useJob<S>({ store, known }: ChannelJobs<S>, channel: string): Job<S> | null | undefined {
  const job = useSelected(store, (jobs) => jobs.get(channel));
  const isKnown = useStore(known);
  return job ?? (isKnown ? null : undefined);
}

type EndEvent = ChannelEvent & { readonly outcome: string; readonly reason?: string | null };

function isEnd(event: ChannelEvent): event is EndEvent {
  return event.type === 'end';
}
