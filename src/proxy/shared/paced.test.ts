import { duplexPair, type Duplex } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { closeSoon } from '../../base/streams.ts';
import type { Pace } from '../hooks.ts';
import { paced, PacedOutlet } from './paced.ts';

const slow: Pace = { delay: () => 2 };
const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

test('a pace that fails is none', () => {
  const written: number[] = [];
  const outlet = new PacedOutlet({
    pace: {
      delay: () => {
        throw new Error('a tool that fails');
      },
    },
    write: (bytes) => void written.push(bytes.length),
    drained: () => undefined,
  });
  expect(outlet.push(Buffer.alloc(3000))).toBe(true);
  expect(written).toEqual([1400, 1400, 200]);
});

test('a link that is all but dead lets nothing through', async () => {
  const written: number[] = [];
  const outlet = new PacedOutlet({
    pace: { delay: () => 1e12 },
    write: (bytes) => void written.push(bytes.length),
    drained: () => undefined,
  });
  outlet.push(Buffer.alloc(10));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(written).toEqual([]);
  outlet.stop();
});

describe('a stream behind a slow link', () => {
  test('is not read ahead of the link', async () => {
    const [inner, peer] = duplexPair();
    const stream = paced(inner, slow, null);
    let read = 0;
    stream.on('data', (bytes: Buffer) => (read += bytes.length));
    let written = 0;
    const write = (): void => {
      while (written < 64 * 1024 * 1024) {
        written += 64 * 1024;
        if (!peer.write(Buffer.alloc(64 * 1024))) return void peer.once('drain', write);
      }
    };
    write();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(read).toBeGreaterThan(0);
    expect(written - read).toBeLessThan(512 * 1024);
    stream.destroy();
  });

  test('gives everything that was written before it ends', async () => {
    const [inner, peer] = duplexPair();
    const stream: Duplex = paced(inner, null, { delay: () => 0 });
    const size = 1024 * 1024;
    for (let sent = 0; sent < size; sent += 64 * 1024) stream.write(Buffer.alloc(64 * 1024));
    closeSoon(stream);
    await turns(20);
    let received = 0;
    const ended = new Promise<string>((resolve) => {
      peer.once('end', () => resolve('ended'));
      peer.once('close', () => resolve('closed'));
    });
    peer.on('data', (bytes: Buffer) => (received += bytes.length));
    expect(await ended).toBe('ended');
    expect(received).toBe(size);
  });
});
