import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rawOrigin, type RawOrigin } from '../../test/helpers/raw.ts';
import { systemResolver } from './dns.ts';
import { OriginPools } from './origin-pools.ts';
import type { ConnectionTarget } from './upstream-connection.ts';

let pool: OriginPools;
let origin: RawOrigin;

beforeEach(async () => {
  pool = new OriginPools({
    timeoutMs: 5000,
    alpn: [],
    keylog: null,
    resolve: systemResolver,
    guard: () => null,
  });
  origin = await rawOrigin();
});

afterEach(async () => {
  pool.close();
  await origin[Symbol.asyncDispose]();
});

function target(rest: Partial<ConnectionTarget> = {}): ConnectionTarget {
  return { host: '127.0.0.1', port: origin.port, servername: null, localAllowed: true, ...rest };
}

describe('the routes', () => {
  test('are made once for each place, as seen by one kind of client', () => {
    const route = pool.forOrigin(target());
    expect(pool.forOrigin(target())).toBe(route);
    for (const other of [
      { port: 1 },
      { host: 'a.test' },
      { servername: 'a.test' },
      { localAllowed: false },
    ]) {
      expect(pool.forOrigin(target(other))).not.toBe(route);
      expect(pool.forOrigin(target(other))).toBe(pool.forOrigin(target(other)));
    }
  });

  test('say which scheme they are for', () => {
    expect(pool.forOrigin(target()).scheme).toBe('http');
    expect(pool.forOrigin(target({ servername: 'a.test' })).scheme).toBe('https');
  });

  test('without a connection are forgotten when there are 2,000', async () => {
    const busy = pool.forOrigin(target());
    busy.release(await busy.connectHttp1(false));
    const idle = pool.forOrigin(target({ port: 1 }));
    for (let n = 0; n < 2000; n += 1) pool.forOrigin(target({ host: `${n}.test` }));
    expect(pool.forOrigin(target())).toBe(busy);
    expect(pool.forOrigin(target({ port: 1 }))).not.toBe(idle);
  });

  test('let their connections go when the pool is closed', async () => {
    const route = pool.forOrigin(target());
    route.release(await route.connectHttp1(false));
    const peer = await origin.next();
    pool.close();
    await peer.over();
    expect(pool.forOrigin(target())).not.toBe(route);
  });
});
