import { describe, expect, test } from 'vitest';
import { buildUrl, redirectUrl, urlText, type UrlParts } from './url.ts';

const read = (url: string, more: Partial<UrlParts> = {}) =>
  buildUrl({ url, query: [], path: [], encode: true, ...more });
const text = (url: string, more: Partial<UrlParts> = {}): string => urlText(read(url, more));

describe('typed text becomes a URL', () => {
  test.each([
    ['example.com', 'http://example.com/'],
    ['HTTPS://Example.COM:443/A', 'https://example.com/A'],
    ['http://example.com:8080', 'http://example.com:8080/'],
    ['http://[::1]:3000/x', 'http://[::1]:3000/x'],
    ['http://bücher.example/', 'http://xn--bcher-kva.example/'],
    ['http://a/b c', 'http://a/b%20c'],
    ['http://a/b%20c%zz', 'http://a/b%20c%zz'],
    ['http://a/ü/日', 'http://a/%C3%BC/%E6%97%A5'],
    ['http://a/x?q=a b&r="1"', 'http://a/x?q=a%20b&r=%221%22'],
    ['http://a?x', 'http://a/?x'],
    ['http://a/x?', 'http://a/x?'],
    ['http://a/x#frag', 'http://a/x'],
    ['  http://a/x ', 'http://a/x'],
    ['http://a/../b/./c', 'http://a/../b/./c'],
    ['http://user:p%40ss@a/x', 'http://a/x'],
  ])('%s is %s', (typed, url) => {
    expect(text(typed)).toBe(url);
  });

  test('with user and password apart', () => {
    expect(read('http://user:p%40s:s@a/').userInfo).toEqual({ username: 'user', password: 'p@s:s' });
  });
});

test('query parameters are appended to the URL as typed', () => {
  const query = [
    { name: 'a', value: '1' },
    { name: 'flag', value: null },
    { name: 'b c', value: 'd&e' },
    { name: '', value: '' },
  ];
  expect(text('http://a/x?first=1', { query })).toBe('http://a/x?first=1&a=1&flag&b%20c=d&e&=');
});

test('path variables cannot end the path, may be empty, and ports are not variables', () => {
  const path = [
    { name: 'id', value: 'a/b?c#d' },
    { name: 'x', value: '' },
  ];
  expect(text('http://a:8080/u/:id/:x/:none', { path })).toBe('http://a:8080/u/a/b%3Fc%23d//:none');
});

test('path variables keep the text after their names', () => {
  const path = [
    { name: 'id', value: '7' },
    { name: 'a.b', value: '8' },
  ];
  expect(text('http://a/:id.json/:id:cancel/:a.b/:none.json', { path })).toBe(
    'http://a/7.json/7:cancel/8/:none.json',
  );
});

test('without encoding only unsendable characters are encoded', () => {
  expect(text('http://a/{b}|"c"?q=<d>', { encode: false })).toBe('http://a/{b}|"c"?q=<d>');
  expect(text('http://a/b c\r\nX: y', { encode: false })).toBe('http://a/b%20c%0D%0AX:%20y');
});

test.each([
  ['', 'it has no URL'],
  ['ftp://a/', 'start it with http:// or https://'],
  ['http://', 'names no host'],
  ['{{base}}/x', 'a variable in it has no value'],
  ['http://a:99999/', 'the invalid port 99999'],
  ['http://a:x/', 'names no host'],
  ['http://a b/', 'names no host'],
])('%j is refused: %s', (typed, reason) => {
  expect(() => read(typed)).toThrow(reason);
});

test('a redirect leads on from where it came', () => {
  const from = read('https://a/b/c?d');
  const to = (location: string): string => urlText(redirectUrl(from, location));
  expect(to('/x')).toBe('https://a/x');
  expect(to('x?y')).toBe('https://a/b/x?y');
  expect(to('//other/z')).toBe('https://other/z');
  expect(to('http://b/\u00c3\u00bc')).toBe('http://b/%C3%BC');
  expect(() => to('http://[')).toThrow('which is not an HTTP URL');
  expect(() => to('javascript:alert(1)')).toThrow('not an HTTP URL');
});
