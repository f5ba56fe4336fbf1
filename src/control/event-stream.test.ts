import { describe, expect, test } from 'vitest';
import { eventStream, eventText, pauseAfter, type Batch, type Feed } from './event-stream.ts';

/** A feed whose batches the test puts in; `rings` counts who listens. */
class TestFeed implements Feed {
  readonly batches: Batch[] = [];
  readonly listeners = new Set<() => void>();

  subscribe(ring: () => void): () => void {
    this.listeners.add(ring);
    return () => this.listeners.delete(ring);
  }

  take(): Batch {
    return this.batches.shift() ?? { text: '', more: false };
  }

  notify(text: string, more = false): void {
    this.batches.push({ text, more });
    for (const ring of this.listeners) ring();
  }
}

const quick = { batchMs: 1, heartbeatMs: 60_000 };

async function pieces(stream: AsyncGenerator<string, void, undefined>, count: number): Promise<string[]> {
  const found: string[] = [];
  while (found.length < count) {
    const { value, done } = await stream.next();
    if (done === true) break;
    found.push(value);
  }
  return found;
}

test('an event in the format of the stream', () => {
  expect(eventText('flows', '[1]', 7)).toBe('event: flows\nid: 7\ndata: [1]\n\n');
  expect(eventText('reset', '{}')).toBe('event: reset\ndata: {}\n\n');
});

test.each([
  [0, 100],
  [1, 100],
  [5, 100],
  [10, 200],
  [400, 500],
])('after %i ms of work a reader waits %i ms', (work, pause) => {
  expect(pauseAfter(work, 100)).toBe(pause);
});

describe('a stream', () => {
  test('says at once that it is there, then what every feed tells', async () => {
    const [one, two] = [new TestFeed(), new TestFeed()];
    const abort = new AbortController();
    const stream = eventStream([one, two], abort.signal, quick);
    one.notify('a');
    two.notify('b');
    expect(await pieces(stream, 3)).toEqual(['retry: 1000\n\n', 'a', 'b']);
    const next = stream.next();
    two.notify('c');
    expect(await next).toEqual({ value: 'c', done: false });
    abort.abort();
    expect(await stream.next()).toMatchObject({ done: true });
  });

  test('takes from a feed until it has no more', async () => {
    const feed = new TestFeed();
    const abort = new AbortController();
    const stream = eventStream([feed], abort.signal, quick);
    feed.notify('a', true);
    feed.notify('b', true);
    feed.notify('c');
    feed.notify('later');
    expect(await pieces(stream, 4)).toEqual(['retry: 1000\n\n', 'a', 'b', 'c']);
    abort.abort();
  });

  test('asks for nothing before the reader wants it', async () => {
    const feed = new TestFeed();
    const abort = new AbortController();
    const stream = eventStream([feed], abort.signal, quick);
    await pieces(stream, 1);
    feed.notify('a', true);
    feed.notify('b');
    await pieces(stream, 1);
    expect(feed.batches).toHaveLength(1);
    abort.abort();
  });

  test('shows that it lives when there is no news', async () => {
    const abort = new AbortController();
    const stream = eventStream([new TestFeed()], abort.signal, { batchMs: 1, heartbeatMs: 5 });
    expect(await pieces(stream, 3)).toEqual(['retry: 1000\n\n', ': still here\n\n', ': still here\n\n']);
    abort.abort();
  });
});

describe('at the end', () => {
  test('a reader that leaves while it waits is let go', async () => {
    const feed = new TestFeed();
    const abort = new AbortController();
    const stream = eventStream([feed], abort.signal, quick);
    await pieces(stream, 1);
    expect(feed.listeners.size).toBe(1);
    const rest = pieces(stream, Infinity);
    abort.abort();
    await rest;
    expect(feed.listeners.size).toBe(0);
  });

  test('one that stops reading, too', async () => {
    const feed = new TestFeed();
    const stream = eventStream([feed], new AbortController().signal, quick);
    await pieces(stream, 1);
    await stream.return();
    expect(feed.listeners.size).toBe(0);
  });

  test('one that has left already gets nothing', async () => {
    const feed = new TestFeed();
    feed.notify('a');
    const stream = eventStream([feed], AbortSignal.abort(), quick);
    expect(await pieces(stream, 5)).toEqual(['retry: 1000\n\n']);
    expect(feed.listeners.size).toBe(0);
  });
});
