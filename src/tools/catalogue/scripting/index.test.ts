import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import { capturedFlow } from '../../../../test/helpers/flows.ts';
import {
  TestExchange,
  TestResponse,
  type GivenRequest,
  type GivenResponse,
} from '../../../../test/helpers/interception.ts';
import { temporaryHome } from '../../../../test/helpers/home.ts';
import { atWork, madeRule } from '../../../../test/helpers/tool-at-work.ts';
import type { HeldMessage } from '../../../proxy/hooks.ts';
import type { RecordMatch } from '../../contract.ts';
import { scripting } from './index.ts';

type Given = Readonly<Record<string, unknown>>;
type Work = ReturnType<typeof work>;

// One tool for all: a sandbox takes its time to start. Its state is shared, and its log goes on.
const shared = atWork(scripting, []);
afterAll(() => shared.running.close?.());

function work(...given: readonly Given[]) {
  const rules = given.map((rule) => madeRule(scripting, { name: 's', timeoutMs: 10_000, ...rule }));
  const before = shared.services.scriptLog.entries(1000).length;
  shared.running.update(rules, true);
  const list: string[] = [];
  const mark: RecordMatch = (rule, note) =>
    void list.push(note === undefined ? rule.name : `${rule.name}: ${note}`);
  return {
    running: shared.running,
    matches: rules.map((rule) => ({ rule, captures: [] })),
    mark,
    list,
    before,
  };
}

async function request({ running, matches, mark }: Work, given: GivenRequest = {}) {
  const exchange = new TestExchange(given);
  const verdict = await running.request?.(exchange, matches, mark);
  return { verdict, request: exchange.request, exchange };
}

async function response(
  { running, matches, mark }: Work,
  given: GivenResponse = {},
  exchange = new TestExchange(),
) {
  // Scripts are made ready when the request passes.
  await running.request?.(exchange, matches, mark);
  const made = new TestResponse(given);
  expect(await running.response?.(exchange, made, matches, mark)).toBeUndefined();
  return made;
}

const logged = ({ before }: Work): readonly string[] =>
  shared.services.scriptLog
    .entries(1000)
    .slice(before)
    .map(({ level, script, message }) => `${level} ${script}: ${message}`);

const onRequest = (body: string): Given => ({
  code: `function onRequest(context, url, request) { ${body} }`,
});
const onResponse = (body: string): Given => ({
  code: `function onResponse(context, url, request, response) { ${body} }`,
});

describe('onRequest', () => {
  test('sees the request', async () => {
    const made = work(onRequest('console.log(JSON.stringify([context, url, request]))'));
    await request(made, {
      method: 'POST',
      url: 'https://a.test:8443/x/y?a=1&a=2',
      fields: [
        ['Host', 'a.test:8443'],
        ['Content-Type', 'application/json'],
      ],
      body: '{"n":1}',
    });
    const [line = ''] = logged(made);
    expect(JSON.parse(line.slice(line.indexOf('[')))).toEqual([
      {
        scriptName: 's',
        matchingRule: 's',
        flow: { id: '7', app: 'curl', clientIP: '127.0.0.1', serverIP: null },
      },
      'https://a.test:8443/x/y?a=1&a=2',
      expect.objectContaining({
        method: 'POST',
        scheme: 'https',
        host: 'a.test',
        port: 8443,
        path: '/x/y',
        queries: { a: ['1', '2'] },
        headers: { Host: 'a.test:8443', 'Content-Type': 'application/json' },
        body: { n: 1 },
      }),
    ]);
    expect(made.list).toEqual(['s']);
  });

  test('changes every part', async () => {
    const { request: sent } = await request(
      work(
        onRequest(`
          request.method = 'PUT'; request.scheme = 'http'; request.host = 'b.test'; request.path = '/z';
          request.queries.b = '2'; request.headers['X-A'] = '1'; delete request.headers.accept; request.body.n = 2;`),
      ),
      {
        method: 'POST',
        url: 'https://a.test/x?a=1',
        fields: [
          ['Host', 'a.test'],
          ['Accept', '*/*'],
          ['Content-Type', 'application/json'],
          ['Content-Encoding', 'gzip'],
        ],
        body: '{"n": 1}',
      },
    );
    expect(sent).toMatchObject({
      method: 'PUT',
      target: { scheme: 'http', host: 'b.test', port: 80 },
      path: '/z?a=1&b=2',
      fields: [
        ['Host', 'b.test'],
        ['Content-Type', 'application/json'],
        ['X-A', '1'],
      ],
    });
    expect(sent.replaced?.toString()).toBe('{"n":2}');
  });

  test.each([
    ["request.port = 8080; request.headers.host = 'c.test'", 'https://a.test:8080/x', 'c.test'],
    ['request.port = 8080', 'https://a.test:8080/x', 'a.test:8080'],
    ["request.host = '::1'", 'https://::1:443/x', '[::1]'],
    ["request.scheme = 'http'; request.port = 443", 'http://a.test:80/x', 'a.test'],
    ["request.path = '/q'", 'https://a.test:443/q', 'a.test'],
  ])('%s leads to %s, Host %s', async (code, url, host) => {
    const { request: sent } = await request(work(onRequest(code)), { url: 'https://a.test/x' });
    expect(`${sent.target.scheme}://${sent.target.host}:${sent.target.port}${sent.path}`).toBe(url);
    expect(sent.fields.find(([name]) => /host/i.test(name))?.[1]).toBe(host);
  });

  test('leaves what it does not change byte for byte', async () => {
    const fields = [['Content-Type', 'application/json']] as const;
    const { request: sent } = await request(work(onRequest('request.body.n; return request')), {
      fields,
      body: '{ "n":1 }',
    });
    expect(sent.replaced).toBeNull();
    expect(sent.fields).toEqual(fields);
  });

  test('answers 403 with null', async () => {
    const made = work({ ...onRequest('return null'), name: 'no "x"' }, onRequest('console.log(1)'));
    const { verdict } = await request(made);
    expect(verdict).toMatchObject({ type: 'respond', response: { status: 403 } });
    expect(logged(made)).toEqual([]);
  });

  test('answers with a response where mock is on', async () => {
    const rule = onRequest("return { statusCode: 201, headers: { 'X-A': '1' }, body: { ok: true } }");
    const { verdict } = await request(work({ ...rule, mock: true }));
    expect(verdict).toEqual({
      type: 'respond',
      response: {
        status: 201,
        reason: '',
        fields: [
          ['X-A', '1'],
          ['Content-Type', 'application/json'],
        ],
        body: Buffer.from('{"ok":true}'),
      },
    });
    const made = work(rule);
    expect((await request(made)).verdict).toBeUndefined();
    expect(logged(made)).toEqual([
      'warn s: onRequest returned a response, which is sent only when the rule has mock on',
    ]);
    expect((await request(work({ ...onRequest(''), mock: true }))).verdict).toBeUndefined();
  });

  test.each([
    ['throw new Error("no")', 'error s: onRequest: Error: no (line 1'],
    ['request.host = "a b"', 'error s: onRequest: TypeError: request.host must be a host name'],
    ['request.host = "300.1.1.1"', 'error s: onRequest: "300.1.1.1" is not a host'],
    ['return 1', 'error s: onRequest: TypeError: onRequest returned a number'],
    [
      'const all = []; for (;;) all.push(new Array(1e6).fill(1));',
      'error s: onRequest: it ran out of memory',
    ],
  ])('that fails leaves the request alone: %s', async (code, line) => {
    const made = work(onRequest(`request.method = 'PUT'; ${code}`));
    const { request: sent, verdict } = await request(made);
    expect([verdict, sent.method, sent.path]).toEqual([undefined, 'GET', '/']);
    expect(logged(made)[0]).toContain(line);
    expect(made.list).toEqual(['s: the script failed']);
  });

  test('that never ends is stopped, and those who wait for it do not wait for each other', async () => {
    const made = work({ ...onRequest('console.log("begun"); for (;;);'), timeoutMs: 200 });
    await Promise.all(Array.from({ length: 10 }, () => request(made)));
    const lines = logged(made);
    expect(lines.filter((line) => line === 'error s: onRequest: it did not end within 200 ms')).toHaveLength(
      10,
    );
    expect(lines.filter((line) => line === 'log s: begun').length).toBeLessThan(10);
  });

  test('is skipped where the body cannot be held', async () => {
    const made = work(onRequest('console.log(1)'));
    await request(made, { tooLarge: true });
    expect(made.list).toEqual(['s: body too large']);
    expect(logged(made)).toEqual([]);
  });
});

describe('onResponse', () => {
  test('sees request and response', async () => {
    const made = work(
      onResponse('console.log(JSON.stringify([url, request.method, request.body, response]))'),
    );
    const sent = { head: ['POST /x HTTP/1.1', 'Content-Type: text/plain'], body: 'asked' };
    const flow = capturedFlow({ request: sent });
    const exchange = new TestExchange({
      method: 'POST',
      url: 'http://a.test/x',
      fields: [['Content-Type', 'text/plain']],
      body: 'asked',
      flow,
    });
    await response(made, { fields: [['Content-Type', 'text/plain']], body: 'hi' }, exchange);
    const [line = ''] = logged(made);
    expect(JSON.parse(line.slice(line.indexOf('[')))).toEqual([
      'http://a.test/x',
      'POST',
      'asked',
      expect.objectContaining({
        statusCode: 200,
        statusPhrase: 'OK',
        httpVersion: 'HTTP/1.1',
        headers: { 'Content-Type': 'text/plain' },
        body: 'hi',
      }),
    ]);
  });

  test('sees what was captured of a request that was not held', async () => {
    const made = work(onResponse('console.log(request.body)'));
    const flow = capturedFlow({ request: { head: ['POST / HTTP/1.1'], body: 'captured' } });
    await response(
      made,
      {},
      new TestExchange({ fields: [['Content-Type', 'text/plain']], tooLarge: true, flow }),
    );
    expect(logged(made)).toEqual(['log s: captured']);
  });

  test('changes every part', async () => {
    const made = await response(
      work(onResponse(`response.statusCode = 404; response.headers['X-A'] = '1'; response.body = 'other'`)),
      { body: 'x' },
    );
    expect(made).toMatchObject({ status: 404, reason: 'Not Found', fields: [['X-A', '1']] });
    expect(made.replaced?.toString()).toBe('other');
    const phrased = await response(
      work(onResponse(`response.statusCode = 404; response.statusPhrase = 'Gone'`)),
    );
    expect(phrased).toMatchObject({ status: 404, reason: 'Gone' });
  });

  test('that fails leaves the response alone', async () => {
    const made = work(onResponse('response.statusCode = 500; throw 1'));
    expect(await response(made, { body: 'x' })).toMatchObject({ status: 200, replaced: null });
    expect(made.list).toEqual(['s: the script failed']);
  });

  test('is skipped where the body cannot be held, and for what has become a WebSocket', async () => {
    const made = work(onResponse('console.log(1)'));
    await response(made, { tooLarge: true });
    await response(made, { isEventStream: true });
    await response(made, { status: 101 });
    expect(made.list).toEqual(['s: body too large', 's: an event stream is not buffered']);
    expect(logged(made)).toEqual([]);
  });
});

test('what a rule does not ask for is not run, and its body is not held', async () => {
  const code = 'function onRequest() { console.log(1) } function onResponse() { console.log(2) }';
  const neither = work({ code, runOnRequest: false, runOnResponse: false });
  const { request: sent } = await request(neither, { body: 'x' });
  const received = await response(neither, { body: 'x' });
  expect([sent.holds, received.holds, logged(neither), neither.list]).toEqual([0, 0, [], []]);
  const half = work({ code: 'function onResponse() {}' });
  expect((await request(half, { body: 'x' })).request.holds).toBe(0);
});

test('scripts run one after the other, and share a state', async () => {
  const made = work(
    onRequest("sharedState = { n: (sharedState.n ?? 0) + 1 }; request.headers['X'] = 'one'"),
    onRequest("request.headers['X'] += ' two ' + sharedState.n"),
  );
  await request(made, { fields: [] });
  const { request: sent } = await request(made, { fields: [] });
  expect(sent.fields).toEqual([['X', 'one two 2']]);
});

describe('messages of a WebSocket', () => {
  const flow = capturedFlow({ id: 4 });
  const text = (data: string): HeldMessage => ({ direction: 'sent', kind: 'text', data });

  async function message(made: Work, given: HeldMessage) {
    await request(made);
    expect(made.running.watchesWebSocket?.(flow, made.matches)).toBe(true);
    return made.running.webSocketMessage?.(flow, given, made.matches, made.mark);
  }
  const onMessage = (body: string): Given => ({
    code: `function onWebSocketMessage(context, url, message) { ${body} }`,
    runOnRequest: false,
  });

  test.each<[string, HeldMessage | null]>([
    ['', text('a')],
    ['return message.data + "b"', text('ab')],
    ['message.data = "c"', text('c')],
    ['return new Uint8Array([1])', { direction: 'sent', kind: 'binary', data: Buffer.from([1]) }],
    ['return null', null],
    ['throw 1', text('a')],
  ])('%j', async (code, wanted) => {
    expect(await message(work(onMessage(code)), text('a'))).toEqual(wanted);
  });

  test('may be bytes, and pass from script to script', async () => {
    const bytes: HeldMessage = { direction: 'received', kind: 'binary', data: Buffer.from([1, 2]) };
    const made = work(
      onMessage('return message.data.map((byte) => byte + 1)'),
      onMessage('return message.data.length + message.direction'),
    );
    expect(await message(made, bytes)).toEqual({ direction: 'received', kind: 'text', data: '2received' });
  });

  test('are not watched without the function', async () => {
    const made = work(onRequest(''));
    await request(made);
    expect(made.running.watchesWebSocket?.(flow, made.matches)).toBe(false);
  });
});

describe('events of a stream', () => {
  const event = { id: '1', event: 'tick', data: 'a', retry: null };
  const onEvent = (body: string): Given => ({
    code: `function onServerEvent(context, url, event) { ${body} }`,
  });

  test.each([
    ['', event],
    ['event.data += "b"; event.event = "tock"', { ...event, data: 'ab', event: 'tock' }],
    ['return null', null],
    ['throw 1', event],
  ])('%j', async (code, wanted) => {
    const made = work(onEvent(code));
    const stream = await response(made, { isEventStream: true });
    expect(await stream.onEvent?.(event)).toEqual(wanted);
    expect(made.list).toEqual(['s']);
  });

  test('pass from script to script', async () => {
    const made = work(onEvent('event.data += "b"'), onEvent('event.data += "c"'), onEvent('return null'));
    const stream = await response(made, { isEventStream: true });
    expect(await stream.onEvent?.(event)).toBeNull();
    const two = await response(work(onEvent('event.data += "b"'), onEvent('event.data += "c"')), {
      isEventStream: true,
    });
    expect(await two.onEvent?.(event)).toEqual({ ...event, data: 'abc' });
  });

  test('are not asked for without the function, or where responses are not', async () => {
    expect((await response(work(onRequest('')), { isEventStream: true })).onEvent).toBeNull();
    const off = work({ ...onEvent(''), runOnResponse: false });
    expect((await response(off, { isEventStream: true })).onEvent).toBeNull();
  });
});

describe('the log', () => {
  test('has the console with its levels, under the name of the rule', async () => {
    const made = work({ ...onRequest('console.log("a", {b: 1}); console.error("c")'), name: 'mine' });
    await request(made);
    expect(logged(made)).toEqual(['log mine: a {"b":1}', 'error mine: c']);
  });

  test('is not flooded', async () => {
    const made = work(onRequest('for (let i = 0; i < 150; i += 1) console.log(i)'));
    await request(made);
    const lines = logged(made);
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe('warn s: More than 100 lines in a second: the rest is dropped.');
  });

  test('says what is wrong with a script when the rule is saved', async () => {
    const made = work({ code: 'function onRequest( {' });
    await request(made);
    await request(made);
    expect(logged(made)).toHaveLength(1);
    expect(logged(made)[0]).toMatch(/^error s: the script cannot be used: SyntaxError: .* \(line 1/);
    expect(made.list).toEqual([]);
  });
});

describe('the code', () => {
  test('is compiled once, as long as it stays', async () => {
    const rule = {
      id: 'r',
      name: 'r',
      code: 'console.log("loaded"); let n = 0; function onRequest() { n += 1; console.log(n) }',
    };
    const made = work(rule);
    await request(made);
    made.running.update([madeRule(scripting, { ...rule, name: 'renamed' })], true);
    await request(made);
    expect(logged(made)).toEqual(['log r: loaded', 'log r: 1', 'log renamed: 2']);
    made.running.update(
      [madeRule(scripting, { ...rule, code: 'function onRequest() { console.log("new") }' })],
      true,
    );
    await request(made);
    expect(logged(made).at(-1)).toBe('log r: new');
  });

  test('of a rule that has gone is not run', async () => {
    const made = work(onRequest('console.log(1)'));
    made.running.update([], true);
    await request(made);
    expect(logged(made)).toEqual([]);
  });

  test('that is empty does nothing', async () => {
    const made = work({ code: ' ' });
    expect((await request(made)).verdict).toBeUndefined();
    expect(made.list).toEqual([]);
  });
});

describe('a file', () => {
  const home = temporaryHome();
  const file = join(home.path, 'script.js');
  const says = (text: string): string =>
    `function onRequest(context) { console.log(${JSON.stringify(text)}, context.scriptName) }`;
  afterAll(() => home.remove());

  async function again(made: Work): Promise<void> {
    await setTimeout(20);
    await request(made);
  }

  /** Runs the script until it says something else. */
  async function next(made: Work): Promise<string> {
    const before = logged(made).at(-1);
    while (logged(made).at(-1) === before) await again(made);
    return logged(made).at(-1) ?? '';
  }

  test('is read again when it has changed; what was read goes on while it cannot be', async () => {
    const other = temporaryHome();
    const path = join(other.path, 'script.js');
    const write = (text: string): void => {
      writeFileSync(`${path}.new`, says(text));
      renameSync(`${path}.new`, path);
    };
    const made = work({ filePath: path, code: says('not this') });
    await request(made);
    expect(logged(made)).toEqual([`error s: the file ${path} cannot be read: there is no such file`]);
    write('first');
    expect(await next(made)).toBe('log s: first script.js');
    write('second');
    expect(await next(made)).toBe('log s: second script.js');
    rmSync(path);
    const gone = `error s: the file ${path} cannot be read: there is no such file; the content read before stays in use`;
    while (!logged(made).includes(gone)) await again(made);
    expect(logged(made).at(-1)).toBe('log s: second script.js');
    other.remove();
  });

  test('that is none, or too large, is said so', async () => {
    const folder = work({ filePath: home.path });
    await request(folder);
    expect(logged(folder)).toEqual([`error s: the file ${home.path} cannot be read: it is not a file`]);
    writeFileSync(file, 'x'.repeat(2 ** 20 + 1));
    const large = work({ filePath: file });
    await request(large);
    expect(logged(large)).toEqual([
      `error s: the file ${file} cannot be read: it is larger than 1048576 bytes`,
    ]);
  });
});

test.each([{ code: 1 }, { filePath: 'x.js' }, { timeoutMs: 0 }, { timeoutMs: 1e6 }, { mock: 'yes' }])(
  '%j is refused',
  (given) => expect(() => madeRule(scripting, given)).toThrow(/give /),
);

test('a rule of a captured exchange has a script that runs and changes nothing', async () => {
  const made = work((await scripting.fromFlow?.(capturedFlow())) ?? {});
  const { request: sent } = await request(made, { body: 'x' });
  const received = await response(made, { body: 'x' });
  expect([sent.replaced, received.replaced, logged(made)]).toEqual([null, null, []]);
  expect(made.list).toEqual(['s', 's', 's']);
});

test('one that is closed while a script is made ready has nothing to say', async () => {
  const { running, services } = atWork(scripting, [{ code: 'function onRequest() {}' }]);
  await running.close?.();
  expect(services.scriptLog.entries(1000)).toEqual([]);
});
