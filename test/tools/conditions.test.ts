// Rules whose conditions are about the response, between curl and a server: status, headers and body decide what happens
// to it; counts and sequences change what the next request gets.
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { flowAt } from '../helpers/settled.ts';
import { CURL_PROTOCOLS, startToolProxy, type ToolProxy } from '../helpers/tool-proxy.ts';

const LARGE = JSON.stringify({ padding: 'x'.repeat(500_000), error: { code: 'gone' } });

let origin: Origin;
let stage: ToolProxy;
beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    const status = Number(/status=(\d+)/.exec(request.url ?? '')?.[1] ?? 200);
    const isLarge = request.url?.startsWith('/large') === true;
    const encoding = isLarge ? { 'content-encoding': 'gzip' } : {};
    response.writeHead(status, { 'content-type': 'application/json', 'x-url': request.url, ...encoding });
    response.end(isLarge ? gzipSync(LARGE) : '{"ok":true}');
  });
  stage = await startToolProxy();
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await origin.close();
});
afterEach(() => stage.reset());

describe.skipIf(missing('curl')).each(CURL_PROTOCOLS)('%s', (pair) => {
  const base = (): string => (pair === 'HTTP/1.1' ? origin.http : origin.https);
  const get = (path: string) => stage.curl(pair, base() + path);

  test('a rule for server errors leaves other responses alone', async () => {
    stage.tools.upsert('mapRemote', {
      name: 'down',
      conditions: {
        response: { statuses: ['5xx'], headers: [{ name: 'x-url', op: 'contains', value: 'api' }] },
      },
      responseStatus: 503,
      responseHeaders: [{ op: 'replace', name: 'Content-Type', find: 'json', value: 'problem+json' }],
    });
    expect(await get('/api?status=500')).toMatchObject({ status: 503 });
    expect((await get('/api?status=502')).head).toMatch(/content-type: application\/problem\+json/i);
    expect(await get('/api?status=404')).toMatchObject({ status: 404 });
    expect(await get('/other?status=500')).toMatchObject({ status: 500 });
    const flows = stage.proxy.engine.flows.list();
    expect(flows.map(({ matchedRules }) => matchedRules.length)).toEqual([1, 1, 0, 0]);
  });

  test('a compressed body of half a megabyte is examined', async () => {
    const rule = (value: string): object => ({
      name: value,
      conditions: { response: { body: { op: 'jsonPath', path: '$.error.code', value } } },
      responseHeaders: [{ op: 'set', name: 'X-Matched', value }],
    });
    stage.tools.upsert('mapRemote', rule('gone'));
    stage.tools.upsert('mapRemote', rule('other'));
    const { head } = await get('/large');
    expect(head).toMatch(/x-matched: gone/i);
    expect(head).toMatch(/content-encoding: gzip/i);
    expect((await flowAt(stage.proxy.engine.flows, '/large')).matchedRules).toMatchObject([{ name: 'gone' }]);
  });

  test('scripts, query parameters and counts', async () => {
    stage.tools.upsert('scripting', {
      conditions: { response: { statuses: [404] }, first: 1 },
      code: 'function onRequest(c, u, request) { request.path = "/never" }\nfunction onResponse(c, u, q, response) { response.body = { found: true } }',
      timeoutMs: 20_000,
    });
    stage.tools.upsert('mapRemote', { requestQuery: [{ op: 'remove', name: 'utm' }] });
    expect(await get('/a?status=404&utm=1')).toMatchObject({ status: 404, body: '{"found":true}' });
    const second = await get('/a?status=404');
    expect(second).toMatchObject({ body: '{"ok":true}' });
    expect(second.head).toMatch(/x-url: \/a\?status=404\r/i);
  });

  test('a mock that fails twice, then passes the request on', async () => {
    const mocks = [{ status: 503, then: [{ status: 502 }], repeat: 'none' }];
    stage.tools.upsert('mockSets', { mocks });
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1) statuses.push((await get('/')).status);
    expect(statuses).toEqual([503, 502, 200]);
  });
});
