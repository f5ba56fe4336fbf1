// Mock sets between curl and servers that must not be contacted: written responses, and HAR files of other
// programs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { missing } from '../helpers/need.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { flowAt } from '../helpers/settled.ts';
import { CURL_PROTOCOLS, startToolProxy, type CurlAnswer, type ToolProxy } from '../helpers/tool-proxy.ts';

let folder: string;
let origin: Origin;
let stage: ToolProxy;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'proxyctl-mocks-'));
  origin = await startOrigin();
  stage = await startToolProxy({ maxCapturedBodyBytes: 1000 });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await origin.close();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => stage.reset());

interface GivenEntry {
  readonly method?: string;
  readonly status?: number;
  readonly headers?: readonly (readonly [string, string])[];
  readonly content?: object;
  readonly postData?: { readonly mimeType: string };
}

let files = 0;

/** Writes a HAR file as a browser does, and returns its path. */
function recording(base: string, entries: readonly (readonly [path: string, entry: GivenEntry])[]): string {
  const file = join(folder, `${(files += 1)}.har`);
  const list = entries.map(
    ([path, { method = 'GET', status = 200, headers = [], content = {}, postData }]) => ({
      startedDateTime: '2026-01-02T03:04:05.678Z',
      time: 1,
      request: {
        method,
        url: base + path,
        httpVersion: 'h2',
        headers: [
          { name: ':path', value: path },
          ...(postData === undefined ? [] : [{ name: 'content-type', value: postData.mimeType }]),
        ],
        postData,
      },
      response: {
        status,
        statusText: '',
        httpVersion: 'h2',
        headers: headers.map(([name, value]) => ({ name, value })),
        content,
      },
    }),
  );
  writeFileSync(file, JSON.stringify({ log: { version: '1.2', entries: list } }));
  return file;
}

describe.skipIf(missing('curl')).each(CURL_PROTOCOLS)('%s', (pair) => {
  const site = pair === 'HTTP/1.1' ? 'http://recorded.test' : 'https://recorded.test';
  const get = (path: string, ...options: readonly string[]): Promise<CurlAnswer> =>
    stage.curl(pair, site + path, ...options);
  const flow = (path: string) => flowAt(stage.proxy.engine.flows, path);

  test('a recording answers for a server that does not exist', async () => {
    const source = recording(site, [
      [
        '/page?b=%20&a',
        {
          headers: [
            ['content-type', 'text/html; charset=iso-8859-1'],
            ['content-encoding', 'br'],
            ['content-length', '9999'],
            ['transfer-encoding', 'chunked'],
            ['connection', 'X-Hop'],
            ['set-cookie', 'a=1\nb=2'],
          ],
          content: { size: 3, text: 'für' },
        },
      ],
      ['/image', { headers: [['content-type', 'image/png']], content: { text: 'AP8=', encoding: 'base64' } }],
      ['/none', { status: 204 }],
      ['/moved', { status: 301, headers: [['location', '/page']], content: { size: -1 } }],
      ['/cached', { status: 304, headers: [['etag', '"1"']], content: { text: 'from the cache' } }],
      ['/missing', { content: { size: 100, mimeType: 'text/plain' } }],
    ]);
    stage.tools.upsert('mockSets', { name: 'set', source });
    const page = await get('/page?a=&b=+', '--compressed');
    expect(page).toMatchObject({ status: 200, body: 'f\xfcr' });
    expect(page.head).toMatch(/content-length: 3\r\n/i);
    expect(page.head.match(/set-cookie: [ab]=/gi)).toHaveLength(2);
    expect(page.head).not.toMatch(/content-encoding|transfer-encoding/i);
    expect((await get('/image')).body).toBe('\0\xff');
    expect(await get('/none')).toMatchObject({ status: 204, body: '' });
    expect((await get('/moved')).head).toMatch(/location: \/page/i);
    expect(await get('/cached')).toMatchObject({ status: 200, body: 'from the cache' });
    expect(await get('/cached', '-H', 'If-None-Match: "1"')).toMatchObject({ status: 304, body: '' });
    const head = await get('/image', '-I');
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.head).toMatch(/content-length: 2\r\n/i);
    expect((await get('/missing')).body).toContain('recorded without a response');
    expect((await flow('/missing')).matchedRules).toMatchObject([{ note: 'recorded without a response' }]);
    expect(await get('/never')).toMatchObject({ status: 404 });
    expect((await stage.curl(pair, `${origin.http}/other`)).body).toBe('GET /other\n');
    expect(await flow('/page?a=&b=+')).toMatchObject({
      state: 'completed',
      tags: ['Mock Sets'],
      remoteAddress: null,
    });
  });

  test('bodies tell requests apart, up to the size that is held', async () => {
    const posted = (text: string, postData: { readonly mimeType: string }): readonly [string, GivenEntry] => [
      '/api',
      { method: 'POST', content: { text }, postData },
    ];
    const withText = (text: string) => ({ mimeType: 'application/json', text });
    const form = { mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'x', value: '1 2' }] };
    const source = recording(site, [
      posted('one', withText('{"a":1,"b":[2]}')),
      posted('two', withText('{"a":2}')),
      posted('form', form),
    ]);
    stage.tools.upsert('mockSets', { name: 'set', source, matchBody: true });
    const json = ['-H', 'Content-Type: application/json', '-d'];
    expect((await get('/api', ...json, '{"b": [2], "a": 1}')).body).toBe('one');
    expect((await get('/api', ...json, '{"a":2}')).body).toBe('two');
    expect((await get('/api', '-d', 'x=1+2')).body).toBe('form');
    expect((await get('/api', '-d', 'x=3')).status).toBe(404);
    await get('/api', '-d', 'x'.repeat(5000)).catch(() => null);
    expect((await flow('/api')).matchedRules).toMatchObject([{ name: 'set', note: 'body too large' }]);
  });

  test('mocks are sent as they are written, with new framing', async () => {
    stage.tools.upsert('mockSets', {
      mocks: [
        { pattern: '*/off', enabled: false, status: 500 },
        {
          pattern: '*/framed',
          headers: [
            { name: 'Content-Length', value: '1' },
            { name: 'Transfer-Encoding', value: 'gzip' },
            { name: 'X-A', value: 'ü' },
          ],
          body: 'more than one byte',
          delayMs: 30,
        },
        { pattern: '*/empty', status: 204, body: 'which 204 has none of' },
        {
          pattern: '*',
          conditions: { cookies: [{ name: 'user', op: 'equals', value: 'ann' }] },
          body: 'ann',
        },
        { pattern: '*', method: 'GET', status: 599, body: { base64: 'AP8=' } },
      ],
    });
    const framed = await get('/framed');
    expect(framed.body).toBe('more than one byte');
    expect(framed.head).toContain(Buffer.from('ü').toString('latin1'));
    expect((await flow('/framed')).durationMs).toBeGreaterThanOrEqual(25);
    expect(await get('/empty')).toMatchObject({ status: 204, body: '' });
    expect((await get('/off', '-b', 'user=ann')).body).toBe('ann');
    expect(await get('/off')).toMatchObject({ status: 599, body: '\0\xff' });
  });

  test('clients at once take what was recorded, one after the other', async () => {
    const texts = Array.from({ length: 8 }, (_, at) => `answer ${at}`);
    const source = recording(
      site,
      texts.map((text) => ['/next', { content: { text } }] as const),
    );
    stage.tools.upsert('mockSets', { source });
    const answers = await Promise.all(texts.map(() => get('/next')));
    expect(answers.map(({ body }) => body).toSorted()).toEqual(texts);
    expect((await get('/next')).body).toBe('answer 7');
  });
});
