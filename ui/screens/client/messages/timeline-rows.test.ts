import { expect, test } from 'vitest';
import type { SendMessage } from '../sends/events.ts';
import { begunSend, endedWithout, type Going } from '../sends/state.ts';
import { ALL, namesOf, timelineRows } from './timeline-rows.ts';

const message = (number: number, text: string, more: Partial<SendMessage> = {}): SendMessage => ({
  number,
  time: number,
  direction: 'received',
  name: '',
  size: text.length,
  kind: 'text',
  text,
  omitted: 0,
  ...more,
});

const going = (messages: readonly SendMessage[]): Going => ({
  ...begunSend('c', 0, null, true),
  messages,
  notices: [
    { type: 'open', number: 1, time: 1, facts: [{ name: 'upgrade', value: 'websocket' }], can: ['send'] },
  ],
});

test('keep-alives that follow each other are one row', () => {
  const messages = [
    message(2, 'ping'),
    message(3, 'pong', { direction: 'sent' }),
    message(4, '{"type":"ping","at":1}'),
    message(5, 'shopping'),
    message(6, 'ping'),
  ];
  const rows = timelineRows(going(messages), ALL);
  expect(rows.map((row) => [row.number, row.type === 'message' ? row.count : row.text])).toEqual([
    [1, 'upgrade: websocket'],
    [4, 3],
    [5, 1],
    [6, 1],
  ]);
});

test('a filter by direction, name and text leaves out the rest, events too', () => {
  const messages = [
    message(2, 'One', { name: 'a' }),
    message(3, 'one', { name: 'b', direction: 'sent' }),
    message(4, 'two', { name: 'b' }),
  ];
  const numbers = (filter: Partial<typeof ALL>): readonly number[] =>
    timelineRows(going(messages), { ...ALL, ...filter }).map((row) => row.number);
  expect(numbers({ text: 'ONE' })).toEqual([2, 3]);
  expect(numbers({ direction: 'sent' })).toEqual([3]);
  expect(numbers({ name: 'b', direction: 'received' })).toEqual([4]);
  expect(namesOf(messages)).toEqual(['a', 'b']);
});

test('the end of a connection is the last row, with its reason', () => {
  const rows = timelineRows(
    endedWithout(going([message(2, 'x')]), { outcome: 'failed', reason: 'refused' }),
    ALL,
  );
  expect(rows.at(-1)).toMatchObject({ type: 'event', name: 'failed', text: 'refused', isFailure: true });
});
