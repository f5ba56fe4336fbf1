import {
  brotliCompressSync,
  constants,
  createGzip,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib';
import { expect, test } from 'vitest';
import { capturedMessage } from '../../test/helpers/flows.ts';
import { codingsOf } from './decode.ts';
import { LogBudget } from './log-budget.ts';
import { ServerSentEvents } from './server-sent-events.ts';

const STREAM = 'id: 1\nevent: add\ndata: tea\n\n: comment\n\ndata: {"n":2}\n\n';

function eventsOf(coding = '', changed: () => void = () => undefined): ServerSentEvents {
  const fields = coding === '' ? [] : [`Content-Encoding: ${coding}`];
  const message = capturedMessage({ head: ['HTTP/1.1 200 OK', ...fields] });
  return new ServerSentEvents(codingsOf(message), new LogBudget(1e6), 1e6, changed);
}

test('the times of the first events outlast the events', () => {
  const events = eventsOf();
  const stream = Buffer.from('data: x\n\n'.repeat(300));
  events.add(stream, 0, stream.length);
  expect(events.detail()).toHaveLength(200);
  expect(events.firstTimes).toHaveLength(50);
  expect(events.firstTimes[0]).toBeGreaterThan(Date.now() - 60_000);
});

test('reads events as they arrive', () => {
  let changes = 0;
  const events = eventsOf('', () => (changes += 1));
  events.add(Buffer.from(STREAM), 0, STREAM.length);
  const [first, second] = events.detail();
  expect(first).toMatchObject({ id: '1', event: 'add', data: 'tea' });
  expect(second).toMatchObject({ id: '1', event: 'message', data: '{"n":2}' });
  expect(Date.parse(first!.time)).toBeGreaterThan(Date.now() - 60_000);
  expect(changes).toBe(2);
});

test.each([
  ['gzip', gzipSync(STREAM)],
  ['deflate', deflateSync(STREAM)],
  ['br', brotliCompressSync(STREAM)],
  ['zstd', zstdCompressSync(STREAM)],
] as const)('reads a stream in %s', async (coding, bytes) => {
  const seen = Promise.withResolvers<null>();
  let remaining = 2;
  const events = eventsOf(coding, () => {
    remaining -= 1;
    if (remaining === 0) seen.resolve(null);
  });
  for (let at = 0; at < bytes.length; at += 5) events.add(bytes, at, Math.min(at + 5, bytes.length));
  events.end();
  await seen.promise;
  expect(events.detail().map(({ data }) => data)).toEqual(['tea', '{"n":2}']);
  expect(events.error).toBeNull();
});

test('decodes each event of a compressed stream before the next is sent', async () => {
  let seen = Promise.withResolvers<null>();
  const events = eventsOf('gzip', () => seen.resolve(null));
  const gzip = createGzip();
  gzip.on('data', (bytes: Buffer) => events.add(bytes, 0, bytes.length));
  for (const n of [1, 2, 3]) {
    gzip.write(`data: ${n}\n\n`);
    gzip.flush(constants.Z_SYNC_FLUSH);
    await seen.promise;
    seen = Promise.withResolvers<null>();
    expect(events.detail().at(-1)?.data).toBe(String(n));
  }
  gzip.destroy();
  events.end();
});

test.each([['gzip, br'], ['compress']])('reports that a stream in %s is not read', (coding) => {
  const events = eventsOf(coding);
  events.add(Buffer.from(STREAM), 0, STREAM.length);
  expect(events.detail()).toEqual([]);
  expect(events.error).toMatch(/compressed/);
});

test('stops reading invalid gzip and decompression bombs', async () => {
  for (const bytes of [Buffer.from(STREAM), gzipSync(Buffer.alloc(64 * 1024 * 1024))]) {
    const events = eventsOf('gzip');
    events.add(bytes, 0, bytes.length);
    while (events.error === null) await new Promise((resolve) => setTimeout(resolve, 5));
    events.add(bytes, 0, bytes.length);
    expect(events.detail()).toEqual([]);
  }
});
