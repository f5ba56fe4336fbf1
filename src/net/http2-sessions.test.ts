import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { trustedAuthority } from '../../test/helpers/authority.ts';
import { frameOrigin, response, type FrameOrigin } from '../../test/helpers/http2-frame-origin.ts';
import { CODE, goaway, SETTING, settings } from '../../test/helpers/http2-frames.ts';
import { ConnectionOwner } from './connection-owner.ts';
import { systemResolver } from './dns.ts';
import { errorName } from '../codec/http2/error-codes.ts';
import type { UpstreamExchangeHandler, UpstreamRequest } from './upstream-exchange.ts';
import { OriginPools } from './origin-pools.ts';
import type { OriginPool } from './origin-pool.ts';

const credentials = trustedAuthority().issue('localhost');
let pool: OriginPools;
let origin: FrameOrigin | null = null;

beforeEach(() => {
  pool = new OriginPools({
    timeoutMs: 5000,
    alpn: [],
    http2: true,
    keylog: null,
    resolve: systemResolver,
    guard: () => null,
  });
});
afterEach(async () => {
  pool.close();
  await origin?.[Symbol.asyncDispose]();
});

/** Asks for `path`; resolves with the status, or the text of the error. */
function ask(route: OriginPool, method = 'GET'): Promise<string> {
  return new Promise((resolve) => {
    const request: UpstreamRequest = {
      method,
      scheme: 'https',
      authority: 'a.test',
      path: '/',
      fields: [],
      contentLength: -1,
      hasBody: false,
    };
    let status = 0;
    const handler: UpstreamExchangeHandler = {
      connectionOwner: new ConnectionOwner(),
      interim: () => false,
      response: (got) => (status = got),
      data: () => undefined,
      end: () => resolve(String(status)),
      failed: ({ message }, again) => resolve(`${again ? 'again: ' : ''}${message}`),
      drained: () => undefined,
    };
    const exchange = route.openExchange(request, handler, false);
    if (exchange instanceof Promise) exchange.catch((error: unknown) => resolve(String(error)));
  });
}

function routeTo({ port }: FrameOrigin): OriginPool {
  return pool.forOrigin({ host: '127.0.0.1', port, servername: 'localhost', localAllowed: true });
}

describe('the connections to an origin', () => {
  test('one is shared by those who ask at the same time, and later', async () => {
    origin = await frameOrigin(credentials, (peer, stream) => peer.send(response(stream, 200, 'ok')));
    const route = routeTo(origin);
    expect(await Promise.all(Array.from({ length: 20 }, () => ask(route)))).toEqual(Array(20).fill('200'));
    expect(await ask(route)).toBe('200');
    expect(origin.peers.length).toBe(1);
    expect(route.idle).toBe(1);
  });

  test('there are as many as the server needs to take all, at most eight', async () => {
    const open = (peer: FrameOrigin['peers'][number]): void =>
      peer.send(settings([SETTING.maxConcurrentStreams, 2]));
    origin = await frameOrigin(
      credentials,
      (peer, stream) => setTimeout(() => peer.send(response(stream, 200, 'ok')), 20),
      open,
    );
    const route = routeTo(origin);
    expect(await Promise.all(Array.from({ length: 6 }, () => ask(route)))).toEqual(Array(6).fill('200'));
    expect(origin.peers.length).toBe(3);
    expect(await Promise.all(Array.from({ length: 40 }, () => ask(route)))).toEqual(Array(40).fill('200'));
    expect(origin.peers.length).toBe(8);
  });

  test('one that is being opened when the pools are closed does not stay', async () => {
    origin = await frameOrigin(credentials, () => undefined);
    const route = routeTo(origin);
    route.preconnect(2);
    pool.close();
    while (origin.peers[0]?.over !== true) await new Promise(setImmediate);
    expect([origin.peers.length, route.idle]).toEqual([1, 0]);
  });

  test('one that the server leaves is not used any more', async () => {
    origin = await frameOrigin(credentials, (peer, stream) =>
      peer.send(response(stream, 200, 'ok'), goaway(stream, CODE.noError)),
    );
    const route = routeTo(origin);
    for (let at = 0; at < 3; at += 1) {
      expect(await ask(route)).toBe('200');
      while (route.idle > 0) await new Promise(setImmediate);
    }
    expect(origin.peers.length).toBe(3);
  });

  test('a server that leaves before it has taken anything is not asked for ever', async () => {
    origin = await frameOrigin(
      credentials,
      () => undefined,
      (peer) => peer.send(settings(), goaway(0, CODE.noError)),
    );
    expect(await ask(routeTo(origin))).toContain('The server closed the connection');
    expect(origin.peers.length).toBe(1);
  });

  test('a refused stream may be sent again, whatever its method', async () => {
    origin = await frameOrigin(credentials, (peer) => peer.send(goaway(0, CODE.noError)));
    expect(await ask(routeTo(origin), 'POST')).toMatch(/^again: .*it went away before it took the request/);
  });

  test('all are closed with the pool', async () => {
    origin = await frameOrigin(credentials, () => undefined);
    const asked = ask(routeTo(origin));
    while (origin.asked.length === 0) await new Promise(setImmediate);
    pool.close();
    expect(await asked).toContain('The server closed the connection');
    await origin.peers[0]!.ended();
  });
});

test('error codes have the names of RFC 9113 section 7', () => {
  const names = Array.from({ length: 15 }, (_, code) => errorName(code));
  expect(names).toEqual([
    'NO_ERROR',
    'PROTOCOL_ERROR',
    'INTERNAL_ERROR',
    'FLOW_CONTROL_ERROR',
    'SETTINGS_TIMEOUT',
    'STREAM_CLOSED',
    'FRAME_SIZE_ERROR',
    'REFUSED_STREAM',
    'CANCEL',
    'COMPRESSION_ERROR',
    'CONNECT_ERROR',
    'ENHANCE_YOUR_CALM',
    'INADEQUATE_SECURITY',
    'HTTP_1_1_REQUIRED',
    'error code 14',
  ]);
});
