// Tools that block, allow, redirect and throttle: curl through the real proxy, in plain HTTP, and decrypted
// over HTTP/1.1 and HTTP/2.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Flow } from '../../src/flow/flow.ts';
import { ToolSet } from '../../src/tools/tool-set.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { toolServices } from '../helpers/tools.ts';
import { connectSocket, startSocketOrigin, type SocketOrigin } from '../helpers/web-socket.ts';
import { sampled } from '../helpers/scale.ts';

let origin: Origin;
let proxy: TestEngine;
let set: ToolSet;

beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    const big = /^\/big\/(\d+)/.exec(request.url ?? '')?.[1];
    response.setHeader('ETag', '"1"');
    response.setHeader('X-If', request.headers['if-none-match'] ?? 'none');
    const body = big === undefined ? `${request.method ?? ''} ${request.url ?? ''}` : 'x'.repeat(Number(big));
    // Responds when the whole body has arrived, so that the response time includes the upload.
    request.on('end', () => response.end(body));
  });
  set = new ToolSet(toolServices());
  proxy = await startTestEngine({ hooks: set.hooks });
});

afterEach(() => set.load({ version: 1, tools: {} }));

afterAll(async () => {
  await proxy.close();
  await set.close();
  await origin.close();
});

interface Curled {
  /** 0 without a response. */
  readonly status: number;
  readonly body: string;
  /** Names in lower case. */
  readonly headers: string;
  /** Exit code of curl. */
  readonly code: number;
  readonly ms: number;
}

function curl(url: string, ...args: readonly string[]): Promise<Curled> {
  const ca = join(proxy.home, 'ca', 'root.pem');
  const common = ['-s', '-i', '-m', '20', '--suppress-connect-headers', '-x', proxy.url, '--cacert', ca];
  const start = performance.now();
  return new Promise((resolve) => {
    execFile('curl', [...common, '--noproxy', '', ...args, url], (error, stdout) => {
      const final = stdout.replace(/^(?:HTTP\/[\d.]+ 1[^]*?\r\n\r\n)+/, '');
      const [headers = '', ...rest] = final.split('\r\n\r\n');
      const status = Number(/^HTTP\/[\d.]+ (\d+)/.exec(headers)?.[1] ?? 0);
      const code = error === null ? 0 : Number(error.code);
      const ms = performance.now() - start;
      resolve({ status, body: rest.join('\r\n\r\n'), headers: headers.toLowerCase(), code, ms });
    });
  });
}

function flowOf(text: string): Flow | undefined {
  return proxy.engine.flows.list().find((flow) => flow.url.includes(text));
}

let count = 0;
/** Returns a path that no other test has used. */
function fresh(): string {
  count += 1;
  return `/t${count}`;
}

describe.skipIf(missing('curl')).each(
  sampled(
    [
      ['plain', [], () => origin.http],
      ['decrypted, HTTP/1.1', ['--http1.1'], () => origin.https],
      ['decrypted, HTTP/2', ['--http2'], () => origin.https],
    ] as const,
    2,
  ),
)('%s', (_, args, base) => {
  const get = (path: string, ...more: readonly string[]): Promise<Curled> =>
    curl(base() + path, ...args, ...more);

  test('Block List answers, cuts off, and hides', async () => {
    const [answered, cut, hidden] = [fresh(), fresh(), fresh()];
    set.upsert('blockList', { name: 'no', pattern: `*${answered}`, status: 451, body: 'no way' });
    set.upsert('blockList', { pattern: `*${cut}`, action: 'reset' });
    set.upsert('blockList', { pattern: `*${hidden}`, action: 'none', hide: true });
    expect(await get(answered)).toMatchObject({ status: 451, body: 'no way' });
    expect(flowOf(answered)).toMatchObject({ status: 451, tags: ['Block List'] });
    expect(await get(cut)).toMatchObject({ status: 0 });
    expect(flowOf(cut)).toMatchObject({ state: 'failed', tags: ['Block List'] });
    expect(await get(hidden)).toMatchObject({ status: 200, body: `GET ${hidden}` });
    expect(flowOf(hidden)).toBeUndefined();
  });

  test('Block List by the body of a request', async () => {
    const path = fresh();
    set.upsert('blockList', { conditions: { body: { op: 'jsonPath', path: '$.id', value: 7 } } });
    expect(await get(path, '-d', '{"id":7}')).toMatchObject({ status: 403 });
    expect(await get(path, '-d', '{"id":8}')).toMatchObject({ status: 200, body: `POST ${path}` });
  });

  test('Allow List ignores or blocks what it does not hold', async () => {
    const [listed, other] = [fresh(), fresh()];
    const { id } = set.upsert('allowList', { pattern: `${base()}${listed}` });
    expect(await get(listed)).toMatchObject({ status: 200 });
    expect(await get(other)).toMatchObject({ status: 200 });
    expect([flowOf(listed)?.status, flowOf(other)]).toEqual([200, undefined]);
    set.upsert('allowList', { id, unmatched: 'block' });
    expect(await get(other)).toMatchObject({ status: 403 });
    expect(flowOf(other)).toMatchObject({ status: 403, tags: ['Allow List'] });
  });

  test('No Caching requests everything again and stores nothing', async () => {
    set.setEnabled('noCaching', true);
    const { headers } = await get(fresh(), '-H', 'If-None-Match: "1"');
    expect(headers).toContain('x-if: none');
    expect(headers).toContain('cache-control: no-store');
    expect(headers).not.toContain('etag');
    const seen = origin.received.at(-1)?.headers;
    expect(seen).toMatchObject({ 'cache-control': 'no-cache', pragma: 'no-cache' });
    set.setEnabled('noCaching', false);
    expect((await get(fresh(), '-H', 'If-None-Match: "1"')).headers).toContain('x-if: "1"');
  });

  test('Network Conditions fail as configured', { tags: ['full'] }, async () => {
    const path = fresh();
    const { id } = set.upsert('networkConditions', { profile: 'offline', failureMode: '503' });
    expect(await get(path)).toMatchObject({ status: 503 });
    set.upsert('networkConditions', { id, failureMode: 'reset' });
    expect(await get(path)).toMatchObject({ status: 0 });
    set.upsert('networkConditions', { id, failureMode: 'timeout' });
    // curl gives up by itself: there is no response.
    expect(await get(path, '-m', '1')).toMatchObject({ status: 0, code: 28 });
    expect(flowOf(path)?.matchedRules).toMatchObject([{ note: 'made to fail' }]);
  });

  test('Network Conditions pace what comes and goes', { tags: ['full'] }, async () => {
    // 40,000 bytes are 320,000 bits: at 400 kbps no less than 0.8 s.
    set.upsert('networkConditions', {
      profile: 'custom',
      downloadKbps: 400,
      uploadKbps: 400,
      latencyMs: 100,
    });
    const slow = await get(`/big/40000`);
    expect([slow.status, slow.body.length]).toEqual([200, 40_000]);
    expect(slow.ms).toBeGreaterThan(800);
    const sent = await get(fresh(), '-H', 'Expect:', '--data-binary', 'y'.repeat(40_000));
    expect(sent.status).toBe(200);
    expect(sent.ms).toBeGreaterThan(800);
    expect(origin.received.at(-1)?.body.length).toBe(40_000);
  });
});

describe.skipIf(missing('curl'))('DNS Spoofing', () => {
  test('leads a name to another address, and the port too', async () => {
    set.upsert('dnsSpoofing', { host: '*.spoofed.test', address: '127.0.0.1', port: origin.httpPort });
    const path = fresh();
    expect(await curl(`http://api.spoofed.test${path}`)).toMatchObject({ status: 200, body: `GET ${path}` });
    expect(origin.received.at(-1)?.headers.host).toBe('api.spoofed.test');
    expect(flowOf(path)).toMatchObject({ tags: ['DNS Spoofing'], target: { host: 'api.spoofed.test' } });
  });

  test('leaves the name inside TLS, whose certificate is verified for it', async () => {
    set.upsert('dnsSpoofing', { host: 'spoofed.test', address: '127.0.0.1', port: origin.httpsPort });
    const { status, body } = await curl(`https://spoofed.test${fresh()}`);
    expect(status).toBe(502);
    expect(body).toContain('spoofed.test');
  });
});

describe.skipIf(missing('curl'))('connections that are not decrypted', () => {
  let closed: TestEngine;
  beforeAll(async () => {
    closed = await startTestEngine({ hooks: set.hooks, sslProxyingHosts: [] });
  });
  afterAll(() => closed.close());
  const through = (url: string, ...args: readonly string[]): Promise<Curled> =>
    curl(url, '-x', closed.url, '--cacert', origin.caPath, ...args);
  const tunnels = () =>
    closed.engine.flows.list().map(({ state, status, tags }) => ({ state, status, tags }));

  test('are refused, hidden, redirected and throttled', { tags: ['full'] }, async () => {
    const port = origin.httpsPort;
    const { id } = set.upsert('blockList', { pattern: `localhost:${port}` });
    expect((await through(`${origin.https}/a`)).code).toBe(56);
    expect(tunnels()).toMatchObject([{ tags: ['Block List'] }]);
    set.upsert('blockList', { id, action: 'none', hide: true });
    expect(await through(`${origin.https}/b`)).toMatchObject({ status: 200, body: 'GET /b' });
    expect(tunnels()).toHaveLength(1);
    set.setEnabled('blockList', false);
    set.upsert('dnsSpoofing', { host: 'localhost', address: '127.0.0.1', port });
    expect(await through('https://localhost:1/c')).toMatchObject({ status: 200, body: 'GET /c' });
    expect(tunnels().at(-1)?.tags).toEqual(['DNS Spoofing']);
    set.setEnabled('dnsSpoofing', false);
    set.upsert('networkConditions', { profile: 'custom', downloadKbps: 400 });
    const slow = await through(`${origin.https}/big/40000`);
    expect(slow.body.length).toBe(40_000);
    expect(slow.ms).toBeGreaterThan(700);
  });

  test('of hosts that are not on the Allow List are neither opened nor recorded', async () => {
    set.upsert('allowList', { pattern: 'other.test' });
    const before = proxy.engine.flows.list().length;
    const ca = ['--cacert', origin.caPath];
    expect(await curl(`${origin.https}/a`, ...ca)).toMatchObject({ status: 200, body: 'GET /a' });
    expect(proxy.engine.flows.list()).toHaveLength(before);
  });
});

describe('WebSockets', () => {
  let peers: SocketOrigin;
  let url: string;
  beforeAll(async () => {
    peers = await startSocketOrigin();
    url = `ws://127.0.0.1:${peers.origin.httpPort}`;
  });
  afterAll(() => peers[Symbol.asyncDispose]());
  const connect = (path: string) => connectSocket(proxy.engine.port, url + path);

  test('are refused by their pattern and protocol', async () => {
    set.upsert('blockList', { pattern: `${url}/no`, conditions: { protocol: 'ws' } });
    await expect(connect('/no')).rejects.toThrow('403');
    const peer = await connect('/yes');
    peer.socket.send('hello');
    expect(await peer.next()).toBe('text hello');
    peer.socket.close();
  });

  test('are redirected and throttled', async () => {
    set.upsert('dnsSpoofing', { host: 'socket.test', address: '127.0.0.1', port: peers.origin.httpPort });
    set.upsert('networkConditions', { profile: 'custom', downloadKbps: 400 });
    const peer = await connectSocket(proxy.engine.port, 'ws://socket.test:81/slow');
    const start = performance.now();
    peer.socket.send('x'.repeat(40_000));
    expect(await peer.next()).toHaveLength('text '.length + 40_000);
    expect(performance.now() - start).toBeGreaterThan(700);
    expect(flowOf('socket.test:81/slow')?.tags).toEqual(['Network Conditions', 'DNS Spoofing']);
    peer.socket.close();
  });
});
