import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { Sandbox } from '../sandbox.ts';
import type { RuleResult, RuleCalls, ScriptRequest, ScriptResponse } from './exchange.ts';
import { ScriptRuntime, type CompiledScript, type RuleScriptError, type RuleCallResult } from './runtime.ts';
import type { FunctionName } from '../rules/setup.ts';

const sandbox = new Sandbox({ threads: 1 });
afterAll(() => sandbox.close());

const LIMITS = { timeoutMs: 10_000 };
let runtime: ScriptRuntime;
beforeEach(() => {
  runtime = new ScriptRuntime({ sandbox, env: { STAGE: 'test', deep: { a: 1 } }, limits: LIMITS });
});

const context = {
  scriptName: 'a script',
  matchingRule: 'a rule',
  flow: { id: 'f1', app: 'curl', clientIP: '127.0.0.1', serverIP: null },
};
const url = 'https://a.test/path?q=1&q=2&r=x%20y';
const request: ScriptRequest = {
  method: 'POST',
  scheme: 'https',
  host: 'a.test',
  port: 443,
  path: '/path',
  query: 'q=1&q=2&r=x%20y',
  headers: [
    ['Host', 'a.test'],
    ['Content-Type', 'application/json'],
    ['X-Many', '1'],
    ['x-many', '2'],
  ],
  body: Buffer.from('{ "a": 1 }'),
};
const response: ScriptResponse = {
  statusCode: 200,
  statusPhrase: 'OK',
  httpVersion: '1.1',
  headers: [['Content-Type', 'text/plain']],
  body: Buffer.from('hello'),
};

async function compiled(code: string): Promise<CompiledScript> {
  const script = await runtime.compile(code);
  if (script.type === 'error') throw new Error(script.message);
  return script;
}

async function call<Name extends FunctionName>(
  name: Name,
  code: string,
  input: Omit<RuleCalls[Name], 'context' | 'url'>,
): Promise<RuleCallResult | RuleScriptError> {
  const full = { context, url, ...input } as unknown as RuleCalls[Name];
  return runtime.call(await compiled(code), name, full);
}

const answerOf = (result: RuleCallResult | RuleScriptError): RuleResult | string =>
  result.type === 'result' ? result.result : result.message;
const onRequest = async (body: string, changed: Partial<ScriptRequest> = {}): Promise<RuleResult | string> =>
  answerOf(
    await call('onRequest', `function onRequest(context, url, request) { ${body} }`, {
      request: { ...request, ...changed },
    }),
  );
const onResponse = async (
  body: string,
  changed: Partial<ScriptResponse> = {},
): Promise<RuleResult | string> =>
  answerOf(
    await call('onResponse', `async function onResponse(context, url, request, response) { ${body} }`, {
      request,
      response: { ...response, ...changed },
    }),
  );
const typed = (type: string): Partial<ScriptRequest> => ({ headers: [['content-type', type]] });

describe('a script', () => {
  test('is compiled to the functions that it has', async () => {
    expect(
      await runtime.compile(
        'const onResponse = () => {}; async function onRequest() {}; let onServerEvent = 1',
      ),
    ).toMatchObject({
      type: 'compiled',
      functions: ['onRequest', 'onResponse'],
    });
    expect(await runtime.compile('')).toMatchObject({ functions: [] });
  });

  test.each([
    ['function onRequest( {', { message: /^SyntaxError: /, line: 1, cause: 'error' }],
    [
      '\n  nothing.here',
      { message: /^ReferenceError: 'nothing' is not defined$/, line: 2, column: 3, cause: 'error' },
    ],
    ['throw { a: 1 }', { message: /^Error: \{"a":1\}$/, line: null, cause: 'error' }],
    ['x'.repeat(2 ** 20 + 1), { message: /larger than 1048576 bytes/, line: null, cause: 'error' }],
  ])('reports the location of an error: %#', async (code, { message, ...where }) => {
    const error = await runtime.compile(code);
    expect(error).toMatchObject({ type: 'error', ...where });
    expect(error.type === 'error' ? error.message : '').toMatch(message);
  });

  test('that never ends is stopped, when it is compiled and when it is called', async () => {
    expect(await runtime.compile('for (;;);', { timeoutMs: 50 })).toMatchObject({
      cause: 'timeout',
      message: 'it did not end within 50 ms',
    });
    const script = await compiled('function onRequest() { for (;;); }');
    expect(
      await runtime.call(script, 'onRequest', { context, url, request }, { timeoutMs: 50 }),
    ).toMatchObject({ cause: 'timeout' });
  });

  test('without the function is a fault', async () => {
    expect(answerOf(await call('onRequest', '', { request }))).toBe(
      'TypeError: the script has no function onRequest',
    );
  });

  test('keeps its variables, and loses them with its context', async () => {
    const script = await compiled(
      'let n = 0; function onRequest(c, u, request) { n += 1; request.path = `/${n}`; if (u === "hang") for (;;); }',
    );
    const path = async (): Promise<unknown> =>
      answerOf(await runtime.call(script, 'onRequest', { context, url, request }));
    expect(await path()).toEqual({ type: 'request', changes: { path: '/1' } });
    expect(await path()).toEqual({ type: 'request', changes: { path: '/2' } });
    await runtime.call(script, 'onRequest', { context, url: 'hang', request }, { timeoutMs: 50 });
    expect(await path()).toEqual({ type: 'request', changes: { path: '/1' } });
  });

  test('is not called when its time was over before its turn came', async () => {
    const script = await compiled(
      'function onRequest(c, u, request) { console.log("begun"); if (u === "hang") for (;;); request.path = "/x" }',
    );
    const hang = (): Promise<RuleCallResult | RuleScriptError> =>
      runtime.call(script, 'onRequest', { context, url: 'hang', request }, { timeoutMs: 200 });
    const results = await Promise.all(Array.from({ length: 10 }, hang));
    expect(results.map((result) => result.type === 'error' && result.cause)).toEqual(
      Array(10).fill('timeout'),
    );
    expect(results.filter(({ console }) => console.length > 0).length).toBeLessThan(10);
    expect(answerOf(await runtime.call(script, 'onRequest', { context, url, request }))).toMatchObject({
      changes: { path: '/x' },
    });
  });

  test('is a list for a repeated name', async () => {
    const named = { ...context, matchingRule: 'a\nb\0c' };
    const script = await compiled(
      'function onRequest(c, u, request) { throw c.matchingRule + "|" + u + "|" + request.path }',
    );
    expect(answerOf(await runtime.call(script, 'onRequest', { context: named, url, request }))).toBe(
      `Error: a b c|${url}|/path`,
    );
  });

  test('prints with its levels', async () => {
    const result = await call(
      'onRequest',
      'console.info("loaded"); function onRequest(c) { console.warn(c.flow.app, env.STAGE) }',
      { request },
    );
    expect(result.console).toEqual([{ level: 'warn', text: 'curl test' }]);
  });

  test('that changes its own surroundings is not believed', async () => {
    const code =
      'function onRequest(c, u, request) { request.path = "/x"; Object.prototype.toJSON = () => 5 }';
    expect(await call('onRequest', code, { request })).toMatchObject({
      type: 'error',
      cause: 'error',
      message: 'Error: its result is not valid: the script has changed its own environment',
    });
  });
});

describe('onRequest', () => {
  test('sees the request', async () => {
    const answer =
      await onRequest(`throw JSON.stringify([context.matchingRule, url, request.method, request.scheme, request.host,
      request.port, request.path, request.queries, request.headers['content-type'], request.headers['X-MANY'],
      'HOST' in request.headers, Object.keys(request.headers), request.body, request.rawBody.length])`);
    expect(JSON.parse((answer as string).replace(/^Error: /, ''))).toEqual([
      'a rule',
      url,
      'POST',
      'https',
      'a.test',
      443,
      '/path',
      { q: ['1', '2'], r: 'x y' },
      'application/json',
      ['1', '2'],
      true,
      ['Host', 'Content-Type', 'X-Many'],
      { a: 1 },
      10,
    ]);
  });

  const lines = request.headers;
  test.each([
    ['', {}],
    ['return request', {}],
    ['return { ...request }', {}],
    ['request.body.a; request.rawBody[0]; request.queries.q', {}],
    ['return {}', {}],
    [
      'request.method = "PUT"; request.port = 8443; request.host = "b.test"; request.scheme = "http"',
      { method: 'PUT', port: 8443, host: 'b.test', scheme: 'http' },
    ],
    ['return { path: "/other" }', { path: '/other' }],
    ['return { ...request, path: "/other" }', { path: '/other' }],
    ['request.queries.s = "é&"', { query: 'q=1&q=2&r=x+y&s=%C3%A9%26' }],
    ['delete request.queries.q', { query: 'r=x+y' }],
    ['request.queries = {}', { query: '' }],
    ['request.headers["x-new"] = 1', { headers: [...lines, ['x-new', '1']] }],
    ['request.headers["x-many"] = "3"', { headers: [lines[0], lines[1], ['x-many', '3']] }],
    ['request.headers["HOST"] = ["b", "c"]', { headers: [['HOST', 'b'], ['HOST', 'c'], ...lines.slice(1)] }],
    ['delete request.headers["x-MANY"]', { headers: lines.slice(0, 2) }],
    [
      'request.headers = { a: "1", b: ["2", "3"] }',
      {
        headers: [
          ['a', '1'],
          ['b', '2'],
          ['b', '3'],
        ],
      },
    ],
    [
      'request.headers = [{ name: "a", value: "1" }, { name: "A", value: 2 }]',
      {
        headers: [
          ['a', '1'],
          ['A', '2'],
        ],
      },
    ],
    ['request.body.a = 2', { body: '{"a":2}' }],
    ['return { ...request, body: { b: [1] } }', { body: '{"b":[1]}' }],
    ['request.body = "text"', { body: 'text' }],
    ['request.body = null', { body: '' }],
    ['request.body = new TextEncoder().encode("é")', { body: Buffer.from('é') }],
    ['request.rawBody[0] = 91', { body: Buffer.from('[ "a": 1 }') }],
    ['request.rawBody = new Uint8Array([65])', { body: Buffer.from('A') }],
  ])('%s', async (code, changes: Record<string, unknown>) => {
    expect(await onRequest(code)).toEqual({ type: 'request', changes });
  });

  test.each([
    ['return null', { type: 'block' }],
    [
      'return { statusCode: 404, headers: { a: "b" }, body: "gone" }',
      {
        type: 'respond',
        response: { statusCode: 404, statusPhrase: '', headers: [['a', 'b']], body: 'gone' },
      },
    ],
    [
      'return { statusCode: 200, body: { ok: true } }',
      {
        type: 'respond',
        response: {
          statusCode: 200,
          statusPhrase: '',
          headers: [['Content-Type', 'application/json']],
          body: '{"ok":true}',
        },
      },
    ],
    ['return 5', 'TypeError: onRequest returned a number; return the request, a response, null, or nothing'],
    ['request.port = 70000', 'TypeError: request.port must be a whole number from 1 to 65535'],
    ['request.port = "80"', 'TypeError: request.port must be a whole number from 1 to 65535'],
    ['request.method = "A B"', 'TypeError: request.method must be the name of a method'],
    [
      'request.path = "a\\r\\nb"',
      'TypeError: request.path must be text that begins with / and holds no space, ? or #',
    ],
    ['request.host = "a b"', 'TypeError: request.host must be a host name or an IP address'],
    ['request.headers = 5', 'TypeError: request.headers must be an object'],
    ['return { statusCode: 20 }', 'TypeError: response.statusCode must be a whole number from 200 to 599'],
  ])('%s: %j', async (code, expected) => {
    expect(await onRequest(code)).toEqual(expected);
  });

  test.each([
    ['application/json', '[1]', 'Array.isArray(request.body)'],
    ['application/problem+json; charset=utf-8', '{"a":1}', 'request.body.a === 1'],
    ['application/json', 'no json', 'request.body === "no json"'],
    [
      'application/x-www-form-urlencoded',
      'a=1&a=2&__proto__=x&b=c+d',
      'request.body.a[1] === "2" && request.body.b === "c d" && Object.keys(request.body).length === 3',
    ],
    ['text/plain; charset=iso-8859-1', Buffer.from([0xe9]), 'request.body === "é"'],
    ['text/plain; charset=nonsense', 'x', 'request.body instanceof Uint8Array'],
    ['application/xml', '<a/>', 'request.body === "<a/>"'],
    ['image/png', Buffer.from([1, 2, 255]), 'request.body instanceof Uint8Array && request.body[2] === 255'],
    ['text/plain', 'a\0b\u{1f600}', 'request.body === "a\\0b\\u{1f600}"'],
    ['text/plain', '', 'request.body === null && request.rawBody.length === 0'],
  ])('a body of %s (%#)', async (type, body, condition) => {
    const changed = { ...typed(type), body: Buffer.from(body) };
    expect(await onRequest(`throw ${condition}`, changed)).toBe('Error: true');
    expect(await onRequest('request.body; request.rawBody', changed)).toEqual({
      type: 'request',
      changes: {},
    });
  });

  test('a form stays a form', async () => {
    const form = { ...typed('application/x-www-form-urlencoded'), body: Buffer.from('a=1') };
    expect(await onRequest('request.body.b = ["x y", "&"]', form)).toEqual({
      type: 'request',
      changes: { body: 'a=1&b=x+y&b=%26' },
    });
  });
});

describe('onResponse', () => {
  test.each([
    ['', {}],
    ['response.body', {}],
    [
      'await null; response.statusCode = 201; response.statusPhrase = "Made"',
      { statusCode: 201, statusPhrase: 'Made' },
    ],
    ['return { body: request.method + response.body }', { body: 'POSThello' }],
    ['request.path = "/x"', {}],
    ['response.headers["content-type"] = "text/html"', { headers: [['content-type', 'text/html']] }],
  ])('%s', async (code, changes) => {
    expect(await onResponse(code)).toEqual({ type: 'response', changes });
  });

  test('null is not a response', async () => {
    expect(await onResponse('return null')).toBe(
      'TypeError: onResponse returned null; return the response, or nothing',
    );
  });
});

describe('onWebSocketMessage', () => {
  const message = async (body: string, data: string | Uint8Array = 'hi'): Promise<unknown> =>
    answerOf(
      await call('onWebSocketMessage', `function onWebSocketMessage(context, url, message) { ${body} }`, {
        message: { direction: 'sent', data },
      }),
    );

  test.each([
    ['', { type: 'message' }],
    ['return message', { type: 'message' }],
    ['message.data += message.direction', { type: 'message', data: 'hisent' }],
    ['return "other"', { type: 'message', data: 'other' }],
    ['return ""', { type: 'message', data: '' }],
    ['return { data: { a: 1 } }', { type: 'message', data: '{"a":1}' }],
    ['return new Uint8Array([1])', { type: 'message', data: Buffer.from([1]) }],
    ['return null', { type: 'drop' }],
    [
      'return 5',
      'TypeError: onWebSocketMessage returned a number; return the message, text, bytes, null, or nothing',
    ],
  ])('%s', async (code, expected) => {
    expect(await message(code)).toEqual(expected);
  });

  test('bytes are bytes', async () => {
    expect(await message('message.data[0] += 1', Buffer.from([1, 2]))).toEqual({
      type: 'message',
      data: Buffer.from([2, 2]),
    });
  });
});

describe('onServerEvent', () => {
  const given = { event: 'message', data: 'a\nb', id: '', retry: null };
  test.each([
    ['', { type: 'event', changes: {} }],
    [
      'event.data = event.data.toUpperCase(); event.retry = 5',
      { type: 'event', changes: { data: 'A\nB', retry: 5 } },
    ],
    ['return { ...event, data: { a: 1 } }', { type: 'event', changes: { data: '{"a":1}' } }],
    ['return null', { type: 'drop' }],
    ['event.id = "a\\nb"', 'TypeError: event.id must be a single line'],
    ['event.retry = -1', 'TypeError: event.retry must be a whole number of milliseconds, or null'],
    ['return "x"', 'TypeError: onServerEvent returned a string; return the event, null, or nothing'],
  ])('%s', async (code, expected) => {
    const result = await call('onServerEvent', `function onServerEvent(context, url, event) { ${code} }`, {
      event: given,
    });
    expect(answerOf(result)).toEqual(expected);
  });
});

describe('sharedState', () => {
  const path = async (script: CompiledScript): Promise<unknown> => {
    const answer = answerOf(await runtime.call(script, 'onRequest', { context, url, request }));
    return typeof answer === 'object' && answer.type === 'request' ? answer.changes.path : answer;
  };
  const counter =
    'function onRequest(c, u, request) { sharedState.n = (sharedState.n ?? 0) + 1; request.path = `/${sharedState.n}` }';

  test('is one for all scripts of a runtime, and none of another', async () => {
    const [a, b] = [await compiled(counter), await compiled(`${counter} //`)];
    expect([await path(a), await path(a), await path(b), await path(a), await path(b)]).toEqual([
      '/1',
      '/2',
      '/3',
      '/4',
      '/5',
    ]);
    runtime = new ScriptRuntime({ sandbox, limits: LIMITS });
    expect(await path(await compiled(counter))).toBe('/1');
  });

  test('counts calls that are under way together', async () => {
    const [a, b] = [await compiled(counter), await compiled(counter)];
    const paths = await Promise.all(Array.from({ length: 30 }, (_, index) => path(index % 2 === 0 ? a : b)));
    expect(new Set(paths).size).toBe(30);
  });

  test('the state that a failed call has written is discarded', async () => {
    const script = await compiled(
      'function onRequest(c, u, request) { sharedState.n = (sharedState.n ?? 0) + 1; request.path = `/${sharedState.n}`; if (u === "fail") throw 1 }',
    );
    expect(await path(script)).toBe('/1');
    await runtime.call(script, 'onRequest', { context, url: 'fail', request });
    expect(await path(script)).toBe('/2');
  });

  test('outlives the thread', { tags: ['full'] }, async () => {
    const script = await compiled(counter);
    expect(await path(script)).toBe('/1');
    const hung = await sandbox.run({
      setup: 'plain',
      script: 'function main() { return [].indexOf.call({ length: 2 ** 53 - 1 }, 1) }',
      call: 'main',
      limits: { timeoutMs: 50 },
    });
    expect(hung.outcome).toEqual({ type: 'timeout' });
    expect(await path(script)).toBe('/2');
  });
});

describe('the globals', () => {
  test.each([
    ['hash.md5("a")', '0cc175b9c0f1b6a831c399e269772661'],
    ['hash.sha1("")', 'da39a3ee5e6b4b0d3255bfef95601890afd80709'],
    ['hash.sha256(new Uint8Array([97]), "base64")', 'ypeBEsobvcr6wjGzmiPcTaeG7/gUfE5yuYB3ha/uSLs='],
    ['hash.sha512("a", "bytes").length', '64'],
    [
      'hash.hmac("sha256", "key", "data")',
      '5031fe3d989c6d1537a013fa6e739da23463fdaec3b70137d828e36ace221bd0',
    ],
    ['base64.encode("é?>")', 'w6k/Pg=='],
    ['base64.encodeUrl("é?>")', 'w6k_Pg'],
    ['base64.decode("w6k_Pg") + base64.decode("w6k/Pg==")', 'é?>é?>'],
    ['base64.decodeBytes("AQL/").join()', '1,2,255'],
    ['btoa("\\xff\\0a")', '/wBh'],
    ['[...atob("/wBh")].map((c) => c.charCodeAt()).join()', '255,0,97'],
    [
      '/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(uuid()) && uuid() !== uuid()',
      'true',
    ],
    ['new TextDecoder().decode(new TextEncoder().encode("\\u{1f600}\\0"))', '\u{1f600}\0'],
    ['new TextDecoder("utf-16le").decode(new Uint8Array([65, 0]))', 'A'],
    [
      '(() => { try { new TextDecoder("utf-8", { fatal: true }).decode(new Uint8Array([255])) } catch (e) { return e.message } })()',
      'the bytes are not valid utf-8',
    ],
    ['new URL("../c?d=1#e", "https://u:p@a.test:8080/a/b").href', 'https://u:p@a.test:8080/c?d=1#e'],
    [
      '(() => { const u = new URL("http://a.test/?a=1"); u.searchParams.append("b", "x y"); u.port = 81; u.pathname = "/é"; return u + "" })()',
      'http://a.test:81/%C3%A9?a=1&b=x+y',
    ],
    [
      '(() => { const u = new URL("http://a.test/?a=1"); u.search = "?z=2"; return u.searchParams.get("z") + u.searchParams.has("a") + u.origin })()',
      '2falsehttp://a.test',
    ],
    ['[...new URLSearchParams("a=1&b=%C3%A9&a=%zz")].join("|")', 'a,1|b,é|a,%zz'],
    [
      '(() => { const p = new URLSearchParams({ b: 2, a: 1 }); p.sort(); p.set("b", 3); p.delete("a"); return p + "" + p.size })()',
      'b=31',
    ],
    ['env.STAGE + env.deep.a + Object.isFrozen(env.deep)', 'test1true'],
  ])('%s', async (expression, expected) => {
    expect(await onRequest(`throw String(${expression})`)).toBe(`Error: ${expected}`);
  });
});
