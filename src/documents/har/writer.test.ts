import { expect, test } from 'vitest';
import { harEntryText, harHead, harTail, type Har, type HarEntry } from './writer.ts';

const creator = { name: 'Some "Proxy"', version: '1.2.3' };
const entry = (text: string): HarEntry => ({
  startedDateTime: '2026-01-02T03:04:05.678Z',
  time: 5,
  request: {
    method: 'GET',
    url: 'http://example.test/',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [{ name: 'Host', value: 'example.test' }],
    queryString: [],
    headersSize: 40,
    bodySize: 0,
  },
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: [],
    content: { size: 4, mimeType: 'text/plain', text },
    redirectURL: '',
    headersSize: 20,
    bodySize: 4,
  },
  cache: {},
  timings: { send: 0, wait: 5, receive: 0 },
});

const entries = ['one\r\ntwo', '\u2028 "three"', '\ud800'].map(entry);

function linesOf(list: readonly HarEntry[]): string {
  return list.flatMap((entry, index) => [...harEntryText(entry, index)]).join('');
}

test('a file without entries is valid', () => {
  expect(JSON.parse(harHead(creator) + harTail())).toEqual({ log: { version: '1.2', creator, entries: [] } });
});

test('a file written entry by entry holds them in order', () => {
  const file = harHead(creator) + linesOf(entries) + harTail();
  expect(JSON.parse(file)).toEqual({ log: { version: '1.2', creator, entries } });
});

test('a file cut behind any entry is whole with the tail', () => {
  for (let count = 0; count <= entries.length; count += 1) {
    const cut = harHead(creator) + linesOf(entries.slice(0, count));
    expect((JSON.parse(cut + harTail()) as Har).log.entries).toHaveLength(count);
  }
});

test('an entry is one line, so that a truncated one is recognised', () => {
  const file = harHead(creator) + linesOf(entries);
  expect(file.split('\n')).toHaveLength(entries.length + 1);
  const cut = file.slice(0, file.length - 20);
  const recovered = cut.slice(0, cut.lastIndexOf('\n')).replace(/,$/, '') + harTail();
  expect((JSON.parse(recovered) as Har).log.entries).toEqual(entries.slice(0, -1));
});
