import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import type { Coding } from '../../codec/content-coding.ts';
import type { HeldEvent } from '../hooks.ts';
import { EventFilter } from './event-filter.ts';

type Handler = (event: HeldEvent) => Promise<HeldEvent | null>;

const same: Handler = (event) => Promise.resolve(event);

interface Filtered {
  readonly text: string;
  readonly seen: readonly HeldEvent[];
  readonly failed: string | null;
}

function filtered(
  pieces: readonly (string | Buffer)[],
  handler = same,
  coding: Coding | null = null,
): Promise<Filtered> {
  const seen: HeldEvent[] = [];
  const out: Buffer[] = [];
  return new Promise((resolve) => {
    const over = (failed: string | null): void =>
      resolve({ text: Buffer.concat(out).toString(), seen, failed });
    const filter = new EventFilter({
      onEvent: (event) => {
        seen.push(event);
        return handler(event);
      },
      coding,
      write: (bytes) => void out.push(bytes),
      pause: () => undefined,
      resume: () => undefined,
      failed: over,
    });
    for (const piece of pieces) filter.data(Buffer.from(piece));
    filter.end(() => over(null));
  });
}

const STREAM =
  '\uFEFFdata: one\n\n: comment\n\nid: 7\r\nevent: two\r\ndata: 2\r\n\r\ndata:3\rretry: 5\r\rdata\n\n\n\ndata: é\r\r\ndata: last';
const DATA = ['one', '2', '3', '', 'é'];

describe('what a tool leaves as it is goes on as it came', () => {
  test('in one piece', async () => {
    const { text, seen } = await filtered([STREAM]);
    expect(text).toBe(STREAM);
    expect(seen.map(({ data }) => data)).toEqual(DATA);
    expect(seen[1]).toEqual({ id: '7', event: 'two', data: '2', retry: null });
  });

  test('split at every byte', async () => {
    const bytes = Buffer.from(STREAM);
    for (let at = 1; at < bytes.length; at += 1) {
      const { text, seen } = await filtered([bytes.subarray(0, at), bytes.subarray(at)]);
      expect(text).toBe(STREAM);
      expect(seen.map(({ data }) => data)).toEqual(DATA);
    }
    const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    expect(await filtered(single)).toMatchObject({ text: STREAM });
  });

  test('events do not wait for the byte behind them', async () => {
    const written: string[] = [];
    const filter = new EventFilter({
      onEvent: same,
      coding: null,
      write: (bytes) => void written.push(bytes.toString()),
      pause: () => undefined,
      resume: () => undefined,
      failed: () => undefined,
    });
    filter.data(Buffer.from('data: a\r\r'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(written).toEqual(['data: a\r\r']);
  });

  test.each([
    ['gzip', gzipSync(STREAM)],
    ['br', brotliCompressSync(STREAM)],
    ['zstd', zstdCompressSync(STREAM)],
  ] as const)('coded as %s, decoded', async (coding, bytes) => {
    const single = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
    expect(await filtered(single, same, coding)).toMatchObject({ text: STREAM, failed: null });
  });
});

test('events are changed and dropped, whatever a tool throws', async () => {
  const handler: Handler = async (event) => {
    await Promise.resolve();
    if (event.data === '2') throw new Error('a tool that fails');
    return event.data === 'one' ? null : { ...event, data: `${event.data}\r\n!` };
  };
  const { text } = await filtered(['data: one\n\ndata: 2\r\n\r\ndata: 3\n\n'], handler);
  expect(text).toBe('data: 2\r\n\r\ndata: 3\ndata: !\n\n');
});

test('a block that is too long passes unseen, in time', async () => {
  const long = `data: ${'x'.repeat(1_200_000)}\n\n`;
  // Byte by byte, as a server that means no good would send it.
  const pieces = Array.from({ length: 200_000 }, (_, at) => long.slice(at, at + 1));
  const { text, seen } = await filtered([...pieces, long.slice(200_000), 'data: a\n\n']);
  expect(text).toBe(`${long}data: a\n\n`);
  expect(seen.map(({ data }) => data)).toEqual(['a']);
});

test('what came before a coding breaks goes on, and then nothing', async () => {
  const good = gzipSync('data: a\n\n'.repeat(100_000), { finishFlush: constants.Z_SYNC_FLUSH });
  const { text, failed } = await filtered([good, Buffer.alloc(1000, 0x55)], same, 'gzip');
  expect(failed).toBeTruthy();
  expect(text).toMatch(/^(?:data: a\n\n)+/);
});

test('a bomb takes no more memory than a tool can look at', { tags: ['full'] }, async () => {
  const event = `data: ${'x'.repeat(1000)}\n\n`;
  const bomb = brotliCompressSync(event.repeat(100_000));
  const waiting: (() => void)[] = [];
  let isPaused = false;
  let written = 0;
  const filter = new EventFilter({
    onEvent: (each) => new Promise((resolve) => waiting.push(() => resolve(each))),
    coding: 'br',
    write: (bytes) => (written += bytes.length),
    pause: () => (isPaused = true),
    resume: () => (isPaused = false),
    failed: () => undefined,
  });
  filter.data(bomb);
  const over = vi.fn<() => void>();
  filter.end(over);
  await vi.waitFor(() => expect(isPaused).toBe(true));
  const before = process.memoryUsage().arrayBuffers;
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 1024 * 1024);
  while (over.mock.calls.length === 0) {
    for (const each of waiting.splice(0)) each();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(written).toBe(event.length * 100_000);
});
