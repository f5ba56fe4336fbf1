// Input that no client should send, and ends that come too early: the server answers with an error and goes on.
import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createInterface } from 'node:readline';
import { afterAll, expect, test } from 'vitest';
import { startAssistant } from '../helpers/assistant.ts';
import { startTestApp } from '../helpers/app.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';
import { until } from '../helpers/waiting.ts';
import { sampled } from '../helpers/scale.ts';

const BIN = new URL('../../bin/proxyctl.js', import.meta.url).pathname;
const own = temporaryHome();

afterAll(() => {
  own.remove();
});

interface Answer {
  readonly id?: unknown;
  readonly result?: Readonly<Record<string, unknown>>;
  readonly error?: { readonly code: number; readonly message: string };
}

interface Raw extends AsyncDisposable {
  readonly child: ChildProcessWithoutNullStreams;
  readonly answers: Answer[];
  readonly stderr: () => string;
  readonly send: (...lines: readonly (object | string)[]) => void;
  readonly answerTo: (id: unknown) => Promise<Answer>;
}

function startRaw(): Raw {
  const child = spawn(process.execPath, [BIN, 'mcp'], { env: { ...process.env, PROXYCTL_HOME: own.path } });
  const answers: Answer[] = [];
  let stderr = '';
  child.stderr.on('data', (piece: Buffer) => (stderr += piece.toString()));
  createInterface(child.stdout).on('line', (line) => answers.push(JSON.parse(line) as Answer));
  return {
    child,
    answers,
    stderr: () => stderr,
    send(...lines) {
      for (const line of lines)
        child.stdin.write(`${typeof line === 'string' ? line : JSON.stringify(line)}\n`);
    },
    async answerTo(id) {
      await until('an answer', () => answers.some((each) => each.id === id));
      return answers.find((each) => each.id === id)!;
    },
    async [Symbol.asyncDispose]() {
      const ended = child.exitCode === null ? once(child, 'exit') : null;
      child.stdin.end();
      await ended;
      expect(child.exitCode).toBe(0);
    },
  };
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 'init',
  method: 'initialize',
  params: { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
};
const LIST = { jsonrpc: '2.0', id: 'list', method: 'tools/list' };

const LINES: readonly (readonly [string, string, number])[] = [
  ['no JSON', '{"jsonrpc": "2.0", "id": 1, "method": ', -32700],
  ['text', 'hello', -32700],
  ['a batch', `[${JSON.stringify(LIST)}]`, -32600],
  ['no object', '7', -32600],
  ['no version', '{"id": 1, "method": "ping"}', -32600],
  ['no method', '{"jsonrpc": "2.0", "id": 1}', -32600],
  ['a list of parameters', '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": [1]}', -32600],
  ['an id that is an object', '{"jsonrpc": "2.0", "id": {}, "method": "ping"}', -32600],
  [
    'a line of 10 MB',
    JSON.stringify({ ...LIST, id: 'x', params: { cursor: 'x'.repeat(10_000_000) } }),
    -32600,
  ],
  ['binary', '\u0000\u0001\ufffd', -32700],
];

test.each(sampled(LINES, 3))(
  '%s is answered with an error, and what follows is served',
  async (_, line, code) => {
    await using raw = startRaw();
    raw.send(INITIALIZE);
    await raw.answerTo('init');
    raw.send(line, '', LIST);
    await raw.answerTo('list');
    expect(raw.answers.filter(({ error }) => error !== undefined)).toMatchObject([{ error: { code } }]);
  },
);

test('results of the first version are in the text, since it knows no structured ones', async () => {
  await using raw = startRaw();
  raw.send(INITIALIZE, { jsonrpc: '2.0', method: 'notifications/initialized' });
  expect((await raw.answerTo('init')).result).toMatchObject({ protocolVersion: '2024-11-05' });
  raw.send({ ...LIST, id: 2, method: 'tools/call', params: { name: 'list_collections', arguments: {} } });
  const { content } = (await raw.answerTo(2)).result as {
    readonly content: readonly { readonly text: string }[];
  };
  expect(content[0]!.text).toContain('"items":[]');
});

test('unknown methods, equal ids and both eras on one connection', { tags: ['full'] }, async () => {
  await using raw = startRaw();
  raw.send(INITIALIZE, { ...LIST, id: 1 }, { ...LIST, id: 1 }, { ...LIST, id: 2, method: 'no/such' });
  expect((await raw.answerTo(2)).error?.code).toBe(-32601);
  const modern = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  raw.send({ ...LIST, id: 3, params: { _meta: modern } }, { ...LIST, id: 4 });
  await raw.answerTo(4);
  await raw.answerTo(3);
  expect(raw.answers.filter(({ id }) => id === 1).length).toBeGreaterThan(0);
  expect(raw.child.exitCode).toBeNull();
});

test(
  'standard output carries the protocol only; the end of the input ends the server',
  { tags: ['full'] },
  async () => {
    const raw = startRaw();
    raw.send(INITIALIZE, 'nonsense', { ...LIST, id: 5, method: 'tools/call', params: { name: 'status' } });
    await raw.answerTo(5);
    const ended = once(raw.child, 'exit');
    raw.child.stdin.end();
    await ended;
    expect(raw.child.exitCode).toBe(0);
    expect(raw.answers.every((answer) => 'result' in answer || 'error' in answer)).toBe(true);
  },
);

test('a client that stops reading and goes', { tags: ['full'] }, async () => {
  const raw = startRaw();
  raw.send(INITIALIZE);
  await raw.answerTo('init');
  raw.child.stdout.destroy();
  for (let id = 0; id < 50; id += 1) raw.send({ ...LIST, id });
  const ended = once(raw.child, 'exit');
  raw.child.stdin.end();
  await ended;
  expect(raw.stderr()).not.toMatch(/\n\s+at |Warning/);
  expect(raw.child.exitCode).toBe(0);
});

test('a call that is cancelled, and a proxy that dies in mid-call', { tags: ['full'] }, async () => {
  let asked = 0;
  const origin = await startOrigin((request, response) => {
    if (request.url === '/hang' && (asked += 1) > 1) return;
    response.end('ok');
  });
  const running = await startTestApp();
  await running.via(`${origin.http}/hang`);
  const { id } = running.app.traffic.newest()[0]!;
  await using assistant = await startAssistant({ home: running.home });
  const stop = new AbortController();
  const { client } = assistant;
  const call = client.callTool({ name: 'replay_request', arguments: { id } }, { signal: stop.signal });
  const cancelled = expect(call).rejects.toThrow();
  await until('the second request', () => asked === 2);
  stop.abort();
  await cancelled;
  const dying = assistant.call('replay_request', { id });
  await until('the third request', () => asked === 3);
  await running.close();
  expect(await dying).toMatchObject({ isError: true });
  expect(await assistant.call('list_requests')).toMatchObject({ isError: true });
  expect((await assistant.call('list_collections')).isError).toBe(false);
  await origin.close();
});

test('a foreign server on the port is told from the proxy', { tags: ['full'] }, async () => {
  const foreign = createServer((_, response) => response.end('hello'));
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  const { port } = foreign.address() as { readonly port: number };
  await using assistant = await startAssistant({ home: own.path, args: ['--port', String(port)] });
  const called = await assistant.call('status');
  expect(called).toMatchObject({ isError: true });
  expect(called.text).toContain(`port ${port}`);
  foreign.close();
});
