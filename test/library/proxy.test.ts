// The library as a program uses it: tools, methods, hooks and events beside the engine.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { apiToken } from '../../src/control/token.ts';
import { startProxy, type ExchangeHook, type StartOptions, type TrafficProxy } from '../../src/index.ts';
import { ask } from '../helpers/ask.ts';
import { temporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

const home = temporaryHome();
let origin: Origin;
let proxy: TrafficProxy;

const start = (options: StartOptions = {}): Promise<TrafficProxy> =>
  startProxy({ home: home.path, ...options });
const get = (path: string, via = proxy) => ask(`${origin.http}${path}`, { via: via.port });

beforeAll(async () => {
  origin = await startOrigin();
});

beforeEach(async () => {
  proxy = await start();
});

afterEach(() => proxy.close());

afterAll(async () => {
  await origin.close();
  home.remove();
});

test('rules of the tools work from the call on that makes them', async () => {
  const changed = once(proxy, 'changed');
  expect((await get('/a')).text).toBe('GET /a\n');
  const rule = await proxy.tools.upsert('blockList', { pattern: '*/a', action: 'respond', status: 418 });
  expect(await changed).toEqual(['tools']);
  expect((await get('/a')).status).toBe(418);
  expect((await get('/b')).text).toBe('GET /b\n');
  await proxy.tools.remove('blockList', rule.id);
  expect((await get('/a')).text).toBe('GET /a\n');
  await expect(proxy.tools.upsert('blockList', { pattern: 1 })).rejects.toThrow(/pattern is 1/);
});

test('methods of the app work on the same tools and traffic', async () => {
  await get('/seen');
  await proxy.tools.upsert('blockList', { name: 'No ads', pattern: '*/ads' });
  const listed = await proxy.call('list_rules', { tool: 'blockList' });
  expect(listed.flatMap(({ rules }) => rules)).toMatchObject([{ name: 'No ads' }]);
  expect(await proxy.call('status', {})).toMatchObject({ port: proxy.port, requestCount: 1 });
  await proxy.call('update_settings', { changes: { sslProxyingHosts: ['localhost'] } });
  const settings = await proxy.call('get_settings', {});
  expect(settings.sslProxyingHosts).toEqual([{ enabled: true, pattern: 'localhost' }]);
  await expect(proxy.call('set_macos_proxy', { on: true })).rejects.toThrow('proxyctl app');
});

test('the API on its port calls methods, too', async () => {
  const { token } = await apiToken(home.path, () => undefined);
  const { status, text } = await ask(`${proxy.url}/api/rpc`, {
    method: 'POST',
    headers: { 'X-Proxy-Token': token },
    body: JSON.stringify({ method: 'get_settings', params: {} }),
  });
  expect({ status, ...JSON.parse(text) }).toMatchObject({ status: 200, result: { upstreamHttp2: true } });
});

test('next waits for a match, for a time, for a signal, and no longer than the proxy', async () => {
  const matching = proxy.next({ matches: ({ url }) => url.endsWith('/match'), timeout: 30_000 });
  await get('/other');
  await get('/match');
  expect(await matching).toMatchObject({ url: `${origin.http}/match` });
  const late = proxy.next({ matches: () => false, timeout: 300 });
  await get('/last');
  await expect(late).rejects.toThrow(`No match in 300 ms: 1 others finished meanwhile, the last one GET`);
  const stop = new AbortController();
  const aborted = proxy.next({ signal: stop.signal });
  stop.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  const waiting = expect(proxy.next()).rejects.toThrow('The proxy was closed');
  await proxy.close();
  await waiting;
});

/** Adds a step to what a hook has seen, and leaves messages as they are. */
const hookNoting = (steps: string[], change: Partial<ExchangeHook> = {}): ExchangeHook => ({
  recorded: true,
  request: ({ request }) => {
    steps.push(`request ${request.path}`);
    return { type: 'forward' };
  },
  response: (_, { status }) => {
    steps.push(`response ${status}`);
    return { type: 'send' };
  },
  finished: () => void steps.push('finished'),
  ...change,
});

test('hooks see messages beside the tools: requests before them, responses after them', async () => {
  const steps: string[] = [];
  await using observed = await start({ hooks: { exchange: () => hookNoting(steps) } });
  const finished = observed.next();
  expect((await get('/plain', observed)).text).toBe('GET /plain\n');
  await finished;
  await observed.tools.upsert('blockList', { pattern: '*/blocked', action: 'respond', status: 418 });
  const blocked = observed.next();
  expect((await get('/blocked', observed)).status).toBe(418);
  await blocked;
  expect(steps).toEqual([
    'request /plain',
    'response 200',
    'finished',
    'request /blocked',
    'response 418',
    'finished',
  ]);
});

test('a hook answers in place of the server and of the tools', async () => {
  const own = {
    type: 'respond' as const,
    response: { status: 202, reason: '', fields: [], body: Buffer.from('mine') },
  };
  await using observed = await start({ hooks: { exchange: () => hookNoting([], { request: () => own }) } });
  await observed.tools.upsert('blockList', { pattern: '*', action: 'respond', status: 418 });
  expect(await get('/', observed)).toMatchObject({ status: 202, text: 'mine' });
});

test('a hook that throws changes no traffic, and the program sees its error', async () => {
  const seen: unknown[] = [];
  const listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', (error) => seen.push(error));
  try {
    const request = (): never => {
      throw new Error('broken hook');
    };
    await using observed = await start({ hooks: { exchange: () => hookNoting([], { request }) } });
    expect((await get('/', observed)).text).toBe('GET /\n');
  } finally {
    process.removeAllListeners('uncaughtException');
    for (const listener of listeners) process.on('uncaughtException', listener);
  }
  expect(seen).toEqual([new Error('broken hook')]);
});

test.skipIf(missing('curl'))('a program in its environment goes through it and trusts it', async () => {
  await using decrypting = await start({ sslProxyingHosts: ['localhost'] });
  const finished = decrypting.next();
  const env = await decrypting.env({ PATH: process.env['PATH'] });
  const { stdout } = await promisify(execFile)('curl', ['-sS', `${origin.https}/tls`], { env });
  expect(stdout).toBe('GET /tls\n');
  expect(await finished).toMatchObject({ url: `${origin.https}/tls`, status: 200 });
});

test('the setting ndjson is read at the start', async () => {
  const file = join(home.path, 'library.ndjson');
  await using logged = await start({ ndjson: { file } });
  const finished = logged.next();
  await get('/logged', logged);
  await finished;
  await logged.close();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ url: `${origin.http}/logged` });
  await expect(start({ ndjson: { file: '/no/such/folder/x' } })).rejects.toThrow('cannot be written');
});
