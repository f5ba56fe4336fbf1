import { expect, test } from 'vitest';
import { isCharles, readCharles } from './charles.ts';
import type { HarExchange, HarReadResult } from './har/reader.ts';

const transaction = {
  status: 'COMPLETE',
  method: 'POST',
  protocolVersion: 'HTTP/1.1',
  scheme: 'https',
  host: 'api.example.test',
  port: null,
  actualPort: 8443,
  path: '/v1/items',
  query: 'page=2',
  tunnel: false,
  remoteAddress: 'api.example.test/192.0.2.7',
  times: { start: '2026-09-01T10:00:00.250+07:00' },
  durations: { total: 120, dns: 5, connect: 10, ssl: 20, request: 0, latency: 60, response: 25 },
  request: {
    header: {
      firstLine: 'POST /v1/items?page=2 HTTP/1.1',
      headers: [{ name: 'Content-Type', value: 'application/json' }],
    },
    body: { text: '{"a":1}' },
  },
  response: {
    status: 404,
    header: { firstLine: 'HTTP/1.1 404 Not Here', headers: [{ name: 'X-Id', value: '7' }] },
    body: { encoded: 'AAEC' },
  },
};

const exchangeOf = (read: HarReadResult | undefined): HarExchange | null =>
  read?.type === 'exchange' ? read.exchange : null;

test('a transaction in full', () => {
  const reads = [...readCharles([transaction])];
  expect(reads).toHaveLength(1);
  expect(exchangeOf(reads[0])).toMatchObject({
    startedAt: Date.parse('2026-09-01T03:00:00.250Z'),
    durationMs: 120,
    method: 'POST',
    url: 'https://api.example.test:8443/v1/items?page=2',
    status: 404,
    reason: 'Not Here',
    serverAddress: '192.0.2.7',
    error: null,
    request: { headers: [['Content-Type', 'application/json']], body: { content: '{"a":1}' } },
    response: { headers: [['X-Id', '7']], body: { content: Buffer.from([0, 1, 2]) } },
  });
});

test('transactions without a response, tunnels, and nonsense', () => {
  const [failed, ...skipped] = readCharles([
    { ...transaction, response: null, status: 'EXCEPTION', errorMessage: 'Connection refused' },
    { ...transaction, tunnel: true, method: 'CONNECT' },
    7,
    { host: 'a.test' },
  ]);
  expect(exchangeOf(failed)).toMatchObject({ status: 0, response: null, error: 'Connection refused' });
  expect(skipped.map((read) => read.type === 'skipped' && `${read.index} ${read.reason}`)).toEqual([
    '1 it is a tunnel whose content was not decrypted',
    '2 it is not an object',
    '3 request.method is not a method',
  ]);
});

test('other files are not recognised', () => {
  expect(isCharles([transaction])).toBe(true);
  expect(isCharles([])).toBe(true);
  for (const file of [{ log: {} }, null, 'text', [1, 2], [{ url: 'http://a.test/' }]])
    expect(isCharles(file)).toBe(false);
});
