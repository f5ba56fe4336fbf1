import { expect, test } from 'vitest';
import { differences } from './differences.ts';
import { withoutDifference } from './without-difference.ts';

const BEFORE = {
  name: 'List',
  url: 'http://a/',
  body: { type: 'raw', text: 'a' },
  auth: { type: 'none' },
  headers: [
    { name: 'A', value: '1' },
    { name: 'B', value: '2' },
    { name: 'C', value: '3' },
  ],
};
const AFTER = {
  name: 'List all',
  url: 'http://b/',
  body: { type: 'raw', text: 'b' },
  auth: { type: 'bearer', token: 't' },
  headers: [
    { name: 'C', value: '3' },
    { name: 'A', value: '9' },
    { name: 'X', value: '0' },
  ],
  docs: 'new',
};

test('each difference is taken back alone, and all of them together give what was before', () => {
  const fields = differences(BEFORE, AFTER).map(({ field }) => field);
  expect(fields).toEqual([
    'name',
    'url',
    'body.text',
    'auth',
    'headers[A].value',
    'headers[B]',
    'headers[X]',
    'headers',
    'docs',
  ]);
  for (const field of fields) {
    const left = differences(BEFORE, withoutDifference(BEFORE, AFTER, field)).map((each) => each.field);
    expect(left).toEqual(fields.filter((each) => each !== field));
  }
  const all = fields.reduce<unknown>((value, field) => withoutDifference(BEFORE, value, field), AFTER);
  expect(all).toEqual(BEFORE);
});
