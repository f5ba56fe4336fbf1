import { expect, test } from 'vitest';
import { fieldAction, fieldLines, fieldValue, flatFields, headText, isSameHead } from './fields.ts';

test('fields are judged by what they are for', () => {
  expect(fieldAction('accept', '*/*')).toBe('keep');
  expect(fieldAction('te', 'trailers')).toBe('keep');
  expect(fieldAction('te', 'trailers, deflate')).toBe('malformed');
  expect(fieldAction('connection', 'close')).toBe('malformed');
  expect(fieldAction('x-proxy-token', 'x')).toBe('drop');
  expect(fieldAction('proxy-authorization', 'x')).toBe('drop');
});

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

test('of HTTP/1 only what is not of the connection is left, in lower case', () => {
  const list = [
    'Connection: X-Hop, close',
    'X-Hop: 1',
    'Keep-Alive: timeout=5',
    'Transfer-Encoding: chunked',
    'Upgrade: h2c',
    'HTTP2-Settings: AAA',
    'Proxy-Connection: close',
    'TE: gzip, trailers',
    'Proxy-Authorization: Basic eDp5',
    'X-Proxy-Token: secret',
    'X-Kept: 1',
    'Set-Cookie: A=B',
    'set-cookie: C',
  ].map((line) => ({ name: line.split(': ')[0]!, value: line.split(': ')[1]! }));
  expect(flatFields(list)).toEqual(['x-kept', '1', 'set-cookie', 'A=B', 'set-cookie', 'C']);
  expect(flatFields([{ name: 'TE', value: 'trailers' }])).toEqual(['te', 'trailers']);
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
