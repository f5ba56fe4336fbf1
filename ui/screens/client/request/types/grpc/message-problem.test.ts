// Messages that fit their types, and those that do not.
import { expect, test } from 'vitest';
import { messageProblem } from './message-problem.ts';

const field = (name: string, type: string, label: 'one' | 'many' | 'map' = 'one') => ({
  name,
  jsonName: name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
  type,
  label,
});

const TYPES = {
  'shop.Watch': [
    field('skus', 'string', 'many'),
    field('store_id', 'string'),
    field('threshold', 'int32'),
    field('total', 'int64'),
    { ...field('mode', 'shop.Mode'), values: ['MODE_ALL', 'MODE_DELTA'] },
    field('since', 'google.protobuf.Timestamp'),
    field('inner', 'shop.Watch'),
    field('labels', 'string', 'map'),
  ],
};

test.each([
  ['{"skus": ["a"], "storeId": "b", "store_id": "b", "threshold": 5, "total": "7", "mode": "MODE_ALL"}'],
  [
    '{"since": "2026-01-01T00:00:00Z", "labels": {"a": "b"}, "inner": {"inner": {"mode": 1}}, "threshold": "5"}',
  ],
  ['{"threshold": {{limit}}, "skus": {{skus}}, "storeId": "{{store}}", "mode": "{{mode}}", "inner": null}'],
  ['{"threshold": '],
  [''],
])('%s fits', (text) => {
  expect(messageProblem(text, 'shop.Watch', TYPES)).toBeNull();
});

test.each([
  ['{\n "skus": ["a"],\n "threshold": "five"\n}', 3, 'threshold is int32, not a string.'],
  ['{"threshold": 1.5}', 1, 'threshold is int32, not a number.'],
  ['{"skus": "a"}', 1, 'skus is a list of string, not a string.'],
  ['{"skus": [\n"a",\n7]}', 3, 'skus[1] is string, not a number.'],
  ['{"mode": "ALL"}', 1, 'mode is one of MODE_ALL, MODE_DELTA, not ALL.'],
  ['{"inner": {"inner": []}}', 1, 'inner.inner is Watch, not a list.'],
  ['{"labels": {"a": true}}', 1, 'labels.a is string, not true.'],
  ['[]', 1, 'The message is Watch, not a list.'],
])('%s does not', (text, line, problem) => {
  expect(messageProblem(text, 'shop.Watch', TYPES)).toEqual({ line, text: problem });
});

test('an unknown field is answered with those that there are', () => {
  const found = messageProblem('{"inner": {"store": 1}}', 'shop.Watch', TYPES);
  expect(found?.text).toMatch(/^inner\.store is an unknown field: known are skus, store_id, .*labels\.$/);
});
