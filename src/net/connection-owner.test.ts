import { afterEach, beforeEach, expect, test } from 'vitest';
import { rawOrigin, type RawOrigin } from '../../test/helpers/raw.ts';
import { ConnectionOwner } from './connection-owner.ts';
import { systemResolver } from './dns.ts';
import type { OriginPool } from './origin-pool.ts';
import { OriginPools } from './origin-pools.ts';

let pools: OriginPools;
let origin: RawOrigin;
let owner: ConnectionOwner;
let shared: OriginPool;

beforeEach(async () => {
  pools = new OriginPools({
    timeoutMs: 5000,
    alpn: [],
    keylog: null,
    resolve: systemResolver,
    guard: () => null,
  });
  origin = await rawOrigin();
  owner = new ConnectionOwner();
  shared = pools.forOrigin({ host: '127.0.0.1', port: origin.port, servername: null, localAllowed: true });
});

afterEach(async () => {
  owner.close();
  pools.close();
  await origin[Symbol.asyncDispose]();
});

/** Opens a connection, which is then idle in the pool of its owner. */
async function bound(): Promise<OriginPool> {
  const own = shared.forOwner(owner, true);
  own.release(await own.connectHttp1(false));
  return own;
}

test('an owner gets a pool of its own with its first login, and keeps it', async () => {
  expect(shared.forOwner(owner, false)).toBe(shared);
  const own = await bound();
  expect(own).not.toBe(shared);
  expect([shared.forOwner(owner, false), shared.forOwner(owner, true), own.forOwner(owner, true)]).toEqual([
    own,
    own,
    own,
  ]);
  expect(shared.forOwner(new ConnectionOwner(), false)).toBe(shared);
  expect([shared.take(), own.idle]).toEqual([null, 1]);
});

test('its connections are taken however long they have been idle: the login is on them', async () => {
  const own = await bound();
  const [upstream] = [own.take(0)!];
  expect(upstream.connection.destroyed).toBe(false);
  upstream.abandon();
});

test.each([
  ['the owner closes', () => owner.close()],
  ['the settings change', () => pools.reconfigure({})],
  ['the proxy stops', () => pools.close()],
])('they close when %s', async (_, end) => {
  await bound();
  const peer = await origin.next();
  end();
  await peer.over();
});

test('one in use closes after its exchange', async () => {
  const own = shared.forOwner(owner, true);
  const upstream = await own.connectHttp1(false);
  owner.close();
  own.release(upstream);
  expect(upstream.connection.destroyed).toBe(true);
  expect(shared.forOwner(owner, false)).toBe(shared);
});

test('a login after the end of its owner is kept by nobody', async () => {
  owner.close();
  const own = await bound();
  expect([own.idle, shared.forOwner(owner, false)]).toEqual([0, shared]);
});

test('the pool of all is not forgotten while an owner has connections', async () => {
  await bound();
  for (let n = 0; n < 2001; n += 1)
    pools.forOrigin({ host: `${n}.test`, port: 80, servername: null, localAllowed: true });
  expect(shared.current).toBe(true);
});
