import { expect, test } from 'vitest';
import { topicRows } from './topic-tree.ts';

const topics = [
  { topic: '/lead', messages: 1, last: 'x' },
  { topic: 'harbor/courier', messages: 2, last: 'all' },
  { topic: 'harbor/courier/7', messages: 3, last: '{"lat":1}' },
  { topic: 'harbor/depot', messages: 1, last: '' },
];

test('levels have the sums of what is below, and topics their last payload', () => {
  const rows = topicRows(topics, new Set());
  expect(rows.map(({ path, depth, messages, last }) => [path, depth, messages, last])).toEqual([
    ['', 0, 1, null],
    ['/lead', 1, 1, 'x'],
    ['harbor', 0, 6, null],
    ['harbor/courier', 1, 5, 'all'],
    ['harbor/courier/7', 2, 3, '{"lat":1}'],
    ['harbor/depot', 1, 1, ''],
  ]);
});

test('what is below a closed level is not in sight', () => {
  const rows = topicRows(topics, new Set(['harbor/courier', '']));
  expect(rows.map(({ path, isOpen }) => [path, isOpen])).toEqual([
    ['', false],
    ['harbor', true],
    ['harbor/courier', false],
    ['harbor/depot', null],
  ]);
});
