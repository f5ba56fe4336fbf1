// The globals that rule scripts have besides those of browsers: AES, forms, multipart bodies, fetch and sleep.
import { createDecipheriv } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import type { HostCallHandler } from '../job.ts';
import { Sandbox } from '../sandbox.ts';
import { ScriptRuntime } from '../rule-runtime/runtime.ts';

const sandbox = new Sandbox({ threads: 1 });
afterAll(() => sandbox.close());
const runtime = new ScriptRuntime({ sandbox, limits: { timeoutMs: 10_000 } });

const context = {
  scriptName: 's',
  matchingRule: 's',
  flow: { id: '1', app: null, clientIP: null, serverIP: null },
};
const request = {
  method: 'GET',
  scheme: 'http',
  host: 'a.test',
  port: 80,
  path: '/',
  query: '',
  headers: [],
  body: Buffer.alloc(0),
};

/** Returns what the body of a script's function returns, or its error. */
async function value(body: string, onHostCall?: HostCallHandler, timeoutMs = 10_000): Promise<unknown> {
  const script = await runtime.compile(
    `async function onRequest() { const found = await (async () => { ${body} })(); throw 'value ' + JSON.stringify(found ?? null); }`,
  );
  if (script.type === 'error') throw new Error(script.message);
  const input = { context, url: 'http://a.test/', request };
  const result = await runtime.call(script, 'onRequest', input, { timeoutMs }, onHostCall);
  const message = result.type === 'error' ? result.message : '';
  const [, json] = /^Error: value (.*)$/s.exec(message) ?? [];
  return json === undefined ? message : (JSON.parse(json) as unknown);
}

describe('aes', () => {
  test.each(['gcm', 'cbc', 'ctr', 'ecb'])('%s: what is encrypted is decrypted', async (mode) => {
    const code = `
      const key = randomBytes(32), { iv, data } = aes.encrypt('${mode}', key, 'héllo', {});
      const text = new TextDecoder().decode(aes.decrypt('${mode}', key, data, { iv }));
      return [text, iv.length, data.length];`;
    const ivLength = { gcm: 12, cbc: 16, ctr: 16, ecb: 0 }[mode];
    const size = { gcm: 6 + 16, cbc: 16, ctr: 6, ecb: 16 }[mode];
    expect(await value(code)).toEqual(['héllo', ivLength, size]);
  });

  test('is what other programs decrypt, with additional data', async () => {
    const found = (await value(`
      const key = base64.decodeBytes('${Buffer.alloc(16, 7).toString('base64')}');
      const { iv, data } = aes.encrypt('gcm', key, 'secret', { aad: 'for you' });
      return [base64.encode(iv), base64.encode(data)];`)) as readonly [string, string];
    const [iv, data] = found.map((each) => Buffer.from(each, 'base64')) as [Buffer, Buffer];
    const decipher = createDecipheriv('aes-128-gcm', Buffer.alloc(16, 7), iv);
    decipher.setAAD(Buffer.from('for you')).setAuthTag(data.subarray(-16));
    expect(Buffer.concat([decipher.update(data.subarray(0, -16)), decipher.final()]).toString()).toBe(
      'secret',
    );
  });

  test.each([
    [`aes.encrypt('xts', randomBytes(16), 'a')`, 'the AES mode "xts" is not known'],
    [`aes.encrypt('cbc', 'short', 'a')`, 'an AES key has 16, 24 or 32 bytes, not 5'],
    [
      `aes.decrypt('gcm', randomBytes(16), randomBytes(3), { iv: randomBytes(12) })`,
      'AES: the data is shorter than its tag',
    ],
    [`aes.decrypt('gcm', randomBytes(16), randomBytes(30), { iv: randomBytes(12) })`, 'TypeError: AES: '],
    [`aes.decrypt('cbc', randomBytes(16), randomBytes(16), { iv: randomBytes(3) })`, 'TypeError: AES: '],
    [`randomBytes(1e9)`, 'at most 65536 random bytes'],
  ])('%s fails', async (code, message) => expect(await value(`return ${code}`)).toContain(message));
});

describe('forms', () => {
  test('URL-encoded', async () => {
    expect(
      await value(`return [form.decode('a=1&b=x+y&a=2'), form.encode({ a: [1, 2], b: 'ü &' })]`),
    ).toEqual([{ a: ['1', '2'], b: 'x y' }, 'a=1&a=2&b=%C3%BC+%26']);
  });

  test('multipart: parts come back as they were', async () => {
    const found = await value(`
      const { body, contentType } = multipart.encode([
        { name: 'text', value: 'é' }, { name: 'quo"te', value: '' },
        { name: 'file', filename: 'a b.bin', data: new Uint8Array([0, 13, 10, 255]) },
        { name: 'typed', filename: 'x', contentType: 'image/png', value: '--' },
      ]);
      return multipart.decode(body, contentType).map((part) =>
        [part.name, part.filename, part.contentType, part.filename === 'a b.bin' ? Array.from(part.data) : part.text]);`);
    expect(found).toEqual([
      ['text', null, null, 'é'],
      ['quo"te', null, null, ''],
      ['file', 'a b.bin', 'application/octet-stream', [0, 13, 10, 255]],
      ['typed', 'x', 'image/png', '--'],
    ]);
  });

  test('multipart as other programs write it', async () => {
    const form = new FormData();
    form.append('a', 'one');
    form.append('f', new File(['two'], 'ü.txt', { type: 'text/plain' }));
    const response = new Response(form);
    const type = response.headers.get('content-type');
    const bytes = Buffer.from(await response.arrayBuffer()).toString('base64');
    expect(
      await value(
        `return multipart.decode(base64.decodeBytes('${bytes}'), ${JSON.stringify(type)}).map((p) => [p.name, p.filename, p.text])`,
      ),
    ).toEqual([
      ['a', null, 'one'],
      ['f', 'ü.txt', 'two'],
    ]);
  });

  test.each([
    [`multipart.decode('x', 'multipart/form-data')`, 'the Content-Type has no boundary'],
    [`multipart.decode('x', 'multipart/form-data; boundary=b')`, 'does not contain its boundary'],
    [`multipart.decode('--b\\r\\n\\r\\nx', 'multipart/form-data; boundary=b')`, 'the last part has no end'],
    [`multipart.encode([{ name: 'a', contentType: 'a\\r\\nb' }])`, 'a header must be a single line'],
  ])('%s fails', async (code, message) => expect(await value(`return ${code}`)).toContain(message));
});

describe('fetch', () => {
  const answered: HostCallHandler = (_, json) =>
    Promise.resolve(
      JSON.stringify({
        url: 'http://b.test/',
        status: 201,
        statusText: 'Created',
        headers: ['X-A', '1', 'x-a', '2', 'Set-Cookie', 'c'],
        base64: Buffer.from(json).toString('base64'),
      }),
    );

  test('hands the request over, and gives the response', async () => {
    const code = `
      const response = await fetch('http://b.test/', { method: 'post', headers: { 'X-B': ['1', '2'] }, body: { a: 1 } });
      const { headers } = response;
      return [response.status, response.statusText, response.ok, headers.get('x-A'), headers.has('none'),
        headers.getSetCookie(), [...headers.keys()].length, await response.json(), (await response.bytes()).length > 10];`;
    expect(await value(code, answered)).toEqual([
      201,
      'Created',
      true,
      '1, 2',
      false,
      ['c'],
      3,
      {
        url: 'http://b.test/',
        method: 'POST',
        headers: ['X-B', '1', 'X-B', '2', 'Content-Type', 'application/json'],
        base64: Buffer.from('{"a":1}').toString('base64'),
        followsRedirects: true,
      },
      true,
    ]);
  });

  test.each([
    ['new URLSearchParams({ a: 1 })', 'application/x-www-form-urlencoded', 'a=1'],
    ['"text"', 'text/plain;charset=UTF-8', 'text'],
    ['new Uint8Array([65])', undefined, 'A'],
  ])('sends %s as %s', async (body, type, text) => {
    const found = (await value(
      `return await (await fetch('http://b.test', { method: 'PUT', body: ${body} })).json()`,
      answered,
    )) as { readonly headers: readonly string[]; readonly base64: string };
    expect(found.headers[1]).toBe(type);
    expect(Buffer.from(found.base64, 'base64').toString()).toBe(text);
  });

  test('rejects with the reason of the host, and is bounded', async () => {
    const refused: HostCallHandler = () => Promise.reject(new Error('fetch: no'));
    expect(
      await value(`try { await fetch('http://b.test') } catch (error) { return error.message }`, refused),
    ).toBe('fetch: no');
    expect(await value(`for (let n = 0; n < 200; n += 1) await fetch('http://b.test')`, answered)).toContain(
      'more than 100 calls to the host',
    );
    expect(await value(`return fetch('http://b.test', { redirect: 'never' })`, answered)).toContain(
      'redirect must be',
    );
  });

  test('cannot be used while the script is loaded', async () => {
    const script = await runtime.compile(
      `fetch('http://b.test').catch((e) => console.log(e.message)); function onRequest() {}`,
    );
    expect(script).toMatchObject({
      type: 'compiled',
      console: [{ text: 'fetch is not available while a script is loaded' }],
    });
  });
});

test('while a call waits, others run; what never comes is a time-out', async () => {
  const waiting: PromiseWithResolvers<string>[] = [];
  const onHostCall: HostCallHandler = () => {
    const each = Promise.withResolvers<string>();
    waiting.push(each);
    // No call gets its response before all of them wait.
    if (waiting.length === 5) for (const { resolve } of waiting) resolve('null');
    return each.promise;
  };
  const script = await runtime.compile('async function onRequest() { await sleep(1); return null; }');
  if (script.type === 'error') throw new Error(script.message);
  const input = { context, url: 'http://a.test/', request };
  const calls = Array.from({ length: 5 }, () => runtime.call(script, 'onRequest', input, {}, onHostCall));
  expect((await Promise.all(calls)).map((each) => each.type === 'result' && each.result.type)).toEqual(
    Array(5).fill('block'),
  );
  const never: HostCallHandler = () => new Promise(() => undefined);
  expect(await value('await sleep(1)', never, 100)).toBe('it did not end within 100 ms');
  expect(await value('return sleep(-1)')).toContain('sleep needs a number of milliseconds');
});
