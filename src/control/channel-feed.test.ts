import { expect, test } from 'vitest';
import { Channels } from '../session/channels/index.ts';
import { channelFeed, windowFeed } from './channel-feed.ts';
import type { Feed } from './event-stream.ts';

const SEND = { kind: 'send', window: 'w' } as const;

/** Takes batches until there are no more; returns the numbers in them, and the numbers of batches. */
function takeAll(feed: Feed): {
  readonly numbers: readonly number[];
  readonly batches: number;
  readonly text: string;
} {
  const texts: string[] = [];
  for (let more = true; more;) {
    const batch = feed.take();
    texts.push(batch.text);
    ({ more } = batch);
  }
  const text = texts.join('');
  return {
    text,
    batches: texts.length,
    numbers: [...text.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number)),
  };
}

test('a window has the events of all its channels in the order of their numbers', () => {
  const channels = new Channels();
  const a = channels.open({ ...SEND, tab: 'a' });
  const feed = windowFeed(channels, 'w', 0);
  const stop = feed.subscribe(() => undefined);
  const b = channels.open({ ...SEND, tab: 'b' });
  channels.open({ ...SEND, window: 'v', tab: 'a' }).add('phase', {});
  for (let n = 0; n < 2000; n += 1) (n % 3 === 0 ? a : b).add('phase', {});
  a.end({});
  const { numbers, batches } = takeAll(feed);
  expect(numbers).toEqual(Array.from({ length: 2001 }, (_, n) => n + 2));
  expect(batches).toBeGreaterThan(1);
  b.add('phase', {});
  expect(takeAll(feed).numbers).toEqual([2003]);
  stop();
  void channels.closeAll('end');
});

test('a reader that resumes gets what follows, and is told what it has missed', () => {
  const channels = new Channels();
  const channel = channels.open({ ...SEND, tab: 'a', bounds: { maxEvents: 3, maxBytes: 1000 } });
  for (let n = 0; n < 5; n += 1) channel.add('phase', {});
  const { numbers, text } = takeAll(channelFeed(channel, 1));
  expect(numbers).toEqual([3, 4, 5]);
  expect(text).toContain(`event: dropped\ndata: {"channel":"${channel.id}","dropped":2}`);
  expect(takeAll(channelFeed(channel, 4)).text).not.toContain('dropped');
  void channels.closeAll('end');
});
