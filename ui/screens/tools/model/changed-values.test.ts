import { expect, test } from 'vitest';
import { changedValues } from './changed-values.ts';

test.each([
  [
    { status: 200, reason: 'OK' },
    { status: 404, reason: '' },
  ],
  [
    { status: 200, reason: 'Fine' },
    { status: 404, reason: 'Fine' },
  ],
  [
    { status: 200, reason: '' },
    { status: 404, reason: '' },
  ],
  [
    { status: 299, reason: undefined },
    { status: 404, reason: undefined },
  ],
  [{ status: 200 }, { status: 404 }],
])('%j becomes %j', (values, changed) => {
  expect(changedValues(values, 'status', 404)).toMatchObject(changed);
});

test('other fields leave the reason alone', () => {
  expect(changedValues({ status: 200, reason: 'OK' }, 'delayMs', 1)).toEqual({
    status: 200,
    reason: 'OK',
    delayMs: 1,
  });
});
