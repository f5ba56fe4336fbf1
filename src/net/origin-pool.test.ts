import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rawOrigin, type RawOrigin } from '../../test/helpers/raw.ts';
import { systemResolver } from './dns.ts';
import type { Http1Upstream } from './http1-upstream.ts';
import { OriginPool } from './origin-pool.ts';
import { UpstreamConnection, type ConnectionOptions } from './upstream-connection.ts';

const options: ConnectionOptions = {
  timeoutMs: 5000,
  alpn: [],
  keylog: null,
  resolve: systemResolver,
  guard: () => null,
};

let origin: RawOrigin;
let route: OriginPool;

beforeEach(async () => {
  origin = await rawOrigin();
  route = new OriginPool(
    { host: '127.0.0.1', port: origin.port, servername: null, localAllowed: true },
    options,
  );
});

afterEach(async () => {
  route.closeIdle(0);
  await origin[Symbol.asyncDispose]();
});

async function rested(count: number): Promise<Http1Upstream[]> {
  const upstreams = await Promise.all(Array.from({ length: count }, () => route.connectHttp1(false)));
  for (const upstream of upstreams) route.release(upstream);
  return upstreams;
}

/** Waits until so many connections rest. */
async function idle(count: number): Promise<void> {
  while (route.idle !== count) await new Promise((resolve) => setImmediate(resolve));
}

describe('connections that rest', () => {
  test('are none at first', () => {
    expect([route.idle, route.take()]).toEqual([0, null]);
  });

  test('are taken, the one used last first', async () => {
    const [first, second] = await rested(2);
    expect(route.idle).toBe(2);
    expect(route.take()).toBe(second);
    expect(route.take()).toBe(first);
    expect(route.take()).toBeNull();
    first?.abandon();
    second?.abandon();
  });

  test('are not taken when they have rested too long for this request', async () => {
    const [upstream] = await rested(1);
    upstream!.idleSince = performance.now() - 1001;
    expect(route.take(1000)).toBeNull();
    expect(upstream?.connection.destroyed).toBe(true);
  });

  test('are closed when they have rested too long at all', async () => {
    const [old, young] = await rested(2);
    old!.idleSince = performance.now() - 61_000;
    route.closeIdle();
    await idle(1);
    expect([old?.connection.destroyed, young?.connection.destroyed]).toEqual([true, false]);
    expect(route.take()).toBe(young);
    young?.abandon();
  });

  test('are forgotten when the peer ends them', async () => {
    await rested(2);
    (await origin.next()).end();
    await idle(1);
    (await origin.next()).reset();
    await idle(0);
  });

  test('are forgotten when the peer speaks unasked', async () => {
    await rested(1);
    const peer = await origin.next();
    peer.write('HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n');
    await peer.over();
    await idle(0);
  });

  test('are 64 at most', async () => {
    const upstreams = await rested(66);
    expect(route.idle).toBe(64);
    expect(upstreams.filter(({ connection }) => connection.destroyed)).toHaveLength(2);
  });

  test('are none that are gone', async () => {
    const [upstream] = await rested(1);
    expect(route.take()).toBe(upstream);
    upstream!.connection.destroy();
    route.release(upstream!);
    expect(route.idle).toBe(0);
  });

  test('may have been opened by somebody else', async () => {
    const connection = await UpstreamConnection.open(route.target, options);
    route.adopt(connection);
    expect(route.idle).toBe(1);
    expect(route.take()?.connection).toBe(connection);
    connection.destroy();
  });
});

describe('a connection opened ahead', () => {
  test('is idle until it is taken', async () => {
    route.preconnect(1);
    await idle(1);
    const ahead = route.take();
    expect(ahead).toMatchObject({ used: true, timing: null });
    ahead?.connection.destroy();
  });

  test('is for the next exchange while it is being opened, and for that only', async () => {
    route.preconnect(1);
    const [first, second] = await Promise.all([route.connectHttp1(false), route.connectHttp1(false)]);
    expect([first === second, route.idle, first.used]).toEqual([false, 0, false]);
    expect(first.timing?.connect).toBeGreaterThan(0);
    for (const { connection } of [first, second]) connection.destroy();
  });

  test('is not opened while another is idle or on its way', async () => {
    route.preconnect(1);
    route.preconnect(1);
    await idle(1);
    route.preconnect(1);
    await origin.next();
    expect([origin.count, route.idle]).toEqual([1, 1]);
  });

  test('is closed when the settings have changed meanwhile', async () => {
    route.preconnect(1);
    route.invalidate();
    const { connection } = await route.connectHttp1(false);
    await (await origin.next()).over();
    expect([origin.count, connection.destroyed]).toEqual([2, false]);
    connection.destroy();
  });

  test('is not missed when it cannot be had', async () => {
    await origin[Symbol.asyncDispose]();
    route.preconnect(1);
    await expect(route.connectHttp1(false)).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
    route.preconnect(1);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(route.idle).toBe(0);
  });
});

test('a connection that cannot be had is refused with the reason', async () => {
  await origin[Symbol.asyncDispose]();
  await expect(route.connectHttp1(false)).rejects.toMatchObject({ code: 'CONNECT_FAILED' });
});
