import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Channels } from './index.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SEND = { kind: 'send', window: 'w', tab: 't' } as const;

test('a window that neither reads nor calls is gone after a minute, and so is what it had', async () => {
  const channels = new Channels();
  const stopRead = channels.reading('reader');
  const read = channels.open({ ...SEND, window: 'reader' });
  const left = channels.open(SEND);
  await vi.advanceTimersByTimeAsync(50_000);
  channels.seen('w');
  await vi.advanceTimersByTimeAsync(50_000);
  expect(left.signal.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(left.signal.reason).toMatchObject({ message: 'its window was closed' });
  expect(() => channels.named(left.id)).toThrow('there is no channel');
  expect(channels.named(read.id)).toBe(read);
  stopRead();
  await vi.advanceTimersByTimeAsync(70_000);
  expect(read.signal.aborted).toBe(true);
  expect(vi.getTimerCount()).toBe(0);
});

test('a tab has one channel of a kind', () => {
  const channels = new Channels();
  const first = channels.open(SEND);
  const others = [
    channels.open({ ...SEND, tab: 'u' }),
    channels.open({ ...SEND, kind: 'connection' }),
    channels.open({ ...SEND, window: 'v' }),
  ];
  const second = channels.open(SEND);
  expect(first.signal.aborted).toBe(true);
  expect([...others, second].some(({ signal }) => signal.aborted)).toBe(false);
  expect(channels.list('w')).not.toContain(first);
});

test('numbers grow over all channels, and nothing follows the end', () => {
  const channels = new Channels();
  const [a, b] = [channels.open(SEND), channels.open({ ...SEND, tab: 'u' })];
  a.add('phase', {});
  b.add('phase', {});
  a.end({});
  a.add('late', {});
  const numbers = [a, b].map((each) => each.read(0, 10).events.map(({ number }) => number));
  expect(numbers).toEqual([[1, 3], [2]]);
  expect(a.state).toBe('ended');
});

test('the first stop may finish what is in progress; closing ends it at once', async () => {
  const channels = new Channels();
  const channel = channels.open(SEND);
  const finish = vi.fn();
  const closed = vi.fn();
  channel.finishesFirst(finish);
  channel.onClose(closed);
  channel.stop('enough');
  expect([finish.mock.calls.length, channel.signal.aborted]).toEqual([1, false]);
  channel.stop('enough');
  expect(channel.signal.aborted).toBe(true);
  const other = channels.open({ ...SEND, tab: 'u' });
  other.finishesFirst(finish);
  await channels.closeAll('the app ends');
  expect([finish.mock.calls.length, other.signal.aborted, closed.mock.calls.length]).toEqual([1, true, 1]);
});

test('beyond their number the oldest that have ended are forgotten', () => {
  const channels = new Channels();
  const running = channels.open({ ...SEND, tab: 'first' });
  for (let n = 0; n < 600; n += 1) channels.open({ ...SEND, tab: String(n) }).end({});
  expect(channels.list().length).toBe(500);
  expect(channels.named(running.id)).toBe(running);
});

test('what a channel is outlasts its log, which forgets the oldest events', () => {
  const channels = new Channels();
  const channel = channels.open({ ...SEND, kind: 'mock', bounds: { maxEvents: 3, maxBytes: 1000 } });
  const typesAfter = (after: number, max = 10): readonly string[] =>
    channel.read(after, max).events.map(({ type }) => type);
  channel.add('start', {});
  channel.add('changed', { first: true });
  channel.add('changed', {});
  for (let call = 0; call < 5; call += 1) channel.add('call', {});
  expect(typesAfter(0)).toEqual(['start', 'changed', 'call', 'call', 'call']);
  expect(channel.read(0, 10).events.map(({ number }) => number)).toEqual([1, 3, 6, 7, 8]);
  expect(channel.read(0, 10).missed).toBe(5);
  expect(typesAfter(1)).toEqual(['changed', 'call', 'call', 'call']);
  expect(typesAfter(6)).toEqual(['call', 'call']);
  expect(typesAfter(0, 2)).toEqual(['start', 'changed']);
});
