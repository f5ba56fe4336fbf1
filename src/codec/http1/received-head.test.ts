import { describe, expect, test } from 'vitest';
import { MAX_RESPONSE_HEAD_BYTES } from './head-end.ts';
import { receivedHead, type ReceivedHead } from './received-head.ts';

function received(text: string): ReceivedHead {
  const read = receivedHead(Buffer.from(text, 'latin1'), 0, 'GET');
  if (read?.type !== 'received') throw new Error(`not received: ${JSON.stringify(read)}`);
  return read;
}

test('a valid head is taken as it is, whatever stands behind it', () => {
  const raw = 'HTTP/1.1 200 OK\r\nX: 1\r\n\r\n';
  expect(received(`${raw}a\n\nb`)).toMatchObject({
    head: { raw, keepAlive: false },
    end: raw.length,
    repairs: [],
  });
});

describe('a head with one meaning is written again', () => {
  test.each([
    ['HTTP/1.1 200 OK\nA: 1\n\n', 'HTTP/1.1 200 OK\r\nA: 1\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\n\n', 'HTTP/1.1 200 OK\r\n\r\n'],
    ['HTTP/1.1 200 OK\nA: 1\r\nB: 2\r\n\r\n', 'HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nA \t: 1\r\n\r\n', 'HTTP/1.1 200 OK\r\nA: 1\r\n\r\n'],
    [
      'HTTP/1.1 200 OK\r\nTransfer-Encoding :\tChunked \r\n\r\n',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: Chunked\r\n\r\n',
    ],
    ['HTTP/1.1 200 OK\r\nA: 1 \r\n  2\r\n\t3 \r\nB:\r\n\r\n', 'HTTP/1.1 200 OK\r\nA: 1 2 3\r\nB:\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nA: \x01\x7f\xff\r\n\r\n', 'HTTP/1.1 200 OK\r\nA:   \xff\r\n\r\n'],
    ['HTTP/1.1 200 OK\r\nA B: 1\r\n: 2\r\n 3\r\nC: 4\r\n\r\n', 'HTTP/1.1 200 OK\r\nC: 4\r\n\r\n'],
    ['HTTP/1.1\t 200\t OK\tso\r\n\r\n', 'HTTP/1.1 200 OK\tso\r\n\r\n'],
    ['Http/1.0 404\r\n\r\n', 'HTTP/1.0 404 \r\n\r\n'],
    ['HTTP/1.7 200 OK\r\n\r\n', 'HTTP/1.1 200 OK\r\n\r\n'],
  ])('%j', (text, raw) => {
    const read = received(`${text}behind\r\n\r\n`);
    expect(read).toMatchObject({ end: text.length, head: { raw, keepAlive: false } });
    expect(read.repairs.length).toBeGreaterThan(0);
    // At any place where it may be cut.
    const bytes = Buffer.from(text, 'latin1');
    for (let cut = 5; cut < bytes.length; cut += 1) {
      const partial = receivedHead(bytes.subarray(0, cut), 0, 'GET');
      expect(partial).toBeNull();
      expect(receivedHead(bytes, 0, 'GET', cut)).toEqual(received(text));
    }
  });
});

test('many lines of a kind are one repair, which names some of them, and none of their values', () => {
  const lines = Array.from({ length: 7 }, (_, index) => `X-${index} : secret\r\n`).join('');
  expect(received(`HTTP/1.1 200 OK\r\n${lines}Set Cookie: secret\r\n\r\n`).repairs).toEqual([
    {
      rule: 'blank-before-colon',
      text: 'White space before the colon of X-0, X-1, X-2, X-3, X-4 and 2 more was removed.',
    },
    { rule: 'invalid-field', text: 'A line with an invalid field name was left out: "Set Cookie".' },
  ]);
});

test.each([
  ['HTTP/1.1 200 OK\r\nA: 1\r', null],
  ['htt', null],
  ['SSH-2.0', 'it does not start with an HTTP/1 status line'],
  ['HTTP/1.1 200 OK\r\nA: \0', 'the head holds a NUL byte'],
  ['HTTP/1.1 200 OK\rA', 'the head holds a bare CR'],
  ['HTTP/1.1 200 OK'.padEnd(MAX_RESPONSE_HEAD_BYTES, 'a'), null],
  ['HTTP/1.1 200 OK'.padEnd(MAX_RESPONSE_HEAD_BYTES + 1, 'a'), 'the head is longer than 262144 bytes'],
  [
    `${'HTTP/1.1 200 OK\r\nA: '.padEnd(MAX_RESPONSE_HEAD_BYTES, 'a')}\r\n\r\n`,
    'the head is longer than 262144 bytes',
  ],
])('a head that has not ended: %.20j', (text, reason) => {
  const read = receivedHead(Buffer.from(text, 'latin1'), 0, 'GET');
  expect(read).toEqual(reason === null ? null : expect.objectContaining({ type: 'violation', reason }));
});
