// Server-sent events from several feeds in one stream (WHATWG HTML, section 9.2). A feed is polled only after the
// reader has taken the previous batch, so a slow reader gets fewer, larger batches and needs no queue.
import { setTimeout as after } from 'node:timers/promises';

/** A source of events about one subject, such as captured requests or settings. */
export interface Feed {
  /** Calls `notify` whenever there may be events; returns a function that ends the subscription. */
  subscribe(notify: () => void): () => void;
  /** Returns the events since the last call. */
  take(): Batch;
}

export interface Batch {
  /** Complete events, in the format of the stream; empty when there are none. */
  readonly text: string;
  /** True when the batch was cut to bound its size, and more events are ready. */
  readonly more: boolean;
}

/** Milliseconds. */
export interface Pace {
  /** Between batches, at least: `pauseAfter`. */
  readonly batchMs: number;
  /** A comment is sent after so long without events, so that both sides notice a broken connection. */
  readonly heartbeatMs: number;
}

const usualPace: Pace = { batchMs: 100, heartbeatMs: 15_000 };

/** Yields the events of all feeds; ends when `signal` is aborted. */
export async function* eventStream(
  feeds: readonly Feed[],
  signal: AbortSignal,
  { batchMs, heartbeatMs }: Pace = usualPace,
): AsyncGenerator<string, void, undefined> {
  const updates = new UpdateSignal(signal);
  const stops = feeds.map((feed) => feed.subscribe(updates.notify));
  try {
    // Sent at once, so that the reader gets the response head.
    yield `retry: ${RETRY_MS}\n\n`;
    while (!signal.aborted) {
      updates.reset();
      const work: Work = { ms: 0 };
      for (const feed of feeds) yield* batches(feed, signal, work);
      await after(pauseAfter(work.ms, batchMs), null, { signal }).catch(() => null);
      if (!(await updates.waitForUpdate(heartbeatMs))) yield ': still here\n\n';
    }
  } finally {
    for (const stop of stops) stop();
  }
}

/**
 * Renders one event; `data` is JSON, which has no line breaks of its own. A reader can resume from an event with an
 * `id`.
 */
export function eventText(type: string, data: string, id?: number): string {
  return `event: ${type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`;
}

/** Milliseconds after which a reader that lost the connection is asked to reconnect. */
const RETRY_MS = 1000;

/** Milliseconds that batches have taken to make. */
interface Work {
  ms: number;
}

/** Batches are made in at most this share of the time: the rest is for the traffic itself. */
const SHARE = 1 / 20;
/** Milliseconds. */
const MAX_PAUSE = 500;

/**
 * Returns the milliseconds to wait after batches that took `workMs` to make. Longer pauses are less work: in a list
 * that changes quickly, many flows have changed several times, or left the list, by the next batch.
 */
export function pauseAfter(workMs: number, batchMs: number): number {
  return Math.max(batchMs, Math.min(MAX_PAUSE, workMs / SHARE));
}

function* batches(feed: Feed, signal: AbortSignal, work: Work): Generator<string, void, undefined> {
  for (let more = true; more && !signal.aborted;) {
    const start = performance.now();
    const batch = feed.take();
    work.ms += performance.now() - start;
    if (batch.text !== '') yield batch.text;
    ({ more } = batch);
  }
}

/** A flag that can be waited for: set by `notify`, cleared by `reset`. */
class UpdateSignal {
  #hasUpdate = false;
  #wake: (() => void) | null = null;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  readonly notify = (): void => {
    this.#hasUpdate = true;
    this.#wake?.();
  };

  reset(): void {
    this.#hasUpdate = false;
  }

  /** Resolves with true once the flag is set or the signal aborted, with false after `ms` milliseconds. */
  waitForUpdate(ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#signal.removeEventListener('abort', done);
        this.#wake = null;
        resolve(this.#hasUpdate || this.#signal.aborted);
      };
      const timer = setTimeout(done, ms);
      this.#wake = done;
      if (this.#hasUpdate || this.#signal.aborted) done();
      else this.#signal.addEventListener('abort', done);
    });
  }
}
