// Files with an invalid value in each of their parts: the valid entries are read, the others are listed with
// the reason, and the flows that were read can be shown, exported and analyzed like any other.
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { collected, inPieces } from '../../test/helpers/collect.ts';
import { capturedFlow, flowHome } from '../../test/helpers/flows.ts';
import { bodyContent } from '../flow/content.ts';
import { flowDetail } from '../flow/detail.ts';
import type { Flow } from '../flow/flow.ts';
import { MAX_DECODED_BYTES } from '../codec/content-coding.ts';
import { flowSummary } from '../flow/summary.ts';
import { exportFormats } from './formats/index.ts';
import { encodeRecord, sessionParts, storeFlow } from '../../test/helpers/session-version-1.ts';
import { insights } from './insights/index.ts';
import { importTraffic } from './import.ts';
import type { ImportedTraffic } from './formats/contract.ts';

/** A placeholder in JSON for a number beyond the range of doubles. */
const HUGE = '@huge@';

const wrongValues: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  HUGE,
  1e300,
  '',
  'x\0\r\ny: z',
  '-271821-04-20T00:00:00Z',
  [],
  [[]],
  [null, 7, 'x', {}],
  {},
  JSON.parse('{"__proto__":{"polluted":true},"constructor":1}'),
];

const jsonOf = (value: unknown): string => JSON.stringify(value).replaceAll(`"${HUGE}"`, '1e999');

/** Yields `value` with each of its parts in turn replaced by each invalid value, and removed. */
function* invalidVariants(value: unknown): Generator<unknown, void, undefined> {
  yield* wrongValues;
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) {
    yield withPart(value, key, undefined);
    for (const wrong of invalidVariants(part)) yield withPart(value, key, wrong);
  }
}

/** JSON omits undefined members, and writes null for undefined items. */
function withPart(value: object, key: string, part: unknown): unknown {
  return Array.isArray(value) ? value.with(Number(key), part) : { ...value, [key]: part };
}

const headers = [{ name: 'Content-Type', value: 'application/json' }];
const entry = {
  startedDateTime: '2026-01-02T03:04:05.000Z',
  time: 12,
  request: {
    method: 'POST',
    url: 'https://a.test/a?b=c',
    httpVersion: 'HTTP/1.1',
    headers,
    postData: { mimeType: 'application/json', text: 'e30=', encoding: 'base64', comment: 'x' },
    bodySize: 2,
  },
  response: {
    status: 200,
    statusText: 'OK',
    httpVersion: 'h2',
    headers,
    content: { size: 2, mimeType: 'application/json', text: '{}' },
    _error: 'closed',
  },
  timings: { blocked: 1, dns: 1, connect: 1, ssl: 1, send: 1, wait: 1, receive: 1 },
  _timings: { connect: 1, tls: 1 },
  serverIPAddress: '127.0.0.1',
  _proxyClient: 'curl',
};

const transaction = {
  status: 'COMPLETE',
  method: 'GET',
  protocolVersion: 'HTTP/1.1',
  scheme: 'https',
  host: 'a.test',
  port: 443,
  actualPort: 443,
  path: '/',
  query: 'a=b',
  tunnel: false,
  remoteAddress: 'a.test/127.0.0.1',
  times: { start: '2026-01-02T03:04:05.000Z' },
  durations: { total: 1, dns: 1, connect: 1, ssl: 1, request: 1, latency: 1, response: 1 },
  request: { header: { firstLine: 'GET / HTTP/1.1', headers }, body: { text: 'x' } },
  response: { status: 200, header: { firstLine: 'HTTP/1.1 200 OK', headers }, body: { encoded: 'AAEC' } },
};

const read = (file: string | Buffer): Promise<ImportedTraffic> => importTraffic(inPieces(file), flowHome());

/** Uses the flows in every way that captured traffic is used; throws when one fails. */
async function use(flows: readonly Flow[]): Promise<void> {
  for (const flow of flows) {
    JSON.stringify([await flowDetail(flow), flowSummary(flow)]);
    expect(Number.isFinite(flow.durationMs ?? 0)).toBe(true);
  }
  for (const {
    export: { write },
  } of exportFormats)
    await collected(write(flows));
  await insights(flows, 'markdown', { limit: 10 });
}

test.each([
  ['HAR', entry, (entries: readonly unknown[]) => jsonOf({ log: { entries } })],
  [
    'JSON session of Charles',
    transaction,
    (entries: readonly unknown[]) => jsonOf([transaction, ...entries]),
  ],
] as const)('%s: every part of an entry is something else', async (_name, good, fileOf) => {
  const entries = [...invalidVariants(good)];
  expect(entries.length).toBeGreaterThan(500);
  const { flows, skipped } = await read(fileOf([...entries, good]));
  const whole = fileOf([]).startsWith('[') ? entries.length + 2 : entries.length + 1;
  expect(flows.length + skipped.length).toBe(whole);
  expect(flows.length).toBeGreaterThan(entries.length / 2);
  expect(skipped.every(({ reason }) => reason !== '')).toBe(true);
  await use(flows);
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});

test('session: an invalid value in every part of an exchange', async () => {
  const { flow } = await storeFlow(capturedFlow());
  const described = {
    webSocket: {
      fault: null,
      messages: [{ direction: 'sent', kind: 'text', time: 1, size: 0, note: null, kept: 0 }],
    },
    serverSentEvents: { fault: null, events: [{ id: '', event: 'message', time: 1, size: 0, kept: 0 }] },
    matchedRules: [{ tool: 'alerts', id: 'a', name: 'b' }],
    tls: { version: 'TLSv1.3', cipher: 'x', alpn: null, sni: null },
  };
  const good = { ...flow, ...described };
  const all = [...invalidVariants(good), good];
  const records = await Promise.all(
    all.map((each) => encodeRecord({ type: 'F', payload: Buffer.from(jsonOf(each)) })),
  );
  const end = await sessionParts.tail(all.length);
  const { flows, skipped } = await read(
    Buffer.concat([Buffer.from(sessionParts.head), ...records, Buffer.from(end)]),
  );
  expect(flows.length + skipped.length).toBe(all.length);
  expect(skipped.length).toBeGreaterThan(all.length / 2);
  await use(flows);
});

test('JSON nested a hundred thousand levels deep is read, and can be used', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const text = jsonOf({ log: { entries: [entry, { ...entry, cache: HUGE }, HUGE] } }).replaceAll(
    '1e999',
    deep,
  );
  const { flows, skipped } = await read(text);
  expect([flows.length, skipped]).toEqual([2, [{ index: 2, reason: 'it is not an object' }]]);
  const inBody = { ...entry, response: { ...entry.response, content: { text: deep } } };
  await use([...flows, ...(await read(jsonOf({ log: { entries: [inBody] } }))).flows]);
  await expect(read(deep.slice(0, -1))).rejects.toThrow(/invalid JSON at line 1, column \d+/);
  await expect(read(deep)).rejects.toThrow(/not a HAR file/);
});

test('the decoded size of a compressed body is limited like that of others', async () => {
  const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024));
  const response = {
    ...entry.response,
    headers: [{ name: 'Content-Encoding', value: 'gzip' }],
    content: { text: bomb.toString('base64'), encoding: 'base64', comment: '[not decoded: as it came]' },
  };
  const { flows } = await read(jsonOf({ log: { entries: [{ ...entry, response }] } }));
  const content = await bodyContent(flows[0]!.response!, Infinity);
  expect(content).toMatchObject({ exact: false, size: MAX_DECODED_BYTES });
  await use(flows);
});
