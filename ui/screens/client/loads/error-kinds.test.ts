import { expect, test } from 'vitest';
import { kindsOf } from './error-kinds.ts';
import { niceTop } from './scale.ts';

test('kinds of errors, the most frequent first', () => {
  const requests = [
    { name: 'A', reasons: { 'status 503': 2, 'test failed: in time': 9, 'read ECONNRESET': 1 } },
    { name: 'B', reasons: { 'status 418': 3, 'script error: x is not defined': 4 } },
  ];
  expect(kindsOf(requests).map((each) => Object.values(each).join(' '))).toEqual([
    'A 9 test in time',
    'B 4 script x is not defined',
    'B 3 418 ',
    'A 2 503 Service Unavailable',
    'A 1 ERR read ECONNRESET',
  ]);
});

test.each([
  [0, 1],
  [0.3, 0.3],
  [7, 8],
  [100, 100],
  [1480, 1500],
])('the top of an axis for %d', (value, top) => {
  expect(niceTop(value)).toBeCloseTo(top);
});
