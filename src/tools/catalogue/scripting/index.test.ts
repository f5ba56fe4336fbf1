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
import { startTool, createRule } from '../../../../test/helpers/started-tool.ts';
import type { HeldMessage } from '../../../proxy/hooks.ts';
import type { RecordMatch } from '../../contract.ts';
import { scripting } from './index.ts';

type Given = Readonly<Record<string, unknown>>;
type ScriptTool = ReturnType<typeof startScripts>;

// One tool for all tests, since a sandbox is slow to start. They share its state and its log.
const shared = startTool(scripting, []);
afterAll(() => shared.running.close?.());

function startScripts(...given: readonly Given[]) {
  const rules = given.map((rule) => createRule(scripting, { name: 's', timeoutMs: 10_000, ...rule }));
  const before = shared.services.scriptLog.entries(1000).length;
  shared.running.update(rules, true);
  const list: string[] = [];
  const recordMatch: RecordMatch = (rule, note) =>
    void list.push(note === undefined ? rule.name : `${rule.name}: ${note}`);
  return {
    running: shared.running,
    matches: rules.map((rule) => ({ rule, captures: [] })),
    recordMatch,
    list,
    before,
  };
}

async function request({ running, matches, recordMatch }: ScriptTool, given: GivenRequest = {}) {
  const exchange = new TestExchange(given);
  const verdict = await running.request?.(exchange, matches, recordMatch);
  return { verdict, request: exchange.request, exchange };
}

async function response(
  { running, matches, recordMatch }: ScriptTool,
  given: GivenResponse = {},
  exchange = new TestExchange(),
) {
  // Scripts are compiled when the request passes.
  await running.request?.(exchange, matches, recordMatch);
  const tool = new TestResponse(given);
  expect(await running.response?.(exchange, tool, matches, recordMatch)).toBeUndefined();
  return tool;
}

const logged = ({ before }: ScriptTool): readonly string[] =>
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
  test('gets the request', async () => {
    const tool = startScripts(onRequest('console.log(JSON.stringify([context, url, request]))'));
    await request(tool, {
      method: 'POST',
      url: 'https://a.test:8443/x/y?a=1&a=2',
      fields: [
        ['Host', 'a.test:8443'],
        ['Content-Type', 'application/json'],
      ],
      body: '{"n":1}',
    });
    const [line = ''] = logged(tool);
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
    expect(tool.list).toEqual(['s']);
  });

  test('can change every part', async () => {
    const { request: sent } = await request(
      startScripts(
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
    const { request: sent } = await request(startScripts(onRequest(code)), { url: 'https://a.test/x' });
    expect(`${sent.target.scheme}://${sent.target.host}:${sent.target.port}${sent.path}`).toBe(url);
    expect(sent.fields.find(([name]) => /host/i.test(name))?.[1]).toBe(host);
  });

  test('leaves an unchanged message byte for byte', async () => {
    const fields = [['Content-Type', 'application/json']] as const;
    const { request: sent } = await request(startScripts(onRequest('request.body.n; return request')), {
      fields,
      body: '{ "n":1 }',
    });
    expect(sent.replaced).toBeNull();
    expect(sent.fields).toEqual(fields);
  });

  test('responds with 403 for null', async () => {
    const tool = startScripts({ ...onRequest('return null'), name: 'no "x"' }, onRequest('console.log(1)'));
    const { verdict } = await request(tool);
    expect(verdict).toMatchObject({ type: 'respond', response: { status: 403 } });
    expect(logged(tool)).toEqual([]);
  });

  test('responds with a returned response when mock is on', async () => {
    const rule = onRequest("return { statusCode: 201, headers: { 'X-A': '1' }, body: { ok: true } }");
    const { verdict } = await request(startScripts({ ...rule, mock: true }));
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
    const tool = startScripts(rule);
    expect((await request(tool)).verdict).toBeUndefined();
    expect(logged(tool)).toEqual([
      'warn s: onRequest returned a response, which is sent only when the rule has mock on',
    ]);
    expect((await request(startScripts({ ...onRequest(''), mock: true }))).verdict).toBeUndefined();
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
  ])('that fails leaves the request unchanged: %s', async (code, line) => {
    const tool = startScripts(onRequest(`request.method = 'PUT'; ${code}`));
    const { request: sent, verdict } = await request(tool);
    expect([verdict, sent.method, sent.path]).toEqual([undefined, 'GET', '/']);
    expect(logged(tool)[0]).toContain(line);
    expect(tool.list).toEqual([expect.stringContaining(line.replace(/^error s: (?:onRequest: )?/, ''))]);
    expect(tool.list[0]).toMatch(/^s: the script failed: /);
  });

  test('that never ends is terminated, without delaying other requests', async () => {
    const tool = startScripts({ ...onRequest('console.log("begun"); for (;;);'), timeoutMs: 200 });
    await Promise.all(Array.from({ length: 10 }, () => request(tool)));
    const lines = logged(tool);
    expect(lines.filter((line) => line === 'error s: onRequest: it did not end within 200 ms')).toHaveLength(
      10,
    );
    expect(lines.filter((line) => line === 'log s: begun').length).toBeLessThan(10);
  });

  test('is skipped when the body is too large to buffer', async () => {
    const tool = startScripts(onRequest('console.log(1)'));
    await request(tool, { tooLarge: true });
    expect(tool.list).toEqual(['s: body too large']);
    expect(logged(tool)).toEqual([]);
  });
});

describe('onResponse', () => {
  test('gets request and response', async () => {
    const tool = startScripts(
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
    await response(tool, { fields: [['Content-Type', 'text/plain']], body: 'hi' }, exchange);
    const [line = ''] = logged(tool);
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

  test('gets the captured part of a request that was not buffered', async () => {
    const tool = startScripts(onResponse('console.log(request.body)'));
    const flow = capturedFlow({ request: { head: ['POST / HTTP/1.1'], body: 'captured' } });
    await response(
      tool,
      {},
      new TestExchange({ fields: [['Content-Type', 'text/plain']], tooLarge: true, flow }),
    );
    expect(logged(tool)).toEqual(['log s: captured']);
  });

  test('can change every part', async () => {
    const tool = await response(
      startScripts(
        onResponse(`response.statusCode = 404; response.headers['X-A'] = '1'; response.body = 'other'`),
      ),
      { body: 'x' },
    );
    expect(tool).toMatchObject({ status: 404, reason: 'Not Found', fields: [['X-A', '1']] });
    expect(tool.replaced?.toString()).toBe('other');
    const withReason = await response(
      startScripts(onResponse(`response.statusCode = 404; response.statusPhrase = 'Gone'`)),
    );
    expect(withReason).toMatchObject({ status: 404, reason: 'Gone' });
  });

  test.each([
    ['response.body = "caf\u00e9"', 'text/plain; charset=utf-8'],
    ['response.body = "plain"', 'text/plain; charset=iso-8859-1'],
    ['response.body = new Uint8Array([233])', 'text/plain; charset=iso-8859-1'],
  ])('sends text in UTF-8, and says so: %s', async (code, type) => {
    const fields = [['Content-Type', 'text/plain; charset=iso-8859-1']] as const;
    const tool = await response(startScripts(onResponse(code)), { fields, body: 'x' });
    expect(tool.fields).toEqual([['Content-Type', type]]);
  });

  test('that fails leaves the response unchanged', async () => {
    const tool = startScripts(onResponse('response.statusCode = 500; throw 1'));
    expect(await response(tool, { body: 'x' })).toMatchObject({ status: 200, replaced: null });
    expect(tool.list).toEqual(['s: the script failed: Error: 1']);
  });

  test('is skipped when the body is too large to buffer, and for WebSockets', async () => {
    const tool = startScripts(onResponse('console.log(1)'));
    await response(tool, { tooLarge: true });
    await response(tool, { isEventStream: true });
    await response(tool, { status: 101 });
    expect(tool.list).toEqual(['s: body too large', 's: an event stream is not buffered']);
    expect(logged(tool)).toEqual([]);
  });
});

test('functions that a rule does not enable are not run, and bodies not buffered', async () => {
  const code = 'function onRequest() { console.log(1) } function onResponse() { console.log(2) }';
  const disabled = startScripts({ code, runOnRequest: false, runOnResponse: false });
  const { request: sent } = await request(disabled, { body: 'x' });
  const received = await response(disabled, { body: 'x' });
  expect([sent.holds, received.holds, logged(disabled), disabled.list]).toEqual([0, 0, [], []]);
  const responseOnly = startScripts({ code: 'function onResponse() {}' });
  expect((await request(responseOnly, { body: 'x' })).request.holds).toBe(0);
});

test('scripts run in order and share a state', async () => {
  const tool = startScripts(
    onRequest("sharedState = { n: (sharedState.n ?? 0) + 1 }; request.headers['X'] = 'one'"),
    onRequest("request.headers['X'] += ' two ' + sharedState.n"),
  );
  await request(tool, { fields: [] });
  const { request: sent } = await request(tool, { fields: [] });
  expect(sent.fields).toEqual([['X', 'one two 2']]);
});

describe('messages of a WebSocket', () => {
  const flow = capturedFlow({ id: 4 });
  const text = (data: string): HeldMessage => ({ direction: 'sent', kind: 'text', data });

  async function message(tool: ScriptTool, given: HeldMessage) {
    await request(tool);
    expect(tool.running.watchesWebSocket?.(flow, tool.matches)).toBe(true);
    return tool.running.webSocketMessage?.(flow, given, tool.matches, tool.recordMatch);
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
  ])('%j', async (code, expected) => {
    expect(await message(startScripts(onMessage(code)), text('a'))).toEqual(expected);
  });

  test('may be binary, and pass from script to script', async () => {
    const bytes: HeldMessage = { direction: 'received', kind: 'binary', data: Buffer.from([1, 2]) };
    const tool = startScripts(
      onMessage('return message.data.map((byte) => byte + 1)'),
      onMessage('return message.data.length + message.direction'),
    );
    expect(await message(tool, bytes)).toEqual({ direction: 'received', kind: 'text', data: '2received' });
  });

  test('are not intercepted without the function', async () => {
    const tool = startScripts(onRequest(''));
    await request(tool);
    expect(tool.running.watchesWebSocket?.(flow, tool.matches)).toBe(false);
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
  ])('%j', async (code, expected) => {
    const tool = startScripts(onEvent(code));
    const stream = await response(tool, { isEventStream: true });
    expect(await stream.onEvent?.(event)).toEqual(expected);
    expect(tool.list).toEqual(code === 'throw 1' ? ['s', 's: the script failed'] : ['s']);
  });

  test('pass from script to script', async () => {
    const tool = startScripts(
      onEvent('event.data += "b"'),
      onEvent('event.data += "c"'),
      onEvent('return null'),
    );
    const stream = await response(tool, { isEventStream: true });
    expect(await stream.onEvent?.(event)).toBeNull();
    const two = await response(startScripts(onEvent('event.data += "b"'), onEvent('event.data += "c"')), {
      isEventStream: true,
    });
    expect(await two.onEvent?.(event)).toEqual({ ...event, data: 'abc' });
  });

  test('are not intercepted without the function, or when responses are not', async () => {
    expect((await response(startScripts(onRequest('')), { isEventStream: true })).onEvent).toBeNull();
    const disabled = startScripts({ ...onEvent(''), runOnResponse: false });
    expect((await response(disabled, { isEventStream: true })).onEvent).toBeNull();
  });
});

describe('the log', () => {
  test('has the console output with its level and the name of the rule', async () => {
    const tool = startScripts({ ...onRequest('console.log("a", {b: 1}); console.error("c")'), name: 'mine' });
    await request(tool);
    expect(logged(tool)).toEqual(['log mine: a {"b":1}', 'error mine: c']);
  });

  test('is limited to 100 lines per second', async () => {
    const tool = startScripts(onRequest('for (let i = 0; i < 150; i += 1) console.log(i)'));
    await request(tool);
    const lines = logged(tool);
    expect(lines).toHaveLength(101);
    expect(lines.at(-1)).toBe('warn s: More than 100 lines in a second: the rest is dropped.');
  });

  test('has the error of a script that cannot be loaded once; each flow notes it', async () => {
    const tool = startScripts({ code: 'nothing.here; function onRequest() {}' });
    await request(tool);
    await request(tool);
    expect(logged(tool)).toHaveLength(1);
    expect(logged(tool)[0]).toMatch(/^error s: the script cannot be used: ReferenceError: .* \(line 1/);
    const note = "s: the script cannot be used: ReferenceError: 'nothing' is not defined (line 1, column 1)";
    expect(tool.list).toEqual([note, note]);
  });

  test('is not needed for a syntax error: the rule is refused', () => {
    const code = 'function onRequest() {\n  return }}';
    expect(() => createRule(scripting, { code })).toThrow(
      "give a script without syntax errors: Unexpected token '}' (line 2, column 11)",
    );
  });
});

describe('the code', () => {
  test('is compiled once until it changes', async () => {
    const rule = {
      id: 'r',
      name: 'r',
      code: 'console.log("loaded"); let n = 0; function onRequest() { n += 1; console.log(n) }',
    };
    const tool = startScripts(rule);
    await request(tool);
    tool.running.update([createRule(scripting, { ...rule, name: 'renamed' })], true);
    await request(tool);
    expect(logged(tool)).toEqual(['log r: loaded', 'log r: 1', 'log renamed: 2']);
    tool.running.update(
      [createRule(scripting, { ...rule, code: 'function onRequest() { console.log("new") }' })],
      true,
    );
    await request(tool);
    expect(logged(tool).at(-1)).toBe('log r: new');
  });

  test('of a deleted rule is not run', async () => {
    const tool = startScripts(onRequest('console.log(1)'));
    tool.running.update([], true);
    await request(tool);
    expect(logged(tool)).toEqual([]);
  });

  test('that is empty does nothing', async () => {
    const tool = startScripts({ code: ' ' });
    expect((await request(tool)).verdict).toBeUndefined();
    expect(tool.list).toEqual([]);
  });
});

describe('a file', () => {
  const home = temporaryHome();
  const file = join(home.path, 'script.js');
  const scriptThatLogs = (text: string): string =>
    `function onRequest(context) { console.log(${JSON.stringify(text)}, context.scriptName) }`;
  afterAll(() => home.remove());

  async function waitForChange(tool: ScriptTool): Promise<void> {
    await setTimeout(20);
    await request(tool);
  }

  /** Runs the script until it logs another text, and returns that. */
  async function nextText(tool: ScriptTool): Promise<string> {
    const before = logged(tool).at(-1);
    while (logged(tool).at(-1) === before) await waitForChange(tool);
    return logged(tool).at(-1) ?? '';
  }

  test('is reloaded when it changes; an unreadable file leaves the previous script', async () => {
    const other = temporaryHome();
    const path = join(other.path, 'script.js');
    const write = (text: string): void => {
      writeFileSync(`${path}.new`, scriptThatLogs(text));
      renameSync(`${path}.new`, path);
    };
    const tool = startScripts({ filePath: path, code: scriptThatLogs('not this') });
    await request(tool);
    expect(logged(tool)).toEqual([`error s: the file ${path} cannot be read: there is no such file`]);
    write('first');
    expect(await nextText(tool)).toBe('log s: first script.js');
    write('second');
    expect(await nextText(tool)).toBe('log s: second script.js');
    rmSync(path);
    const missingNotice = `error s: the file ${path} cannot be read: there is no such file; the content read before stays in use`;
    while (!logged(tool).includes(missingNotice)) await waitForChange(tool);
    expect(logged(tool).at(-1)).toBe('log s: second script.js');
    other.remove();
  });

  test('that is not a file, or too large, is reported', async () => {
    const folder = startScripts({ filePath: home.path });
    await request(folder);
    expect(logged(folder)).toEqual([`error s: the file ${home.path} cannot be read: it is not a file`]);
    writeFileSync(file, 'x'.repeat(2 ** 20 + 1));
    const large = startScripts({ filePath: file });
    await request(large);
    expect(logged(large)).toEqual([
      `error s: the file ${file} cannot be read: it is larger than 1048576 bytes`,
    ]);
  });
});

test.each([{ code: 1 }, { filePath: 'x.js' }, { timeoutMs: 0 }, { timeoutMs: 1e6 }, { mock: 'yes' }])(
  'rejects %j',
  (given) => expect(() => createRule(scripting, given)).toThrow(/give /),
);

test('a new rule has a script that changes nothing', async () => {
  const tool = startScripts(scripting.starter ?? {});
  const { request: sent } = await request(tool, { body: 'x' });
  const received = await response(tool, { body: 'x' });
  expect([sent.replaced, received.replaced, logged(tool)]).toEqual([null, null, []]);
  expect(tool.list).toEqual(['s', 's', 's']);
});

test('a tool that is closed while a script is compiled reports nothing', async () => {
  const { running, services } = startTool(scripting, [{ code: 'function onRequest() {}' }]);
  await running.close?.();
  expect(services.scriptLog.entries(1000)).toEqual([]);
});
