import { expect, test } from 'vitest';
import { closedJson } from './cut-json.ts';

test.each([
  ['', ''],
  ['{', '{}'],
  ['{"a', '{}'],
  ['{"a":', '{}'],
  ['{"a":"b', '{"a":"b"}'],
  ['{"a":"b\\', '{"a":"b"}'],
  ['{"a":"b\\\\', '{"a":"b\\\\"}'],
  ['{"a":"b\\u12', '{"a":"b"}'],
  ['{"a":[1,2', '{"a":[1]}'],
  ['{"a":[1,2,', '{"a":[1,2]}'],
  ['{"a":{"b":tru', '{"a":{}}'],
  ['{"a":{"b":true}', '{"a":{"b":true}}'],
  ['[[["x', '[[["x"]]]'],
  ['{"a":1}', '{"a":1}'],
])('%j becomes %j', (cut, closed) => {
  expect(closedJson(cut)).toBe(closed);
});

test('every beginning of a valid text is valid when it is closed', () => {
  const text = JSON.stringify({ a: [1.5, -2e7, 'x\\y"\u0001', { é: null, t: [true, false] }], b: { c: {} } });
  for (let length = 1; length <= text.length; length += 1)
    expect(
      () => JSON.parse(closedJson(text.slice(0, length))) as unknown,
      text.slice(0, length),
    ).not.toThrow();
});

test('takes linear time', () => {
  expect(closedJson('['.repeat(1_000_000))).toHaveLength(2_000_000);
  expect(closedJson(`"${'\\\\'.repeat(1_000_000)}`)).toHaveLength(2_000_002);
});
