// Cassettes in a program of one's own, against real servers: what is recorded, answered, refused, merged and explained.
import { readFileSync, writeFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startProxy, type TrafficProxy } from '../../src/index.ts';
import { ask, askThroughTunnel, type Response } from '../helpers/ask.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';

const home = temporaryHome();
let origin: Origin;
let proxy: TrafficProxy;
let file: string;
let files = 0;
let said: string[] = [];
let count = 0;

beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    const head = { 'Content-Type': 'application/json', Date: 'now', 'X-RateLimit-Remaining': '1' };
    void text(request).then((body) => {
      if (request.url === '/mcp') {
        const { id } = JSON.parse(body) as { readonly id: number };
        response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        response.end(`event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result: {} })}\n\n`);
      } else
        response
          .writeHead(request.url?.startsWith('/limited') === true ? 429 : 200, head)
          .end(JSON.stringify({ url: request.url, count: (count += 1) }));
    });
  });
});
beforeEach(async () => {
  file = join(home.path, `${(files += 1)}.har`);
  said = [];
  proxy = await startProxy({
    home: home.path,
    sslProxyingHosts: ['*'],
    say: (line) => said.push(line),
  });
});
afterEach(() => proxy.close());
afterAll(async () => {
  await origin.close();
  home.remove();
});

const get = (path: string, via = proxy): Promise<Response> => ask(`${origin.http}${path}`, { via: via.port });
const post = (path: string, body: unknown): Promise<Response> =>
  ask(`${origin.http}${path}`, {
    via: proxy.port,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

interface Entry {
  readonly request: { readonly url: string };
  readonly response: { readonly headers: readonly { readonly name: string }[] };
}
const entries = (): readonly Entry[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as { readonly log: { readonly entries: readonly Entry[] } }).log
    .entries;

describe('auto', () => {
  test('records the unknown once, in the order of the requests, and answers it then', async () => {
    const first = await proxy.cassette(file);
    await expect(proxy.cassette(file)).rejects.toThrow('a cassette is in use');
    const before = [await get('/poll'), await get('/poll'), await get('/a?x=1&y=2')].map((each) => each.text);
    expect(await first.close()).toMatchObject({ mode: 'auto', answered: 0, recorded: 3, unknown: [] });
    expect(entries()[0]!.response.headers.map(({ name }) => name)).toEqual(['Content-Type']);
    const written = readFileSync(file, 'utf8');
    await using second = await proxy.cassette(file);
    const after = [await get('/poll'), await get('/poll'), await get('/a?y=2&x=1')].map((each) => each.text);
    expect(after).toEqual(before);
    expect((await get('/poll')).text).toBe(before[1]);
    expect(proxy.flows().at(-1)?.tags).toContain('Cassette');
    expect(await second.close()).toMatchObject({ answered: 4, recorded: 0 });
    expect(readFileSync(file, 'utf8')).toBe(written);
  });

  test('in two runs at once writes what both have recorded, and one answer to the same', async () => {
    await using other = await startProxy({ home: home.path });
    const [mine, theirs] = [await proxy.cassette(file), await other.cassette(file)];
    await Promise.all([get('/mine'), get('/both')]);
    await Promise.all([get('/theirs', other), get('/both', other)]);
    await Promise.all([mine.close(), theirs.close()]);
    const urls = entries().map(({ request }) => new URL(request.url).pathname);
    expect(urls.toSorted()).toEqual(['/both', '/mine', '/theirs']);
  });

  test('takes a session by its ending', async () => {
    file = join(home.path, `${files}.proxysession`);
    const first = await proxy.cassette(file);
    const { text: before } = await get('/a');
    await first.close();
    await using second = await proxy.cassette(file, { mode: 'replay' });
    expect((await get('/a')).text).toBe(before);
    expect(await second.close()).toMatchObject({ answered: 1, unknown: [] });
  });
});

test('names errors that it records, without what may be secret', async () => {
  const cassette = await proxy.cassette(file);
  await get('/limited?key=AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q');
  const { recordedErrors } = await cassette.close();
  expect(recordedErrors).toEqual([expect.stringMatching(/^429 GET 127\.0\.0\.1:\d+\/limited$/)]);
  expect(readFileSync(file, 'utf8')).not.toContain('AIzaSy');
});

test('record asks for everything, and forgets what is not asked any more', async () => {
  const first = await proxy.cassette(file);
  const before = await get('/a');
  await get('/old');
  await first.close();
  const second = await proxy.cassette(file, { mode: 'record' });
  expect((await get('/a')).text).not.toBe(before.text);
  expect(await second.close()).toMatchObject({ answered: 0, recorded: 1 });
  expect(entries().map(({ request }) => new URL(request.url).pathname)).toEqual(['/a']);
});

describe('replay', () => {
  test('gives messages of JSON-RPC the id that is asked for', async () => {
    const first = await proxy.cassette(file);
    await post('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    await first.close();
    await using _ = await proxy.cassette(file, { mode: 'replay' });
    const { text: answer } = await post('/mcp', { jsonrpc: '2.0', id: 'x', method: 'tools/list' });
    expect(answer).toBe('event: message\ndata: {"jsonrpc":"2.0","id":"x","result":{}}\n\n');
  });

  test('refuses what is unknown, and explains it without secrets', async () => {
    const first = await proxy.cassette(file);
    await post('/orders', { customer: 7, items: ['a', 'b'] });
    await post('/pay', { card: { number: 4111111111111111, cvc: 123 } });
    await first.close();
    expect(readFileSync(file, 'utf8')).not.toContain('4111');
    const second = await proxy.cassette(file, { mode: 'replay' });
    expect((await post('/pay', { card: { number: 4111111111111111, cvc: 123 } })).status).toBe(200);
    const password = 'correct horse battery 9';
    const { status, text: answer } = await post('/orders', { customer: 8, items: ['a', 'b'], password });
    expect(status).toBe(501);
    const { error } = JSON.parse(answer) as { readonly error: { readonly message: string } };
    expect(error.message.split('\n')).toEqual([
      expect.stringMatching(
        /^POST 127\.0\.0\.1:\d+\/orders is not in the cassette .* \(- recorded, \+ asked\):$/,
      ),
      '  {',
      '-   "customer": 7',
      '+   "customer": 8',
      '    "items": [',
      '  …',
      '    ]',
      '+   "password": "[redacted]"',
      '  }',
    ]);
    expect(said.join('\n')).toBe(error.message);
    await ask('http://elsewhere.test/', { via: proxy.port });
    const { unknown, unused } = await second.close();
    expect(unused).toBe(1);
    expect(unknown.map(({ title }) => title)).toEqual([
      expect.stringContaining('/orders is not in'),
      expect.stringContaining('which has no request to elsewhere.test'),
    ]);
  });
});

test('answers HTTPS when the server is gone', async () => {
  const gone = await startOrigin();
  const get = (): Promise<Response> =>
    askThroughTunnel(proxy.port, `${gone.https}/tls`, proxy.certificate.pem);
  const first = await proxy.cassette(file);
  await get();
  await first.close();
  await gone.close();
  await using _ = await proxy.cassette(file, { mode: 'replay' });
  expect((await get()).text).toBe('GET /tls\n');
});

const har = (log: object): string => JSON.stringify({ log: { version: '1.2', entries: [], ...log } });

test.each([
  ['no JSON', '{"log": {', /the cassette .*\.har cannot be used: /],
  ['no HAR file', '{}', /it has no list log\.entries/],
  [
    'another version',
    har({ _cassette: { version: 2 } }),
    /version 2, and this Traffic Proxy reads version 1/,
  ],
  ['an entry without a URL', har({ entries: [{ request: { method: 'GET' } }] }), /entry 0: /],
])('a file with %s is refused, and stays as it is', async (_, content, message) => {
  writeFileSync(file, content);
  await expect(proxy.cassette(file)).rejects.toThrow(message);
  expect(readFileSync(file, 'utf8')).toBe(content);
});

test('a file that is missing is refused where only it may answer', async () => {
  await expect(proxy.cassette(file, { mode: 'replay' })).rejects.toThrow('there is no cassette');
  await expect(proxy.cassette(join(home.path, 'no folder', 'a.har'))).rejects.toThrow('cannot be written');
});
