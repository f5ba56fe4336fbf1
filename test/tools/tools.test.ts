// Each debugging tool between real clients and real servers, over both versions of HTTP.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { flowDetail } from '../../src/flow/detail.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { http2Origin, type Http2Origin } from '../helpers/http2.ts';
import { flowAt, when } from '../helpers/settled.ts';
import { CURL_PROTOCOLS, startToolProxy, type CurlAnswer, type ToolProxy } from '../helpers/tool-proxy.ts';
import { connectSocket, startSocketOrigin, type SocketOrigin } from '../helpers/web-socket.ts';

let folder: string;
let origin: Origin;
let second: Http2Origin;
let stage: ToolProxy;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proxyctl-tools-'));
  origin = await startOrigin((request, response) => {
    const url = request.url ?? '';
    if (url.startsWith('/zipped')) {
      response.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip', etag: '"1"' });
      response.end(gzipSync('plain words'));
    } else if (url.startsWith('/large')) response.end('x'.repeat(60_000));
    else if (url.startsWith('/events')) {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: one\n\ndata: two\n\ndata: three\n\n');
    } else if (url.startsWith('/echo')) request.pipe(response);
    else {
      response.writeHead(200, { 'content-type': 'text/plain', 'x-origin': 'yes' });
      response.end(`${request.method ?? ''} ${url} ${String(request.headers['x-given'] ?? '')}`);
    }
  });
  second = await http2Origin((stream, headers) => {
    const path = String(headers[':path']);
    stream.respond({
      ':status': 200,
      'content-type': path.startsWith('/events') ? 'text/event-stream' : 'text/plain',
    });
    if (path.startsWith('/events')) stream.end('data: one\n\ndata: two\n\ndata: three\n\n');
    else if (path.startsWith('/large')) stream.end('x'.repeat(60_000));
    else if (path.startsWith('/echo')) stream.pipe(stream);
    else stream.end(`${String(headers[':method'])} ${path} ${String(headers['x-given'] ?? '')}`);
  }, trustedAuthority().issue('localhost'));
  stage = await startToolProxy({ maxCapturedBodyBytes: 100_000 });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await second[Symbol.asyncDispose]();
  await origin.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => stage.reset());

describe.skipIf(missing('curl')).each(CURL_PROTOCOLS)('%s', (pair) => {
  const base = (): string =>
    pair === 'HTTP/1.1' ? origin.http : pair === 'HTTP/2' ? `https://localhost:${second.port}` : origin.https;
  const get = (path: string, ...options: readonly string[]): Promise<CurlAnswer> =>
    stage.curl(pair, base() + path, ...options);
  const flow = (path: string) => flowAt(stage.proxy.engine.flows, path);

  test('Map Local answers from a rule, a file and a directory, and keeps inside of it', async () => {
    const { tools } = stage;
    mkdirSync(join(folder, 'public', 'sub'), { recursive: true });
    writeFileSync(join(folder, 'secret.txt'), 'secret');
    writeFileSync(join(folder, 'public', 'page.html'), '<p>page</p>');
    writeFileSync(join(folder, 'public', 'sub', 'index.html'), 'index');
    rmSync(join(folder, 'public', 'link.txt'), { force: true });
    symlinkSync(join(folder, 'secret.txt'), join(folder, 'public', 'link.txt'));
    tools.upsert('mapLocal', {
      name: 'inline',
      pattern: `${base()}/users`,
      status: 201,
      headers: [{ name: 'X-Made', value: 'here' }],
      body: '{"users":[]}',
    });
    tools.upsert('Map Local', {
      pattern: '*/one-file',
      source: 'file',
      filePath: join(folder, 'secret.txt'),
    });
    tools.upsert('mapLocal', {
      pattern: `${base()}/static/*`,
      source: 'directory',
      directory: join(folder, 'public'),
      missingFile: 'notFound',
    });
    const inline = await get('/users?page=2');
    expect(inline).toMatchObject({ status: 201, body: '{"users":[]}' });
    expect(inline.head).toMatch(/x-made: here/i);
    expect((await flow('/users?page=2')).tags).toEqual(['Map Local']);
    expect((await get('/users', '-d', 'x=1')).status).toBe(201);
    expect((await get('/one-file')).body).toBe('secret');
    const page = await get('/static/page.html');
    expect(page.body).toBe('<p>page</p>');
    expect(page.head).toMatch(/content-type: text\/html/i);
    expect((await get('/static/sub/')).body).toBe('index');
    for (const path of ['../secret.txt', '%2e%2e/secret.txt', 'link.txt', '..%5csecret.txt', 'none'])
      expect(await get(`/static/${path}`, '--path-as-is'), path).toMatchObject({ status: 404 });
    expect((await get('/other')).body).toMatch(/^GET \/other/);
    expect((await flow('/other')).tags).toEqual([]);
  });

  test('Map Remote redirects and rewrites', async () => {
    stage.tools.upsert('mapRemote', {
      name: 'move',
      pattern: 'old.test/api/*',
      to: {
        scheme: base().startsWith('https') ? 'https' : 'http',
        host: new URL(base()).hostname,
        port: Number(new URL(base()).port),
        path: '/new/$1',
      },
      requestHeaders: [{ op: 'set', name: 'X-Given', value: 'given' }],
      responseHeaders: [{ op: 'add', name: 'X-Added', value: 'added' }],
      replaceResponseBody: [{ find: '(GET)', regex: true, replace: '<$1>' }],
    });
    const answer = await stage.curl(pair, 'http://old.test/api/users?q=1');
    expect(answer.body).toBe('<GET> /new/users?q=1 given');
    expect(answer.head).toMatch(/x-added: added/i);
    const detail = await flowDetail(await flow('/api/users?q=1'));
    expect(detail.url).toBe('http://old.test/api/users?q=1');
    expect(detail.request.url).toBe(`${base()}/new/users?q=1`);
    expect(detail.matchedRules).toMatchObject([{ tool: 'mapRemote', name: 'move' }]);
  });

  test('Block List answers, cuts and hides', async () => {
    stage.tools.upsert('blockList', { name: 'ads', pattern: '*/ads*', status: 451, body: 'no' });
    stage.tools.upsert('blockList', { pattern: '*/cut', action: 'reset' });
    stage.tools.upsert('blockList', { pattern: '*/quiet', action: 'none', hide: true });
    expect(await get('/ads/1')).toMatchObject({ status: 451, body: 'no' });
    await expect(get('/cut')).rejects.toThrow();
    expect(await flow('/cut')).toMatchObject({ state: 'failed', tags: ['Block List'] });
    expect((await get('/quiet')).body).toMatch(/^GET \/quiet/);
    await get('/after');
    await flow('/after');
    expect(stage.proxy.engine.flows.list().map(({ path }) => path)).not.toContain('/quiet');
  });

  test('Allow List lets others pass unseen, or not at all', async () => {
    const rule = stage.tools.upsert('allowList', { pattern: '*/wanted*' });
    expect((await get('/unwanted')).status).toBe(200);
    expect((await get('/wanted/1')).status).toBe(200);
    await flow('/wanted/1');
    expect(stage.proxy.engine.flows.list().map(({ path }) => path)).toEqual(['/wanted/1']);
    stage.tools.upsert('allowList', { id: rule.id, unmatched: 'block' });
    expect((await get('/unwanted')).status).toBe(403);
    expect((await get('/wanted/2')).status).toBe(200);
  });

  test('Network Conditions keep to a rate, and fail', async () => {
    stage.tools.upsert('networkConditions', {
      pattern: '*/large*',
      profile: 'custom',
      downloadKbps: 2400,
      latencyMs: 50,
    });
    stage.tools.upsert('networkConditions', { pattern: '*/down', profile: 'offline', failureMode: '503' });
    stage.tools.upsert('networkConditions', { pattern: '*/reset', profile: 'offline' });
    expect((await get('/large')).body.length).toBe(60_000);
    // 60,000 bytes at 300 per millisecond, after 50 ms of latency.
    const { durationMs } = await flow('/large');
    expect(durationMs).toBeGreaterThan(200);
    expect((await get('/down')).status).toBe(503);
    await expect(get('/reset')).rejects.toThrow();
  });

  test('DNS Spoofing connects elsewhere under the name that was asked for', async () => {
    const { port } = new URL(base());
    stage.tools.upsert('dnsSpoofing', { host: '*.spoofed.test', address: '127.0.0.1', port: Number(port) });
    // The origin's certificate is for localhost: only plain HTTP works under another name.
    const answer = await stage.curl('HTTP/1.1', `http://api.spoofed.test:${origin.httpPort}/named`);
    if (pair === 'HTTP/1.1') {
      expect(answer.body).toMatch(/^GET \/named/);
      expect(origin.received.at(-1)?.headers.host).toBe(`api.spoofed.test:${origin.httpPort}`);
    }
    expect((await flow('/named')).tags).toEqual(['DNS Spoofing']);
  });

  test('No Caching requests everything again', async () => {
    stage.tools.setEnabled('noCaching', true);
    const answer = await get('/cached', '-H', 'If-None-Match: "1"');
    expect(answer.head).toMatch(/cache-control: no-store/i);
    const { request } = await flowDetail(await flow('/cached'));
    expect(request.headers.map(({ name }) => name.toLowerCase())).not.toContain('if-none-match');
    expect((await flow('/cached')).tags).toEqual(['No Caching']);
  });

  test('Scripting changes requests, responses and events', { tags: ['full'] }, async () => {
    stage.tools.upsert('scripting', {
      name: 'script',
      pattern: '*/scripted*',
      code: `
        function onRequest(context, url, request) {
          console.log('asked', request.method, request.path);
          if (request.queries.block) return null; // the 403 passes through onResponse, too
          request.headers['X-Given'] = 'by script';
          request.path = '/rewritten';
        }
        function onResponse(context, url, request, response) {
          response.statusCode = 202;
          response.body = response.body + '!';
        }`,
    });
    stage.tools.upsert('scripting', {
      name: 'events',
      pattern: '*/events*',
      code: `function onServerEvent(context, url, event) {
        if (event.data === 'two') return null;
        event.data = event.data.toUpperCase();
      }`,
    });
    stage.tools.upsert('scripting', {
      name: 'mock',
      pattern: '*/mocked',
      mock: true,
      code: `const onRequest = () => ({ statusCode: 299, body: { made: 'here' } });`,
    });
    stage.tools.upsert('scripting', {
      name: 'broken',
      pattern: '*/broken',
      code: `function onRequest() { nope(); }`,
    });
    expect(await get('/scripted')).toMatchObject({ status: 202, body: 'GET /rewritten by script!' });
    expect((await get('/scripted?block=1')).body).toMatch(/403.*!$/s);
    expect((await get('/events')).body).toBe('data: ONE\n\ndata: THREE\n\n');
    expect(await get('/mocked')).toMatchObject({ status: 299, body: '{"made":"here"}' });
    expect((await get('/broken')).body).toMatch(/^GET \/broken/);
    const lines = stage.services.scriptLog.entries(100).map(({ message }) => message);
    expect(lines.some((line) => line.includes('asked GET /scripted'))).toBe(true);
    expect(lines.some((line) => line.includes('nope'))).toBe(true);
  });

  test('Breakpoint holds both ways, and lets go what was made of it', async () => {
    const { paused } = stage.services;
    stage.tools.upsert('breakpoint', { name: 'stop', pattern: '*/echo*' });
    const asked = get('/echo?a=1', '-d', 'before');
    const held = await nextPaused(stage);
    expect(held).toMatchObject({
      stage: 'request',
      ruleName: 'stop',
      request: { method: 'POST', url: `${base()}/echo?a=1`, body: 'before' },
    });
    expect((await get('/other')).status).toBe(200);
    paused.resolve(held.id, 'send', { request: { body: 'edited', headers: { 'X-Edited': '1' } } });
    const back = await nextPaused(stage);
    expect(back).toMatchObject({ stage: 'response', response: { status: 200, body: 'edited' } });
    paused.resolve(back.id, 'send', { response: { status: 404, body: 'gone' } });
    expect(await asked).toMatchObject({ status: 404, body: 'gone' });
    const detail = await flowDetail(await flow('/echo?a=1'));
    expect(detail).toMatchObject({
      status: 404,
      tags: ['Breakpoint'],
      originalRequest: { body: 'before' },
      request: { body: 'edited' },
      originalResponse: { status: 200, body: 'edited' },
      response: { body: 'gone' },
    });
    const aborted = get('/echo?a=2');
    paused.resolve((await nextPaused(stage)).id, 'abort', {});
    await expect(aborted).rejects.toThrow();
  });

  test('Mock Sets answer in place of servers', async () => {
    const har = join(folder, 'recorded.har');
    writeFileSync(har, JSON.stringify(recordingOf(base(), ['first', 'second'])));
    stage.tools.upsert('mockSets', {
      name: 'set',
      mocks: [{ method: 'GET', pattern: '*/mocked/*', status: 418, body: 'mocked' }],
      source: har,
    });
    expect(await get('/mocked/1')).toMatchObject({ status: 418, body: 'mocked' });
    expect((await get('/recorded?b=2&a=1')).body).toBe('first');
    expect((await get('/recorded?a=1&b=2')).body).toBe('second');
    expect((await get('/recorded?a=1&b=2')).body).toBe('second');
    expect((await get('/unrecorded')).status).toBe(404);
    expect((await flow('/unrecorded')).tags).toEqual(['Mock Sets']);
  });

  test('Alerts tell of what they are about', async () => {
    stage.tools.upsert('alerts', {
      name: 'watch',
      pattern: '*/watched*',
      when: { bodyContains: 'watched' },
      notify: ['log'],
      color: 'red',
      throttleSeconds: 0,
    });
    await get('/watched/1');
    await when(stage.proxy.engine.flows, () => stage.notices.length > 0);
    expect(stage.notices[0]?.text).toContain('/watched/1');
    expect(await flow('/watched/1')).toMatchObject({ color: 'red', tags: ['Alerts'] });
  });

  test('a body that is too large is not changed, and the flow has a note', async () => {
    stage.tools.upsert('mapRemote', {
      name: 'rewrite',
      pattern: '*/echo*',
      replaceRequestBody: [{ find: 'x', replace: 'y' }],
    });
    const large = join(folder, 'large.bin');
    writeFileSync(large, 'x'.repeat(200_000));
    expect((await get('/echo?large', '--data-binary', `@${large}`)).body).toBe('x'.repeat(200_000));
    expect((await flow('/echo?large')).matchedRules).toMatchObject([
      { name: 'rewrite', note: 'body too large' },
    ]);
    expect((await get('/echo?small', '-d', 'xx')).body).toBe('yy');
  });
});

function recordingOf(base: string, bodies: readonly string[]): object {
  const entries = bodies.map((text) => ({
    startedDateTime: '2026-01-01T00:00:00Z',
    time: 5,
    request: { method: 'GET', url: `${base}/recorded?a=1&b=2`, httpVersion: 'HTTP/1.1', headers: [] },
    response: { status: 200, statusText: 'OK', headers: [], content: { mimeType: 'text/plain', text } },
  }));
  return { log: { version: '1.2', entries } };
}

type Held = ReturnType<ToolProxy['services']['paused']['list']>[number];

function nextPaused({ services: { paused } }: ToolProxy): Promise<Held> {
  return new Promise((resolve) => {
    const look = (): void => {
      const [first] = paused.list();
      if (first === undefined) return;
      stop();
      resolve(first);
    };
    const stop = paused.onChange(look);
    look();
  });
}

describe('WebSockets', () => {
  let peers: SocketOrigin;
  beforeAll(async () => {
    peers = await startSocketOrigin();
  });
  afterAll(() => peers[Symbol.asyncDispose]());

  test.each(['ws', 'wss'] as const)('%s: scripts see each message, Map Remote redirects', async (scheme) => {
    const { httpPort, httpsPort } = peers.origin;
    stage.tools.upsert('scripting', {
      pattern: '*/socket*',
      code: `function onWebSocketMessage(context, url, message) {
        if (message.data === 'drop') return null;
        return message.direction === 'sent' ? message.data.toUpperCase() : message.data + '!';
      }`,
    });
    stage.tools.upsert('mapRemote', { pattern: '*/elsewhere', to: { path: '/socket' } });
    const authority = scheme === 'wss' ? `localhost:${httpsPort}` : `127.0.0.1:${httpPort}`;
    const { port, ca } = stage.proxy.engine;
    const peer = await connectSocket(port, `${scheme}://${authority}/elsewhere`, ca.certPem);
    for (const text of ['hello', 'drop', 'bye']) peer.socket.send(text);
    expect(await peer.next()).toBe('text HELLO!');
    expect(await peer.next()).toBe('text BYE!');
    peer.socket.close();
    expect((await flowAt(stage.proxy.engine.flows, '/elsewhere')).tags).toEqual(['Map Remote', 'Scripting']);
  });

  test('Network Conditions keep its messages to a rate', async () => {
    stage.tools.upsert('networkConditions', { profile: 'custom', uploadKbps: 800, downloadKbps: 800 });
    const { port } = stage.proxy.engine;
    const peer = await connectSocket(port, `ws://127.0.0.1:${peers.origin.httpPort}/slow`);
    const begun = performance.now();
    peer.socket.send('x'.repeat(20_000));
    expect((await peer.next()).length).toBe(20_005);
    // 20,000 bytes at 100 per millisecond, each way.
    expect(performance.now() - begun).toBeGreaterThan(250);
    peer.socket.close();
  });
});

describe('a tunnel that is not decrypted', () => {
  let passing: ToolProxy;
  beforeAll(async () => {
    passing = await startToolProxy({ sslProxyingHosts: [] });
  });
  afterAll(() => passing[Symbol.asyncDispose]());
  afterEach(() => passing.reset());
  const ask = (...options: readonly string[]): Promise<CurlAnswer> =>
    passing.curl('HTTP/1.1 in TLS', `${origin.https}/large`, '--cacert', origin.caPath, ...options);
  const tunnel = async () => {
    const { flows } = passing.proxy.engine;
    await when(flows, () => flows.list().some(({ finished }) => finished));
    return flows.list().find(({ finished }) => finished)!;
  };

  test('is refused, or cut', async () => {
    const rule = passing.tools.upsert('blockList', { pattern: 'https://localhost:*', status: 451 });
    await expect(ask()).rejects.toThrow(/451/);
    expect(await tunnel()).toMatchObject({ state: 'failed', tags: ['Block List'] });
    passing.tools.upsert('blockList', { id: rule.id, action: 'reset' });
    await expect(ask()).rejects.toThrow();
  });

  test('is redirected by name, and throttled', async () => {
    passing.tools.upsert('dnsSpoofing', { host: 'localhost', address: '127.0.0.1', port: origin.httpsPort });
    passing.tools.upsert('networkConditions', { profile: 'custom', downloadKbps: 2400 });
    const answer = await passing.curl(
      'HTTP/1.1 in TLS',
      'https://localhost:1/large',
      '--cacert',
      origin.caPath,
    );
    expect(answer.body.length).toBe(60_000);
    const flow = await tunnel();
    expect(flow.durationMs).toBeGreaterThan(150);
    expect([...flow.tags].sort()).toEqual(['DNS Spoofing', 'Network Conditions']);
  });

  test('passes unseen where the Allow List does not know it; a rule with a path does not', async () => {
    passing.tools.upsert('allowList', { pattern: 'https://localhost/large' });
    expect((await ask()).status).toBe(200);
    expect(passing.proxy.engine.flows.size).toBe(0);
    passing.tools.upsert('allowList', { pattern: 'https://localhost:*' });
    expect((await ask()).status).toBe(200);
    expect((await tunnel()).state).toBe('tunneled');
  });
});

test('what the Allow List does not know is not decrypted', async () => {
  stage.tools.upsert('allowList', { pattern: 'https://other.test/*' });
  const answer = await stage.curl('HTTP/1.1 in TLS', `${origin.https}/plain`, '--cacert', origin.caPath);
  expect(answer.status).toBe(200);
  expect(stage.proxy.engine.flows.size).toBe(0);
});
