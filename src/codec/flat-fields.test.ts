import { expect, test } from 'vitest';
import { fieldLines, fieldValue, headText, isSameHead } from './flat-fields.ts';

test('a head is written with its start line', () => {
  const head = headText({ startLine: 'GET / HTTP/2', fields: ['x-a', '1', 'x-b', ''] });
  expect(head).toBe('GET / HTTP/2\r\nx-a: 1\r\nx-b: \r\n\r\n');
  expect(fieldLines([])).toBe('');
});

test('the first value of a field is found', () => {
  const fields = ['x-a', '1', '1', 'x-a', 'x-a', '2'];
  expect(fieldValue(fields, 'x-a')).toBe('1');
  expect(fieldValue(fields, '1')).toBe('x-a');
  expect(fieldValue(fields, 'x-b')).toBeUndefined();
});

test('heads are the same when they render to the same text', () => {
  const one = { startLine: 'GET / HTTP/2', fields: ['accept', '*/*', 'x-a', '1'] };
  expect(isSameHead(one, { ...one, fields: [...one.fields] })).toBe(true);
  expect(isSameHead(one, headText(one))).toBe(true);
  expect(isSameHead(headText(one), headText(one))).toBe(true);
  expect(isSameHead(one, { ...one, startLine: 'GET /b HTTP/2' })).toBe(false);
  expect(isSameHead(one, { ...one, fields: ['accept', '*/*', 'x-a', '2'] })).toBe(false);
  expect(isSameHead(one, { ...one, fields: ['accept', '*/*'] })).toBe(false);
  expect(isSameHead(headText(one), '')).toBe(false);
});
