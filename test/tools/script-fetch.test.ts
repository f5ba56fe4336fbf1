// `fetch` and `sleep` of Scripting rules in a running proxy: what they reach, what they must never reach, and that they
// hold up nobody else. This machine's own address outside loopback stands for another device.
import os from 'node:os';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ask } from '../helpers/ask.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { startRefusingProxy } from '../helpers/recording-proxy.ts';
import { flowAt } from '../helpers/settled.ts';
import { startToolProxy, type ToolProxy } from '../helpers/tool-proxy.ts';

const addresses = Object.values(os.networkInterfaces()).flatMap((list) => list ?? []);
const outside = addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '';

let origin: Origin;
let stage: ToolProxy;
let redirectTo = '';
beforeAll(async () => {
  origin = await startOrigin((request, response) => {
    const { url = '' } = request;
    if (url === '/token') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
      response.end(gzipSync('{"token":"t1"}'));
    } else if (url === '/redirect') response.writeHead(302, { location: redirectTo }).end();
    else if (url === '/large') response.end(Buffer.alloc(9 * 1024 * 1024));
    else if (url === '/bomb') {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(gzipSync(Buffer.alloc(20 * 1024 * 1024)));
    } else if (url === '/never') response.writeHead(200).write('x');
    else response.end(JSON.stringify({ url, method: request.method, headers: request.headers }));
  });
  stage = await startToolProxy({
    listenOnAllInterfaces: true,
    allowedClientIPs: outside === '' ? [] : [outside],
  });
});
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await origin.close();
});
afterEach(() => stage.reset());

/** Sends a request for which the script returns what `code` returns as the body; its error as text. */
async function found(code: string, { rule = {}, via = '127.0.0.1' } = {}): Promise<string> {
  stage.reset();
  stage.tools.upsert('scripting', {
    mock: true,
    fetch: true,
    timeoutMs: 20_000,
    code: `async function onRequest() {
      const run = async () => { ${code} };
      const body = await run().catch((error) => 'error: ' + error.message);
      return { statusCode: 200, headers: { 'Content-Type': 'text/plain' }, body: typeof body === 'string' ? body : JSON.stringify(body) };
    }`,
    ...rule,
  });
  const response = await ask(`http://${via}:${stage.proxy.engine.port}`, {
    target: 'http://never-resolved.invalid/x',
    headers: { Host: 'never-resolved.invalid' },
  });
  return response.text;
}

describe('fetch', () => {
  test('reaches servers over HTTP and HTTPS, and gives decoded bodies', async () => {
    const urls = JSON.stringify([`${origin.http}/token`, `${origin.https}/token`]);
    const code = `const all = [];
      for (const url of ${urls}) { const r = await fetch(url); all.push([r.status, (await r.json()).token, r.url]); }
      return all;`;
    expect(JSON.parse(await found(code))).toEqual([
      [200, 't1', `${origin.http}/token`],
      [200, 't1', `${origin.https}/token`],
    ]);
  });

  test('sends method, headers and body, but no field that gives rights or frames', async () => {
    const code = `return (await fetch('${origin.http}/post', { method: 'PATCH', body: 'hello', headers: {
      'X-A': 'ü', 'X-Proxy-Token': '${stage.proxy.token}', Connection: 'close', 'Transfer-Encoding': 'chunked', Host: 'other.test', 'Content-Length': '1' } })).json()`;
    const { method, headers } = JSON.parse(await found(code)) as {
      readonly method: string;
      readonly headers: Record<string, string>;
    };
    expect(method).toBe('PATCH');
    expect(headers['content-length']).toBe('5');
    expect(headers['host']).toBe(new URL(origin.http).host);
    expect(Buffer.from(headers['x-a']!, 'latin1').toString()).toBe('ü');
    expect(headers).not.toHaveProperty('x-proxy-token');
    expect(headers).not.toHaveProperty('transfer-encoding');
    expect(origin.received.at(-1)?.body.toString()).toBe('hello');
  });

  test('follows redirects, unless told not to; credentials stay at their origin', async () => {
    redirectTo = `${origin.http.replace('127.0.0.1', 'localhost')}/there`;
    const options = `{ method: 'POST', body: 'x', headers: { Authorization: 'secret' } }`;
    const { url, method, headers } = JSON.parse(
      await found(`return (await fetch('${origin.http}/redirect', ${options})).json()`),
    ) as { readonly url: string; readonly method: string; readonly headers: object };
    expect([url, method]).toEqual(['/there', 'GET']);
    expect(headers).not.toHaveProperty('authorization');
    expect(
      await found(`return (await fetch('${origin.http}/redirect', { redirect: 'manual' })).status`),
    ).toBe('302');
    redirectTo = `${origin.http}/redirect`;
    expect(await found(`return fetch('${origin.http}/redirect')`)).toBe(
      'error: fetch: more than 10 redirects',
    );
  });

  test('is off unless the rule allows it', async () => {
    const before = origin.received.length;
    expect(await found(`return fetch('${origin.http}/token')`, { rule: { fetch: false } })).toBe(
      'error: fetch is off: set the field fetch of the rule to true',
    );
    expect(origin.received).toHaveLength(before);
  });

  test('is not recorded, and passes no tools', async () => {
    await found(`return (await fetch('${origin.http}/token')).status`);
    await flowAt(stage.proxy.engine.flows, '/x');
    expect(stage.proxy.engine.flows.list()).toHaveLength(1);
  });

  test.each([
    ['/large', 'larger than 8388608 bytes'],
    ['/bomb', 'larger than 8388608 bytes'],
  ])('a response to %s is refused', async (path, message) => {
    expect(await found(`return fetch('${origin.http}${path}')`)).toContain(message);
  });

  test.each([
    'ftp://a.test/',
    'nothing',
    'http://user:pass@a.test/',
    'file:///etc/passwd',
    'http://none.invalid/',
  ])('cannot reach %s', async (url) =>
    expect(await found(`return fetch('${url}')`)).toMatch(/^error: fetch: /),
  );

  test('that waits for ever ends with the call, and so does its connection', async () => {
    const code = `async function onRequest() { await fetch('${origin.http}/never') }`;
    stage.tools.upsert('scripting', { name: 'slow', fetch: true, timeoutMs: 300, code });
    await ask(`${origin.http}/x`, { via: stage.proxy.engine.port });
    expect((await flowAt(stage.proxy.engine.flows, '/x')).matchedRules).toMatchObject([
      { name: 'slow', note: 'the script failed: it did not end within 300 ms' },
    ]);
  });
});

describe('the proxy itself cannot be reached by fetch', () => {
  const hosts = [
    '127.0.0.1',
    'localhost',
    '0.0.0.0',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '127.9.9.9',
    '2130706433',
    os.hostname(),
    ...(outside === '' ? [] : [outside]),
  ];

  test.each(hosts)('%s', async (host) => {
    const { port } = stage.proxy.engine;
    for (const path of ['/api/status', '/', '/ssl']) {
      const text = await found(
        `return (await fetch('http://${host}:${port}${path}', { headers: { 'X-Proxy-Token': '${stage.proxy.token}' } })).text()`,
      );
      expect(text, path).toMatch(/^error: fetch: /);
      expect(text).not.toContain('flowCount');
    }
  });

  test.each(['proxyctl.local', 'proxy.ctl', 'PROXYCTL.internal.'])('%s', async (host) => {
    expect(await found(`return (await fetch('http://${host}/api/status')).text()`)).toMatch(
      /^error: fetch: .* is this proxy itself/,
    );
  });

  test('not by a redirect either', async () => {
    redirectTo = `http://127.0.0.1:${stage.proxy.engine.port}/api/status`;
    expect(await found(`return (await fetch('${origin.http}/redirect')).text()`)).toContain(
      'this proxy itself',
    );
  });

  test('nor through an external proxy, which would connect from this machine', async () => {
    await using external = await startRefusingProxy();
    await using other = await startToolProxy({
      externalProxy: {
        isEnabled: true,
        type: 'http',
        host: '127.0.0.1',
        port: external.port,
        url: '',
        username: '',
        password: '',
        bypassHosts: [],
      },
    });
    const url = `http://localhost:${other.proxy.engine.port}/api/status`;
    other.tools.upsert('scripting', {
      fetch: true,
      mock: true,
      timeoutMs: 20_000,
      code: `async function onRequest() { return { statusCode: 200, body: await fetch('${url}').then(() => 'reached', (error) => error.message) } }`,
    });
    const { text } = await ask('http://a.invalid/', { via: other.proxy.engine.port });
    expect(text).toContain('this proxy itself');
    expect(external.targets).toEqual([]);
  });
});

describe.skipIf(outside === '')('for another device', () => {
  test('fetch reaches what the device itself may reach, and not this machine', async () => {
    const fetched = `return (await fetch('${origin.http}/token')).status`;
    expect(await found(fetched, { via: outside })).toContain('another device may not reach 127.0.0.1');
    expect(await found(fetched)).toBe('200');
  });
});

test('sleep delays a request, and holds up no other', async () => {
  stage.tools.upsert('scripting', {
    timeoutMs: 3000,
    code: 'async function onRequest() { await sleep(500) }',
  });
  const all = Array.from({ length: 12 }, (_, at) =>
    ask(`${origin.http}/s${at}`, { via: stage.proxy.engine.port }),
  );
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(12).fill(200));
  // One after another they would have taken 6 s, and half of them run out of time.
  for (const flow of stage.proxy.engine.flows.list()) {
    expect(flow.matchedRules.map(({ note }) => note)).toEqual([undefined]);
    expect(flow.durationMs).toBeGreaterThanOrEqual(490);
  }
});
