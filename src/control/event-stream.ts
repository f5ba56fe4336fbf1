// Server-sent events from several feeds in one stream (WHATWG HTML, section 9.2). A feed is asked only when the reader
// has taken what came before, so a slow reader gets fewer, larger batches and nothing piles up for it.
import { setTimeout as after } from 'node:timers/promises';

/** What one subject has to tell: captured requests, or later tools, settings, paused messages. */
export interface Feed {
  /** Calls `ring` whenever there may be news, until the function returned is called. */
  subscribe(notify: () => void): () => void;
  /** The news since the last call. */
  take(): Batch;
}

export interface Batch {
  /** Whole events, in the format of the stream; empty when there is no news. */
  readonly text: string;
  /** Whether more is ready, left out to bound the size of a batch. */
  readonly more: boolean;
}

/** Milliseconds. */
export interface Pace {
  /** Between batches. */
  readonly batchMs: number;
  /** After so long without news a comment shows both sides that the connection lives. */
  readonly heartbeatMs: number;
}

const usualPace: Pace = { batchMs: 100, heartbeatMs: 15_000 };

/** Ends when `signal` is aborted. */
export async function* eventStream(
  feeds: readonly Feed[],
  signal: AbortSignal,
  { batchMs, heartbeatMs }: Pace = usualPace,
): AsyncGenerator<string, void, undefined> {
  const updates = new UpdateSignal(signal);
  const stops = feeds.map((feed) => feed.subscribe(updates.notify));
  try {
    // The first words, so that the reader has the head of the answer at once.
    yield `retry: ${RETRY_MS}\n\n`;
    while (!signal.aborted) {
      updates.reset();
      for (const feed of feeds) yield* batches(feed, signal);
      await after(batchMs, null, { signal }).catch(() => null);
      if (!(await updates.waitForUpdate(heartbeatMs))) yield ': still here\n\n';
    }
  } finally {
    for (const stop of stops) stop();
  }
}

/** One event; `data` in JSON, which has no line breaks of its own. An event with an `id` is one to resume from. */
export function eventText(type: string, data: string, id?: number): string {
  return `event: ${type}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`;
}

/** How long a reader that lost the connection is to wait before it comes again. */
const RETRY_MS = 1000;

function* batches(feed: Feed, signal: AbortSignal): Generator<string, void, undefined> {
  for (let more = true; more && !signal.aborted;) {
    const batch = feed.take();
    if (batch.text !== '') yield batch.text;
    ({ more } = batch);
  }
}

/** Remembers that it was rung until it is silenced. */
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

  /** Waits until it has been rung or the signal is aborted; false when `ms` have passed without. */
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
