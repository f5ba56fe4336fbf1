// Upgrades: the protocol that a client requests instead of HTTP, and the tunnel that follows.
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { arenaForEach, type Exchange } from '../helpers/arena.ts';
import type { Raw } from '../helpers/raw.ts';

const arena = arenaForEach();

const ASKING = [
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
];
const SWITCHING =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n';

async function upgraded(path = '/ws'): Promise<Exchange> {
  const exchange = await arena().begin(path, { fields: ASKING });
  exchange.server.write(SWITCHING);
  expect(await exchange.client.head()).toBe(SWITCHING);
  return exchange;
}

describe('an upgrade', () => {
  test('reaches the origin with the fields that ask for it', async () => {
    const { client, server, head } = await arena().begin('/ws', { fields: [...ASKING, 'Keep-Alive: 5'] });
    expect(head).toBe(
      `GET /ws HTTP/1.1\r\nHost: ${arena().origin.authority}\r\n${ASKING.join('\r\n')}\r\n\r\n`,
    );
    server.write(SWITCHING);
    expect(await client.head()).toBe(SWITCHING);
    client.end();
    server.end();
    expect(await arena().flow('/ws')).toMatchObject({ state: 'completed', status: 101 });
  });

  test('loses the other options of Connection, and what they name', async () => {
    const { head } = await arena().begin('/ws', {
      fields: ['Upgrade: x', 'Connection: keep-alive, Upgrade, X-Hop', 'X-Hop: 1', 'X-A: 1'],
    });
    expect(head).toContain('\r\nUpgrade: x\r\n');
    expect(head).toMatch(/\r\nConnection: Upgrade\r\n/i);
    expect(head).toContain('\r\nX-A: 1\r\n');
    expect(head).not.toContain('X-Hop');
  });

  test('carries frames both ways, and then the end', async () => {
    const { client, server } = await upgraded();
    client.write('\x81\x85\0\0\0\0hello');
    expect(await server.exactly(11)).toBe('\x81\x85\0\0\0\0hello');
    server.write('\x81\x05hello');
    expect(await client.exactly(7)).toBe('\x81\x05hello');
    client.end();
    await server.over();
    server.write('\x88\0');
    server.end();
    expect(await client.rest()).toBe('\x88\0');
    expect(await arena().flow('/ws')).toMatchObject({ tunnelSent: 11, tunnelReceived: 9 });
  });

  test('passes on what came along with the 101, and what the client sent ahead of it', async () => {
    const { client, server } = await arena().begin('/ws', { fields: ASKING, body: 'early' });
    server.write(`${SWITCHING}first`);
    expect(await client.until('first')).toBe(`${SWITCHING}first`);
    expect(await server.exactly(5)).toBe('early');
  });

  test('that is refused is an exchange like any other', async () => {
    const { client, server } = await arena().begin('/ws', { fields: ASKING });
    server.write('HTTP/1.1 426 Upgrade Required\r\nContent-Length: 2\r\n\r\nno');
    expect((await client.response()).body).toBe('no');
    client.write(`GET http://${arena().origin.authority}/next HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(await server.head()).toContain('GET /next ');
  });

  test.each([
    [
      'h2c, which is not passed on',
      ['Upgrade: h2c', 'Connection: Upgrade, HTTP2-Settings', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA'],
    ],
    ['without Connection', ['Upgrade: websocket']],
  ])('is not asked for: %s', async (_what, fields) => {
    const { client, server, head } = await arena().begin('/ws', { fields: [...fields, 'X-A: 1'] });
    expect(head).toBe(`GET /ws HTTP/1.1\r\nHost: ${arena().origin.authority}\r\nX-A: 1\r\n\r\n`);
    server.write(SWITCHING);
    expect((await client.response()).head).toMatch(/^HTTP\/1.1 502 /);
  });

  test('is not for a client of HTTP/1.0', async () => {
    const { head } = await arena().begin('/ws', { version: '1.0', fields: ASKING });
    expect(head).not.toMatch(/upgrade:/i);
  });

  test.each(['client', 'server'] as const)('ends when the %s is gone', async (who) => {
    const { client, server } = await upgraded('/gone');
    const [leaves, stays] = who === 'client' ? [client, server] : [server, client];
    leaves.reset();
    await stays.over();
    expect((await arena().flow('/gone')).finished).toBe(true);
  });

  test('passes 30 MiB each way at once, unharmed', async () => {
    const { client, server } = await upgraded('/bulk');
    const block = randomBytes(1024 * 1024);
    const sums = await Promise.all([pump(client, server, block, 30), pump(server, client, block, 30)]);
    const sent = createHash('sha256');
    for (let n = 0; n < 30; n += 1) sent.update(block);
    const sum = sent.digest('hex');
    expect(sums).toEqual([sum, sum]);
  });
});

/** Sends `block` this many times; resolves with the hash of the received bytes. */
async function pump(from: Raw, to: Raw, block: Buffer, times: number): Promise<string> {
  const hash = createHash('sha256');
  let left = block.length * times;
  to.stream.removeAllListeners('data');
  const arrived = new Promise<void>((resolve) => {
    to.stream.on('data', (bytes: Buffer) => {
      hash.update(bytes);
      left -= bytes.length;
      if (left === 0) resolve();
    });
  });
  for (let n = 0; n < times; n += 1) if (!from.stream.write(block)) await once(from.stream, 'drain');
  await arrived;
  return hash.digest('hex');
}
