// Many clients at once, and clients that are slow on purpose.
import net from 'node:net';
import { duplexPair } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { Client } from '../../src/flow/client.ts';
import { ClientConnection } from '../../src/proxy/http1/client-connection.ts';
import type { ProxyContext, Stoppable } from '../../src/proxy/shared/context.ts';
import { CaptureBudget } from '../../src/flow/capture-budget.ts';
import { FlowStore } from '../../src/flow/store.ts';
import { arenaForEach } from '../helpers/arena.ts';
import { startOrigin } from '../helpers/origin.ts';
import { Raw } from '../helpers/raw.ts';
import { scaled } from '../helpers/scale.ts';

const origin = await startOrigin();
const arena = arenaForEach();

describe('a flood', () => {
  const silent = scaled({ quick: 400, full: 2000 });
  test('of connections that say nothing, or next to it, and go', async () => {
    const { port } = arena().proxy.engine;
    const greetings = [
      '',
      'G',
      'GET http://a/ HTTP/1.1\r\nHo',
      '\x16\x03\x01',
      'CONNECT 127.0.0.1:1 HTTP/1.1\r\n',
      '\0',
    ];
    let connected = 0;
    await inBatches(silent, 200, async (n) => {
      const socket = net.connect({ port, host: '127.0.0.1' });
      socket.on('error', () => {});
      await new Promise<void>((resolve) => {
        socket.on('connect', () => {
          connected += 1;
          socket.write(greetings[n % greetings.length]!, 'latin1');
          if (n % 2 === 0) socket.resetAndDestroy();
          else socket.destroy();
        });
        socket.on('close', () => resolve());
      });
    });
    expect(connected).toBe(silent);
  });

  const requests = scaled({ quick: 150, full: 500 });
  test('of requests at once, each on a connection of its own', async () => {
    const { port, flows } = arena().proxy.engine;
    const bodies = await Promise.all(
      Array.from({ length: requests }, async (_, n) => {
        const client = new Raw(net.connect({ port, host: '127.0.0.1' }));
        client.write(`GET ${origin.http}/${n} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
        return /^GET .*$/m.exec(await client.rest())?.[0];
      }),
    );
    expect(bodies).toEqual(Array.from({ length: requests }, (_, n) => `GET /${n}`));
    expect(flows.list().filter(({ state, status }) => state === 'completed' && status === 200)).toHaveLength(
      requests,
    );
  });

  test('of requests on one connection that stay unanswered: the client is made to wait, the memory is bounded', async () => {
    const { client, server } = await arena().begin('/first');
    const requests = Buffer.from(
      `GET http://${arena().origin.authority}/more HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(10_000),
    );
    let sent = 0;
    for (let calm = 0; calm < 10 && sent < 200;) {
      if (!client.stream.writableNeedDrain) {
        client.stream.write(requests);
        sent += 1;
        calm = 0;
      } else calm += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    expect(sent * requests.length).toBeLessThan(50_000_000);
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
    expect((await client.response()).body).toBe('ok');
  });
});

describe('a client that is slow on purpose', () => {
  /** A connection whose clock the test controls. */
  function connection(): { readonly client: Raw; readonly clock: Stoppable; readonly flows: FlowStore } {
    const captures = new CaptureBudget({ maxBodyBytes: 1, memoryBytes: 1, spillPath: '' });
    const flows = new FlowStore(captures);
    const connections = new Set<Stoppable>();
    const context = {
      flows,
      captures,
      connections,
      identified: () => null,
    } satisfies Partial<ProxyContext> as unknown as ProxyContext;
    const [inside, outside] = duplexPair();
    const clock = new ClientConnection(inside, new Client('127.0.0.1', 1), { type: 'proxy' }, context);
    clock.start();
    return { client: new Raw(outside), clock, flows };
  }

  test('has a minute for a head that it has begun', async () => {
    const { client, clock, flows } = connection();
    client.write('GET http://a.test/slow HTTP/1.1\r\nHost');
    await new Promise((resolve) => setImmediate(resolve));
    clock.tick?.(performance.now() + 59_000);
    expect(flows.list()).toEqual([]);
    clock.tick?.(performance.now() + 61_000);
    expect((await client.response()).head).toMatch(/^HTTP\/1.1 408 /);
    expect(await client.rest()).toBe('');
    expect(flows.list()).toMatchObject([
      { state: 'failed', error: expect.stringContaining('not complete after 60 s') },
    ]);
  });

  test('may take any time before it begins', () => {
    const { clock, client } = connection();
    clock.tick?.(performance.now() + 1e9);
    expect(client.ended).toBe(false);
    clock.stop();
  });
});

async function inBatches(count: number, size: number, act: (n: number) => Promise<void>): Promise<void> {
  for (let from = 0; from < count; from += size)
    await Promise.all(Array.from({ length: size }, (_, i) => act(from + i)));
}
