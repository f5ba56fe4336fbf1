// Access to the Control API of a real engine: which clients may use which paths, in which order the rules are
// checked, and over which connections.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import os from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { isProof, proofOf } from '../../src/control/proof.ts';
import { ask, askThroughTunnel, openTunnel, type Ask } from '../helpers/ask.ts';
import { startControlled } from '../helpers/control.ts';
import { startTestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';

const run = promisify(execFile);
const { origin, proxy, api, json, capture, newestId, close } = await startControlled();

afterAll(close);

beforeEach(() => {
  proxy.engine.flows.clear();
});

describe('the proof that this proxy holds the token', () => {
  const challenge = 'ab'.repeat(32);
  const proofUrl = (text: string): string => `${proxy.url}/api/proof?challenge=${text}`;

  test('is given without the token, for this port', async () => {
    const { status, text } = await ask(proofUrl(challenge));
    const { port } = proxy.engine;
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      app: 'Traffic Proxy',
      port,
      proof: proofOf(proxy.token, challenge, port),
    });
    expect(isProof(JSON.parse(text).proof, proxy.token, challenge, port + 1)).toBe(false);
    expect(isProof(JSON.parse(text).proof, proxy.token, 'cd'.repeat(32), port)).toBe(false);
  });

  test.each(['', 'ab', 'z'.repeat(64), 'ab'.repeat(1000)])('not for the challenge %j', async (text) => {
    const refused = await ask(proofUrl(text));
    expect(refused.status).toBe(400);
    expect(refused.text).toContain('challenge: give 64 hexadecimal characters');
  });

  test('not to a page of another site', async () => {
    const headers = { Origin: 'https://evil.example' };
    expect((await ask(proofUrl(challenge), { headers })).status).toBe(403);
    expect((await ask(proofUrl(challenge), { headers: { Host: 'rebound.example' } })).status).toBe(403);
  });
});

describe('who may ask', () => {
  test.each([
    ['no token', {}, 'is missing'],
    ['a wrong token', { 'X-Proxy-Token': 'f'.repeat(64) }, 'is wrong'],
    ['an empty token', { 'X-Proxy-Token': '' }, 'is wrong'],
  ])('%s is 401, which names the header and the file', async (_, headers, error) => {
    const { status, text, headers: answered } = await ask(`${proxy.url}/api/status`, { headers });
    expect(status).toBe(401);
    expect(JSON.parse(text)).toEqual({
      error: `The header X-Proxy-Token ${error}: send the token that is in ${join(proxy.home, 'api-token')}`,
    });
    expect(answered['content-type']).toBe('application/json');
    expect(answered['cache-control']).toBe('no-store');
  });

  test('a foreign Host is 403, with the token too', async () => {
    const { status, text } = await api('/api/status', { headers: { Host: 'rebound.example' } });
    expect(status).toBe(403);
    expect(text).toContain('rebound.example');
    const { port } = proxy.engine;
    expect((await api('/api/status', { headers: { Host: `rebound.example:${port}` } })).status).toBe(403);
    expect((await api('/api/status', { headers: { Host: `localhost:${port}` } })).status).toBe(200);
    expect((await api('/api/status', { headers: { Host: 'proxyctl.local' } })).status).toBe(200);
  });

  test('a foreign Origin is 403, with the token too; our own passes, and no CORS header tells', async () => {
    const foreign = await api('/api/status', { headers: { Origin: 'https://evil.example' } });
    expect(foreign.status).toBe(403);
    expect(JSON.parse(foreign.text).error).toContain('evil.example');
    const own = await api('/api/status', { headers: { Origin: proxy.url } });
    expect(own.status).toBe(200);
    for (const { headers } of [foreign, own])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  const outside = Object.values(os.networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

  test.skipIf(outside === undefined)(
    'another device is 403, on any path, directly and by alias',
    async () => {
      await using open = await startTestEngine({
        listenOnAllInterfaces: true,
        allowedClientIPs: ['0.0.0.0/0'],
      });
      const { port } = open.engine;
      const headers = { 'X-Proxy-Token': open.token };
      const refused = { status: 403, text: '{"error":"The API is only available on this Mac"}' };
      expect(await ask(`http://${outside ?? ''}:${port}/api/status`, { headers })).toMatchObject(refused);
      const Host = `127.0.0.1:${port}`;
      for (const target of [
        '/api/status',
        '/',
        'http://proxyctl.local/api/status',
        `http://${Host}/api/status`,
      ]) {
        const answer = await ask(`http://${outside ?? ''}:${port}/`, {
          headers: { ...headers, Host },
          target,
        });
        expect(answer, target).toMatchObject(refused);
      }
      expect(open.engine.flows.size).toBe(0);
    },
  );
});

describe('what is asked', () => {
  test.each([
    '/api/',
    '/api/nothing',
    '/api/status/',
    '/api/Status',
    '/api//status',
    '/api/./status',
    '/api/st%61tus',
    '/api/%',
    '/api/flows/',
    '/api/flows/abc',
    '/api/flows/-1',
    '/api/flows/1.5',
    '/api/flows/1/nothing',
    '/api/flows/1/',
    '/api/export',
    '/api/export/csv',
    `/api/${'x'.repeat(20_000)}`,
  ])('%.60s is 404', async (target) => {
    await capture('/one');
    const { status, text } = await api('/', { target });
    expect(status).toBe(404);
    expect(JSON.parse(text).error).toBe(`Nothing is at ${target.slice(0, 200)}`);
  });

  test.each(['/', '/api', '//api/status', '/favicon.ico', '/?x=/api/status'])(
    '%s, outside the API, is 404 with a hint',
    async (target) => {
      const { status, text } = await ask(proxy.url, { target });
      expect(status).toBe(404);
      expect(JSON.parse(text).error).toContain('the API is under /api/');
    },
  );

  test.each(['', '/curl', '/har', '/body'])('an unknown id is 404: /api/flows/{id}%s', async (rest) => {
    for (const id of ['999999', '0', '9'.repeat(40)]) {
      expect(await json(`/api/flows/${id}${rest}`)).toEqual({
        status: 404,
        value: { error: `No request with id ${id}` },
      });
    }
  });

  test('an unknown id cannot be sent again', async () => {
    expect(await json('/api/flows/999999/replay', { method: 'POST' })).toEqual({
      status: 404,
      value: { error: 'No request with id 999999' },
    });
  });

  test.each([
    ['POST', '/api/status', 'GET, HEAD'],
    ['OPTIONS', '/api/status', 'GET, HEAD'],
    ['DELETE', '/api/flows', 'GET, HEAD'],
    ['PUT', '/api/flows/1', 'GET, HEAD'],
    ['POST', '/api/flows/1/curl', 'GET, HEAD'],
    ['POST', '/api/flows/1/har', 'GET, HEAD'],
    ['POST', '/api/flows/1/body', 'GET, HEAD'],
    ['POST', '/api/export/har', 'GET, HEAD'],
    ['POST', '/api/events', 'GET, HEAD'],
    ['GET', '/api/flows/1/replay', 'POST'],
    ['HEAD', '/api/flows/1/replay', 'POST'],
    ['GET', '/api/rpc', 'POST'],
  ])('%s %s is 405 and allows %s', async (method, path, allow) => {
    const { status, headers } = await api(path, { method });
    expect(status).toBe(405);
    expect(headers.allow).toBe(allow);
  });

  test('HEAD is GET without the body', async () => {
    const id = await capture('/one');
    for (const path of ['/api/status', '/api/flows', `/api/flows/${id}`, `/api/flows/${id}/curl`]) {
      const get = await api(path);
      const head = await api(path, { method: 'HEAD' });
      expect(head.status).toBe(200);
      expect(head.text).toBe('');
      expect(head.headers['content-type']).toBe(get.headers['content-type']);
      expect(head.headers['content-length']).toBe(get.headers['content-length']);
    }
  });

  test('a body of more than 16 MiB is 413, announced or not', async () => {
    const body = Buffer.alloc(16 * 1024 * 1024 + 1);
    for (const headers of [{}, { 'Transfer-Encoding': 'chunked' }]) {
      const { status, value } = await json('/api/rpc', { method: 'POST', headers, body });
      expect(status).toBe(413);
      expect(value.error).toBe('The body is larger than 16777216 bytes');
    }
    const whole = await json('/api/rpc', { method: 'POST', body: body.subarray(1) });
    expect(whole.status).toBe(501);
  });

  test('every answer has the same three headers', async () => {
    const id = await capture('/one');
    const paths = [
      '/api/status',
      '/api/flows',
      `/api/flows/${id}`,
      `/api/flows/${id}/har`,
      '/api/export/har',
    ];
    for (const path of [...paths, '/api/flows?limit=x', '/api/nothing', '/api/flows/999999', '/nothing']) {
      const { headers } = await api(path);
      expect(headers, path).toMatchObject({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      });
    }
  });
});

describe('the order of the checks', () => {
  const large = Buffer.alloc(16 * 1024 * 1024 + 1);
  const wrong = { 'X-Proxy-Token': 'wrong' };

  test.each<[number, string, string, Ask]>([
    [403, 'who before the token', '/api/status', { headers: { ...wrong, Host: 'evil.example' } }],
    [403, 'who before the path', '/api/nothing', { headers: { Origin: 'https://evil.example' } }],
    [401, 'the token before the path', '/api/nothing', { headers: wrong }],
    [401, 'the token before the method', '/api/status', { method: 'DELETE', headers: wrong }],
    [401, 'the token before the size', '/api/rpc', { method: 'POST', headers: wrong, body: large }],
    [404, 'the path before the size', '/api/nothing', { method: 'POST', body: large }],
    [404, 'the id before the query', '/api/flows/999999/body?side=up', {}],
    [405, 'the method before the size', '/api/status', { method: 'POST', body: large }],
    [413, 'the size before the envelope', '/api/rpc', { method: 'POST', body: large }],
  ])('%i: %s', async (status, _, path, options) => {
    expect((await api(path, options)).status).toBe(status);
  });
});

describe('through the proxy', () => {
  const token = () => ({ 'X-Proxy-Token': proxy.token });

  test.each(['proxyctl.local', 'proxy.ctl', 'proxyctl.internal', 'ProxyCtl.LOCAL', 'proxyctl.local:80'])(
    'http://%s/api/ answers',
    async (host) => {
      const via = proxy.engine.port;
      const { status, text } = await ask(`http://${host}/api/status`, { via, headers: token() });
      expect({ status, port: JSON.parse(text).port }).toEqual({ status: 200, port: via });
      expect((await ask(`http://${host}/api/status`, { via })).status).toBe(401);
    },
  );

  test.each(['127.0.0.1', 'localhost', '127.1.2.3'])('so does its own address: %s', async (host) => {
    const via = proxy.engine.port;
    const { status } = await ask(`http://${host}:${via}/api/status`, { via, headers: token() });
    expect(status).toBe(200);
  });

  test.each(['https://proxyctl.local', 'https://proxy.ctl', 'https://localhost:PORT'])(
    '%s/api/ answers inside a tunnel',
    async (base) => {
      const url = `${base.replace('PORT', String(proxy.engine.port))}/api/status`;
      const ca = proxy.engine.ca.certPem;
      const { status, text } = await askThroughTunnel(proxy.engine.port, url, ca, token());
      expect({ status, port: JSON.parse(text).port }).toEqual({ status: 200, port: proxy.engine.port });
    },
  );

  test('a tunnel to us carries plain HTTP, too', async () => {
    const { port } = proxy.engine;
    const socket = await openTunnel(port, `127.0.0.1:${port}`);
    socket.write(
      `GET /api/status HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Proxy-Token: ${proxy.token}\r\n\r\n`,
    );
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    socket.destroy();
  });

  test.skipIf(missing('curl'))('for curl', async () => {
    const args = ['-s', '-x', proxy.url, '-H', `X-Proxy-Token: ${proxy.token}`];
    const trusting = [...args, '--cacert', proxy.engine.ca.certPath];
    for (const command of [
      [...args, 'http://proxyctl.local/api/status'],
      [...args, 'http://proxy.ctl/api/status'],
      [...trusting, 'https://proxyctl.local/api/status'],
      [...args, '--proxytunnel', `${proxy.url}/api/status`],
      ['-s', ...trusting.slice(3), `https://127.0.0.1:${proxy.engine.port}/api/status`],
      ['-s', ...trusting.slice(3), `https://localhost:${proxy.engine.port}/api/status`],
      ['-s', '-H', `X-Proxy-Token: ${proxy.token}`, `${proxy.url}/api/status`],
    ]) {
      const { stdout } = await run('curl', ['--max-time', '20', ...command]);
      expect(JSON.parse(stdout), command.join(' ')).toMatchObject({ port: proxy.engine.port });
    }
    expect(proxy.engine.flows.size).toBe(0);
  });

  test('one kept connection alternates between us and an origin', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const via = proxy.engine.port;
    for (let i = 0; i < 3; i += 1) {
      const ours = await ask('http://proxyctl.local/api/status', { via, agent, headers: token() });
      expect(JSON.parse(ours.text).flowCount).toBe(i);
      const theirs = await ask(`${origin.http}/${i}`, { via, agent });
      expect(theirs.text).toBe(`GET /${i}`);
    }
    agent.destroy();
  });
});

describe('what must not be captured', () => {
  test('requests to the API, whichever way they came and whatever came of them', async () => {
    const via = proxy.engine.port;
    await api('/api/status');
    await api('/api/nothing');
    await ask(`${proxy.url}/api/status`);
    await ask('http://proxyctl.local/api/status', { via });
    await ask('http://proxyctl.local/', { via, method: 'POST', body: 'x' });
    await askThroughTunnel(via, 'https://proxyctl.local/api/status', proxy.engine.ca.certPem);
    expect((await json('/api/status')).value.flowCount).toBe(0);
  });

  test('the token: it is taken out of what is forwarded', async () => {
    const headers = { 'X-Proxy-Token': proxy.token, 'x-PROXY-token': 'other', 'X-Kept': '1' };
    await capture('/with-token', { headers });
    const seen = origin.received.at(-1)!;
    expect(seen.headers['x-kept']).toBe('1');
    expect(seen.headers).not.toHaveProperty('x-proxy-token');
    await askThroughTunnel(proxy.engine.port, `${origin.https}/`, proxy.engine.ca.certPem, headers);
    expect(origin.received.at(-1)!.headers).not.toHaveProperty('x-proxy-token');
    for (const path of ['/api/export/har', '/api/flows', `/api/flows/${newestId()}`]) {
      const { text } = await api(path);
      expect(text).toContain(path === '/api/flows' ? 'with-token' : '"X-Kept"');
      expect(text).not.toContain(proxy.token);
      expect(text.toLowerCase()).not.toContain('x-proxy-token');
    }
  });
});
