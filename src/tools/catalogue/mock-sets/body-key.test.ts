import { describe, expect, test } from 'vitest';
import { bodyKey, paramsKey } from './body-key.ts';

const key = (body: string | Buffer, type?: string, ignoreParams: readonly string[] = []): string =>
  bodyKey(Buffer.from(body), type, ignoreParams);

const FORM = 'application/x-www-form-urlencoded; charset=utf-8';
const MULTIPART = 'multipart/form-data; boundary=x';
const part = (boundary: string, value: string): string =>
  `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\n${value}\r\n--${boundary}--\r\n`;

describe('equal keys', () => {
  test.each<[string, string, string, string?]>([
    ['JSON in another order', '{"a": 1, "b": [{"c": 1, "d": 2}]}', '{"b":[{"d":2,"c":1}],"a":1}'],
    ['a form in another order', 'a=1&b=2', 'b=2&a=1', FORM],
    ['a form in another spelling', 'a=%20', 'a=+', FORM],
    ['another boundary', part('one', '1'), part('two', '1'), MULTIPART],
    ['nothing', '', ''],
  ])('%s', (_, one, other, type) => {
    expect(key(one, type)).toBe(key(other, type));
  });

  test('ignores the listed parameters', () => {
    expect(key('a=1&t=1', FORM, ['t'])).toBe(key('a=1&t=2', FORM, ['t']));
    expect(paramsKey('t=1&a=1', ['t'])).toBe(paramsKey('a=1', ['t']));
  });
});

describe('different keys', () => {
  test.each<[string, string | Buffer, string | Buffer, string?]>([
    ['another value', '{"a":1}', '{"a":"1"}'],
    ['a list in another order', '[1,2]', '[2,1]'],
    ['more', '{"a":1}', '{"a":1,"__proto__":{}}'],
    ['text in other spaces', 'a b', 'a  b'],
    ['text that looks like a form', 'a=1&b=2', 'b=2&a=1', 'text/plain'],
    ['a name for a value', 'a=b', 'b=a', FORM],
    ['one parameter that looks like two', 'a=%22%2C%22b', 'a=&b=', FORM],
    ['another part', part('one', '1'), part('one', '2'), MULTIPART],
    ['bytes', Buffer.from([0, 255]), Buffer.from([0, 254])],
    ['nothing and something', '', ' '],
  ])('%s', (_, one, other, type) => {
    expect(key(one, type)).not.toBe(key(other, type));
  });
});

test('compares deeply nested JSON byte for byte', () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000);
  expect(key(deep)).toBe(key(deep));
  expect(key(deep)).not.toBe(key(`${deep} `));
});
