// The Control API of a real engine: its status, and captured requests that are read, exported and sent again.
import { execFile } from 'node:child_process';
import http from 'node:http';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { ask, askThroughTunnel } from '../helpers/ask.ts';
import { binary, startControlled, zipped } from '../helpers/control.ts';
import { startTestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';
import { version } from '../../src/base/product.ts';
import { closedPort } from '../helpers/ports.ts';

const run = promisify(execFile);
const { origin, proxy, api, json, capture, captureTunnel, captureHanging, newestId, close } =
  await startControlled();

afterAll(close);

beforeEach(() => {
  proxy.engine.flows.clear();
});

describe('GET /api/status', () => {
  test('prints the state of the proxy', async () => {
    await capture('/one');
    expect(await json('/api/status')).toEqual({
      status: 200,
      value: {
        app: 'Traffic Proxy',
        version,
        port: proxy.engine.port,
        recording: true,
        flowCount: 1,
        activeTools: [],
      },
    });
  });
});

describe('GET /api/flows', () => {
  test('lists nothing at first', async () => {
    expect(await json('/api/flows')).toEqual({ status: 200, value: [] });
  });

  test('gives summaries, newest last', async () => {
    await capture('/one?a=1');
    await capture('/status/404', { method: 'DELETE' });
    const { value } = await json('/api/flows');
    expect(value.map((flow: { method: string }) => flow.method)).toEqual(['GET', 'DELETE']);
    expect(value[0]).toEqual({
      id: value[1].id - 1,
      method: 'GET',
      url: `${origin.http}/one?a=1`,
      host: '127.0.0.1',
      startedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      state: 'completed',
      decrypted: false,
      app: value[0].app,
      tags: [],
      httpVersion: 'HTTP/1.1',
      requestSize: 0,
      status: 200,
      responseSize: 12,
      contentType: 'text/plain',
      durationMs: expect.any(Number),
    });
    expect(value[1]).toMatchObject({ status: 404, state: 'completed' });
  });

  test('decrypted HTTPS is marked', async () => {
    await askThroughTunnel(proxy.engine.port, `${origin.https}/secret`, proxy.engine.ca.certPem);
    const { value } = await json('/api/flows');
    expect(value).toMatchObject([
      { method: 'GET', url: `${origin.https}/secret`, host: 'localhost', decrypted: true, status: 200 },
    ]);
  });

  test('a request in progress is pending, without what only an end gives', async () => {
    const leave = await captureHanging();
    const { value } = await json('/api/flows');
    expect(value[0]).toMatchObject({ state: 'pending', url: `${origin.http}/hang` });
    for (const field of ['status', 'responseSize', 'contentType', 'durationMs', 'error'])
      expect(value[0]).not.toHaveProperty(field);
    leave();
    await expect.poll(async () => (await json('/api/flows')).value[0].state).toBe('failed');
    const [failed] = (await json('/api/flows')).value;
    expect(failed).toMatchObject({
      error: expect.stringContaining('client'),
      durationMs: expect.any(Number),
    });
  });

  test('one that failed has an error, and no status', async () => {
    const port = await closedPort();
    const { status } = await ask(`http://127.0.0.1:${port}/`, { via: proxy.engine.port });
    expect(status).toBe(502);
    const [flow] = (await json('/api/flows')).value;
    expect(flow).toMatchObject({ state: 'failed', error: expect.stringContaining('refused') });
    expect(flow).not.toHaveProperty('status');
  });

  test('a tunnel is a CONNECT to a host', async () => {
    await captureTunnel();
    const [flow] = (await json('/api/flows')).value;
    expect(flow).toMatchObject({
      method: 'CONNECT',
      url: `https://127.0.0.1:${origin.httpPort}`,
      state: 'tunneled',
      decrypted: false,
    });
  });
});

describe('the filters of GET /api/flows', () => {
  let ids: Record<'page' | 'posted' | 'missing' | 'broken' | 'unreached', number>;

  beforeEach(async () => {
    const page = await capture('/Page?q=Needle');
    const posted = await capture('/posted', { method: 'POST', body: 'x' });
    const missing = await capture('/status/404');
    const broken = await capture('/status/503', { method: 'PUT' });
    await ask(`http://localhost:${await closedPort()}/unreached`, { via: proxy.engine.port });
    ids = { page, posted, missing, broken, unreached: newestId() };
    for (const flow of proxy.engine.flows.list()) {
      await flow.client.identified;
      // A client may be gone before its app is found: these tests of filters need the name.
      flow.client.app = flow.method === 'GET' ? 'Some Browser' : 'curl';
    }
  });

  test.each<[string, readonly (keyof typeof ids)[]]>([
    ['search=needle', ['page']],
    ['search=PAGE', ['page']],
    ['search=browser', ['page', 'missing', 'unreached']],
    ['search=', ['page', 'posted', 'missing', 'broken', 'unreached']],
    ['search=nowhere', []],
    ['host=localhost', ['unreached']],
    ['host=LOCAL', ['unreached']],
    ['host=127.0', ['page', 'posted', 'missing', 'broken']],
    ['status=404', ['missing']],
    ['status=200', ['page', 'posted']],
    ['status=418', []],
    ['app=CURL', ['posted', 'broken']],
    ['app=some%20brow', ['page', 'missing', 'unreached']],
    ['method=post', ['posted']],
    ['method=PUT', ['broken']],
    ['method=P', []],
    ['errors=1', ['missing', 'broken', 'unreached']],
    ['errors=true', ['missing', 'broken', 'unreached']],
    ['errors=0', ['page', 'posted', 'missing', 'broken', 'unreached']],
    ['errors=false', ['page', 'posted', 'missing', 'broken', 'unreached']],
    ['limit=2', ['broken', 'unreached']],
    ['limit=0', []],
    ['limit=1000', ['page', 'posted', 'missing', 'broken', 'unreached']],
    ['errors=1&limit=1', ['unreached']],
    ['errors=1&method=get&search=404', ['missing']],
    ['unknown=1', ['page', 'posted', 'missing', 'broken', 'unreached']],
  ])('%s', async (query, expected) => {
    const { status, value } = await json(`/api/flows?${query}`);
    expect(status).toBe(200);
    expect(value.map((flow: { id: number }) => flow.id)).toEqual(expected.map((name) => ids[name]));
  });

  test('since keeps greater ids', async () => {
    const { value } = await json(`/api/flows?since=${ids.missing}`);
    expect(value.map((flow: { id: number }) => flow.id)).toEqual([ids.broken, ids.unreached]);
    expect((await json(`/api/flows?since=${ids.unreached}`)).value).toEqual([]);
  });

  test('a query of UTF-8 bytes that are not percent-encoded is read', async () => {
    const id = await capture('/caf%C3%A9?%C3%A9');
    proxy.engine.flows.find(id)!.client.app = 'Café';
    const target = Buffer.from('/api/flows?app=café').toString('latin1');
    const { text } = await api('/', { target });
    expect(JSON.parse(text)).toMatchObject([{ id, app: 'Café' }]);
  });

  test.each([
    ['status', 'abc'],
    ['status', '200.5'],
    ['status', ''],
    ['limit', '-1'],
    ['limit', '1e3'],
    ['limit', '%zz'],
    ['since', 'yesterday'],
    ['since', '9'.repeat(30)],
  ])('%s=%s is 400 and names the parameter', async (parameter, value) => {
    const answer = await json(`/api/flows?${parameter}=${value}`);
    expect(answer.status).toBe(400);
    expect(answer.value.error).toMatch(new RegExp(`^${parameter}: `));
  });

  test('filter takes the filter language, and an error names the position', async () => {
    const query = new URLSearchParams({ filter: 'status:4xx method:GET -path:/none', limit: '500' });
    const { value } = await json(`/api/flows?${query.toString()}`);
    expect(value.length).toBeGreaterThan(0);
    expect(
      value.every(
        ({ status, method }: { status: number; method: string }) => status >= 400 && method === 'GET',
      ),
    ).toBe(true);
    expect(await json('/api/flows?filter=a%20hots:b')).toEqual({
      status: 400,
      value: { error: 'filter: "hots" is not a key: did you mean host? (at character 3)' },
    });
  });

  test('without a limit the newest 50 come', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; i < 55; i += 1) await capture(`/many/${i}`, { agent });
    agent.destroy();
    const { value } = await json('/api/flows');
    expect(value).toHaveLength(50);
    expect(value.at(-1).url).toBe(`${origin.http}/many/54`);
    expect(value[0].url).toBe(`${origin.http}/many/5`);
  });
});

describe('GET /api/flows/{id}', () => {
  test('is the summary, headers in order and case, and bodies', async () => {
    const headers = { 'X-Second': '2', 'x-first': '1', 'Content-Type': 'application/json' };
    const id = await capture('/detail', { method: 'POST', headers, body: '{"a":1}' });
    const { value } = await json(`/api/flows/${id}`);
    const [summary] = (await json('/api/flows')).value;
    expect(value).toMatchObject(summary);
    expect(value.request.body).toBe('{"a":1}');
    expect(value.request.headers.map((header: { name: string }) => header.name)).toEqual([
      'Host',
      'X-Second',
      'x-first',
      'Content-Type',
      'Content-Length',
    ]);
    expect(value.response).toMatchObject({ status: 200, reason: 'OK', body: 'POST /detail' });
    expect(value.response.headers).toContainEqual({ name: 'Content-Type', value: 'text/plain' });
  });

  test('bodies are decoded, binary ones in base64', async () => {
    const text = await json(`/api/flows/${await capture('/gzip')}`);
    expect(text.value.response.body).toBe(zipped);
    expect(text.value.responseSize).toBe(gzipSync(zipped).length);
    const { value } = await json(`/api/flows/${await capture('/binary')}`);
    expect(value.response.body).toEqual({ base64: binary.toString('base64'), size: 1000 });
  });

  test('a tunnel has neither headers nor response', async () => {
    const { status, value } = await json(`/api/flows/${await captureTunnel()}`);
    expect(status).toBe(200);
    expect(value).toMatchObject({ state: 'tunneled', request: { headers: [], body: '' } });
    expect(value).not.toHaveProperty('response');
  });
});

describe('GET /api/flows/{id}/curl', () => {
  test.skipIf(missing('curl', 'sh'))('is a command that sends the same request', async () => {
    const headers = { 'X-Odd': `it's "quoted"`, 'Content-Type': 'text/plain' };
    const id = await capture('/again?x=1', { method: 'POST', headers, body: 'two\nlines' });
    const { headers: answered, text } = await api(`/api/flows/${id}/curl`);
    expect(answered).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    const original = origin.received.at(-1);
    await run('sh', ['-c', `${text} -s`]);
    const { method, url, body, headers: sent } = origin.received.at(-1)!;
    expect({ method, url, body, odd: sent['x-odd'] }).toEqual({
      method: original?.method,
      url: original?.url,
      body: original?.body,
      odd: headers['X-Odd'],
    });
  });

  test('of a tunnel is 422 with the reason', async () => {
    const id = await captureTunnel();
    expect(await json(`/api/flows/${id}/curl`)).toEqual({
      status: 422,
      value: {
        error: `Request ${id} is a tunnel whose content was not decrypted: there is no request to write down`,
      },
    });
  });
});

describe('HAR', () => {
  test('of one request is a file with one entry', async () => {
    await capture('/other');
    const id = await capture('/one?a=1');
    const { status, value } = await json(`/api/flows/${id}/har`);
    expect(status).toBe(200);
    expect(value.log).toMatchObject({ version: '1.2', creator: { name: 'Traffic Proxy' } });
    expect(value.log.entries).toMatchObject([
      { request: { method: 'GET', url: `${origin.http}/one?a=1` }, response: { status: 200 } },
    ]);
  });

  test('of a tunnel is 422 with the reason', async () => {
    const id = await captureTunnel();
    const { status, value } = await json(`/api/flows/${id}/har`);
    expect(status).toBe(422);
    expect(value.error).toBe(
      `Request ${id} is a tunnel whose content was not decrypted: there is no request to export`,
    );
  });

  test('of a request in progress is 422 with the reason', async () => {
    const leave = await captureHanging();
    const { status, value } = await json(`/api/flows/${newestId()}/har`);
    expect(status).toBe(422);
    expect(value.error).toContain('still in progress');
    leave();
  });

  test('of all requests leaves tunnels out', async () => {
    await capture('/one');
    await captureTunnel();
    await capture('/two');
    const { status, value } = await json('/api/export/har');
    expect(status).toBe(200);
    const urls = value.log.entries.map((entry: { request: { url: string } }) => entry.request.url);
    expect(urls).toEqual([`${origin.http}/one`, `${origin.http}/two`]);
  });

  test('of none is a valid, empty file', async () => {
    expect((await json('/api/export/har')).value.log.entries).toEqual([]);
  });
});

describe('POST /api/flows/{id}/replay', () => {
  const replay = (id: number) => json(`/api/flows/${id}/replay`, { method: 'POST' });

  test('sends the same request again and gives the new one in full', async () => {
    const headers = { 'X-Mark': 'Again', 'Content-Type': 'text/plain' };
    const id = await capture('/replayed?x=1', { method: 'POST', headers, body: 'a body' });
    const first = origin.received.at(-1);
    const { status, value } = await replay(id);
    expect(status).toBe(200);
    expect(value).toMatchObject({
      id: id + 1,
      state: 'completed',
      status: 200,
      request: { body: 'a body' },
      response: { body: 'POST /replayed?x=1' },
    });
    expect(origin.received.at(-1)).toEqual(first);
    expect((await json('/api/flows')).value.map((flow: { id: number }) => flow.id)).toEqual([id, id + 1]);
  });

  test('of decrypted HTTPS', async () => {
    await askThroughTunnel(proxy.engine.port, `${origin.https}/secret`, proxy.engine.ca.certPem);
    const { status, value } = await replay(newestId());
    expect(status).toBe(200);
    expect(value).toMatchObject({ url: `${origin.https}/secret`, decrypted: true, status: 200 });
  });

  test('that fails is a request that failed', async () => {
    await ask(`http://127.0.0.1:${await closedPort()}/`, { via: proxy.engine.port });
    const { status, value } = await replay(newestId());
    expect(status).toBe(200);
    expect(value).toMatchObject({ state: 'failed', error: expect.stringContaining('refused') });
  });

  test('is recorded while recording is off', async () => {
    const id = await capture('/kept');
    proxy.engine.flows.recording = false;
    try {
      await capture('/not-kept');
      expect((await json('/api/status')).value).toMatchObject({ recording: false, flowCount: 1 });
      const { value } = await replay(id);
      expect(proxy.engine.flows.list().map((flow) => flow.id)).toEqual([id, value.id]);
    } finally {
      proxy.engine.flows.recording = true;
    }
  });

  test('of a tunnel is refused with the reason', async () => {
    const { status, value } = await replay(await captureTunnel());
    expect(status).toBe(422);
    expect(value.error).toContain('is a tunnel');
  });

  test('of a body that was not kept whole is refused with the reason', async () => {
    await using small = await startTestEngine({ maxCapturedBodyBytes: 10 });
    await ask(`${origin.http}/`, { via: small.engine.port, method: 'POST', body: 'x'.repeat(11) });
    const id = small.engine.flows.list()[0]?.id ?? 0;
    const response = await small.api(`/api/flows/${id}/replay`, { method: 'POST' });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ error: expect.stringContaining('1 bytes were left out') });
  });
});
