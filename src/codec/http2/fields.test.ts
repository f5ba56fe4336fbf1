import { expect, test } from 'vitest';
import { fieldAction, flatFields } from './fields.ts';

test('fields are judged by what they are for', () => {
  expect(fieldAction('accept', '*/*')).toBe('keep');
  expect(fieldAction('te', 'trailers')).toBe('keep');
  expect(fieldAction('te', 'trailers, deflate')).toBe('malformed');
  expect(fieldAction('connection', 'close')).toBe('malformed');
  expect(fieldAction('x-proxy-token', 'x')).toBe('drop');
  expect(fieldAction('proxy-authorization', 'x')).toBe('drop');
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
