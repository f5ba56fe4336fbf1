// `run -- SERVER` as the command of an MCP client: what passes is untouched, and every message is recorded.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as FirstClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as FirstTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { describe, expect, test } from 'vitest';
import { operationOf } from '../../src/flow/operation.ts';
import { readRecording } from '../../src/traffic/recordings.ts';
import { launcher } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startPiped } from '../helpers/piped-cli.ts';

const SERVER = fileURLToPath(new URL('../helpers/mcp-server.ts', import.meta.url));
const NAME = { name: 'tester', version: '1' };

interface Line {
  readonly url: string;
  readonly state: string;
  readonly error: string | null;
  readonly app: string | null;
  readonly status: number | null;
  readonly operation: { readonly type: string; readonly name: string } | null;
}

/** Returns the recorded exchanges by their URLs. */
function recordedIn(path: string): readonly Line[] {
  const text = readFileSync(path, 'utf8').trim();
  return text === '' ? [] : text.split('\n').map((line) => JSON.parse(line) as Line);
}

function program(command: readonly string[], home: string) {
  const [file = '', ...args] = command;
  return {
    command: file,
    args,
    env: { ...(process.env as Record<string, string>), PROXYCTL_HOME: home },
    stderr: 'ignore' as const,
  };
}

/** Returns the results that a client of the second generation gets. */
async function talk(command: readonly string[], home: string, mode: 'auto' | 'legacy'): Promise<unknown> {
  const client = new Client(NAME, { versionNegotiation: { mode } });
  await client.connect(new StdioClientTransport(program(command, home)));
  const called = [
    client.getServerVersion(),
    await client.listTools(),
    await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } }),
    await client.callTool({ name: 'fail', arguments: {} }),
    await client.readResource({ uri: 'shop://price' }),
    await client.getPrompt({ name: 'greet', arguments: { name: 'Ä' } }),
    await client.callTool({ name: 'none', arguments: {} }).catch(String),
  ];
  await client.close();
  return called;
}

/** The same with the first generation. */
async function talkFirst(command: readonly string[], home: string): Promise<unknown> {
  const client = new FirstClient(NAME);
  await client.connect(new FirstTransport(program(command, home)));
  const called = [
    client.getServerVersion(),
    await client.listTools(),
    await client.callTool({ name: 'add', arguments: { a: 2, b: 3 } }),
    await client.callTool({ name: 'fail', arguments: {} }),
    await client.readResource({ uri: 'shop://price' }),
    await client.getPrompt({ name: 'greet', arguments: { name: 'Ä' } }),
    await client.callTool({ name: 'none', arguments: {} }).catch(String),
  ];
  await client.close();
  return called;
}

describe('the libraries of the protocol', () => {
  const direct = [process.execPath, SERVER];
  test.for([
    ['second generation', [...direct], (command, home) => talk(command, home, 'auto')],
    [
      'second generation, old protocol',
      [...direct, 'legacy'],
      (command, home) => talk(command, home, 'legacy'),
    ],
    ['first generation', [...direct, 'legacy'], talkFirst],
  ] satisfies readonly (readonly [
    string,
    readonly string[],
    (command: readonly string[], home: string) => Promise<unknown>,
  ])[])('%s: a client gets what it gets without the bridge', async ([, server, talking]) => {
    const { path: home } = temporaryHome();
    const lines = join(home, 'lines.ndjson');
    const bridged = [process.execPath, launcher, 'run', '--ndjson', lines, '--', ...server];
    expect(await talking(bridged, home)).toEqual(await talking(server, home));
    const recorded = recordedIn(lines);
    expect(recorded.filter(({ operation }) => operation?.type !== 'mcp')).toEqual([]);
    const calls = recorded.map(({ url, state, status, app }) => [url, state, status, app]);
    for (const url of [
      'mcp://mcp-server/tools/list',
      'mcp://mcp-server/tools/call/add',
      'mcp://mcp-server/tools/call/fail',
      'mcp://mcp-server/resources/read/shop://price',
      'mcp://mcp-server/prompts/get/greet',
    ])
      expect(calls).toContainEqual([url, 'completed', 200, 'tester']);
  });
});

test('bytes pass as they are, whatever they are', { timeout: 60_000 }, async () => {
  const { path: home } = temporaryHome();
  const lines = join(home, 'lines.ndjson');
  await using bridge = startPiped(['run', '--mcp', 'Echo Server', '--ndjson', lines, '--', 'cat'], home);
  const umlaut = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ä/€"}\r\n');
  const long = `{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"long","arguments":"${'x'.repeat(20_000_000)}"}}\n`;
  const pieces = [
    umlaut.subarray(0, 37),
    umlaut.subarray(37, 38),
    umlaut.subarray(38),
    Buffer.from('no JSON at all\n\n{"jsonrpc":"2.0"\n'),
    Buffer.from([0xff, 0xfe, 0, 10, 13]),
    Buffer.from('[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"notifications/x"}]\n'),
    Buffer.from(long),
    Buffer.from('{"jsonrpc":"2.0","id":"end","method":"ping"}'),
  ];
  for (const piece of pieces) bridge.write(piece);
  expect(await bridge.end()).toBe(0);
  const sent = Buffer.concat(pieces);
  expect(bridge.output().length).toBe(sent.length);
  expect(hash(bridge.output())).toBe(hash(sent));
  const urls = recordedIn(lines).map(({ url }) => url);
  expect(urls).toContain('mcp://echo-server/%C3%A4/%E2%82%AC');
  expect(urls).toContain('mcp://echo-server/tools/call/long');
  expect(urls.filter((url) => url === 'mcp://echo-server/console')).toHaveLength(1);
});

function hash(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

const SCRIPT = `
  process.stdout.write('Server starting\\n');
  console.error('to standard error');
  let rest = '';
  const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  process.stdin.on('data', (bytes) => {
    const lines = (rest + bytes).split('\\n');
    rest = lines.pop();
    for (const { id, method, params } of lines.map((line) => JSON.parse(line))) {
      if (method === 'tools/call' && params.name === 'exit') process.exit(3);
      if (method === 'tools/call' && params.name === 'hang') continue;
      if (params?._meta) send({ method: 'notifications/progress', params: { progressToken: 7, progress: 1 } });
      if (method === 'ask') send({ id: 1, method: 'sampling/createMessage', params: {} });
      if (id !== undefined && method) send({ id, result: { content: [{ type: 'text', text: 'done' }] } });
    }
  });
  process.stdin.on('end', () => process.exit(0));
  process.on('SIGTERM', () => process.exit(5));
`;

const call = (id: unknown, name: string, more = ''): string =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"tools/call","params":{"name":"${name}"${more}}}\n`;

describe('a server by hand', () => {
  function start(...options: readonly string[]) {
    const { path: home } = temporaryHome();
    const script = join(home, 'Odd Server.mjs');
    writeFileSync(script, SCRIPT);
    const lines = join(home, 'lines.ndjson');
    const args = ['run', '--ndjson', lines, ...options, '--', process.execPath, script];
    return { lines: () => recordedIn(lines), bridge: startPiped(args, home), home };
  }

  test('progress, cancellation, ids used twice, requests of the server, and its end', async () => {
    const started = start();
    const { lines } = started;
    await using bridge = started.bridge;
    bridge.write(call(1, 'hang'));
    bridge.write(call(1, 'twice', ',"_meta":{"progressToken":7}'));
    await bridge.saying('"result"');
    bridge.write('{"jsonrpc":"2.0","id":"1","method":"ask"}\n');
    await bridge.saying('sampling/createMessage');
    bridge.write('{"jsonrpc":"2.0","id":1,"result":{"role":"assistant"}}\n');
    bridge.write(call(9, 'hang'));
    bridge.write(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":9,"reason":"too slow"}}\n',
    );
    bridge.write('{"jsonrpc":"2.0","id":77,"result":{}}\n');
    bridge.write(call(10, 'exit'));
    await once(bridge.child, 'close');
    expect(bridge.child.exitCode).toBe(3);
    const recorded = lines();
    const of = (path: string) => recorded.filter(({ url }) => url === `mcp://odd-server${path}`);
    // The answer belongs to the older one of the two; the other one waits until the end.
    expect(of('/tools/call/hang').map(({ state }) => state)).toEqual(['completed', 'failed']);
    expect(of('/tools/call/twice')).toMatchObject([{ state: 'failed' }]);
    expect(of('/sampling/createMessage')).toMatchObject([{ state: 'completed', status: 200 }]);
    expect(of('/tools/call/hang')[1]?.error).toBe('The client cancelled it: too slow');
    expect(of('/response')).toHaveLength(1);
    expect(of('/tools/call/exit')).toMatchObject([
      { error: 'The server ended with exit code 3 before the answer' },
    ]);
    expect(of('/console')).toMatchObject([{ error: 'The server ended with exit code 3' }]);
  });

  test('messages pass where nothing can be recorded', async () => {
    const { path: home } = temporaryHome();
    const script = join(home, 'shop.mjs');
    writeFileSync(script, SCRIPT);
    writeFileSync(join(home, 'traffic'), 'a file in place of the folder');
    await using bridge = startPiped(['run', '--', process.execPath, script], home);
    bridge.write(call(1, 'one'));
    await bridge.saying('done');
    expect(await bridge.end()).toBe(0);
    expect(bridge.errors()).toContain('Messages of MCP pass unrecorded');
  });

  test('rules of a file apply from the first message on', async () => {
    const tools = join(temporaryHome().path, 'tools.json');
    const rules = [{ pattern: 'mcp://odd-server/tools/call/exit', body: { text: 'not now' } }];
    writeFileSync(tools, JSON.stringify({ version: 1, tools: { mapLocal: { enabled: true, rules } } }));
    const started = start('--tools', tools);
    const { lines } = started;
    await using bridge = started.bridge;
    bridge.write(call(1, 'exit') + call(2, 'other'));
    await bridge.saying('"id":2');
    expect(bridge.output().toString()).toContain('{"content":[{"type":"text","text":"not now"}]}');
    expect(await bridge.end()).toBe(0);
    expect(lines().filter(({ url }) => url.endsWith('/exit'))).toMatchObject([
      { state: 'completed', status: 200 },
    ]);
  });

  test('signals reach the server, and its exit code is ours', async () => {
    await using bridge = start().bridge;
    bridge.write(call(1, 'one'));
    await bridge.saying('done');
    bridge.child.kill('SIGTERM');
    await once(bridge.child, 'close');
    expect(bridge.child.exitCode).toBe(5);
  });

  test('a recording that is opened again', async () => {
    const { path: home } = temporaryHome();
    const script = join(home, 'shop.mjs');
    writeFileSync(script, SCRIPT);
    for (const name of ['out.har', 'out.proxysession']) {
      const path = join(home, name);
      await using bridge = startPiped(['run', '--record', path, '--', process.execPath, script], home);
      bridge.write(call(1, 'one', ',"_meta":{"progressToken":7},"arguments":{"city":"Ulm"}'));
      await bridge.saying('done');
      expect(await bridge.end()).toBe(0);
      const flows = await readRecording(path);
      expect(flows.map(({ url }) => url)).toEqual(['mcp://shop/tools/call/one', 'mcp://shop/console']);
      const [flow] = flows;
      expect(operationOf(flow!)).toEqual({ type: 'mcp', name: 'tools/call one' });
      expect(flow!.target).toEqual({ scheme: 'mcp', host: 'shop', port: 0 });
      expect(flow!.response!.body.bytes().toString().split('\n')).toHaveLength(2);
      const console = flows[1]!.response!.body.bytes().toString().split('\n').sort();
      expect(console).toEqual([
        '',
        '[not a message, on standard output] Server starting',
        'to standard error',
      ]);
    }
  });

  test('without an option it is recorded among the sessions of the app', async () => {
    const { path: home } = temporaryHome();
    const script = join(home, 'shop.mjs');
    writeFileSync(script, SCRIPT);
    await using bridge = startPiped(['run', '--', process.execPath, script], home);
    bridge.write(call(1, 'one'));
    await bridge.saying('done');
    expect(await bridge.end()).toBe(0);
    const [file = ''] = readdirSync(join(home, 'traffic'));
    expect(file).toMatch(/\.proxysession$/);
    expect(bridge.errors()).toContain(join(home, 'traffic', file));
  });
});

test('a command that is no server gets its input as it is, and nothing is recorded', async () => {
  const { path: home } = temporaryHome();
  await using bridge = startPiped(['run', '--quiet', '--', 'cat'], home);
  bridge.write('{"a": 1}\nplain\n');
  expect(await bridge.end()).toBe(0);
  expect(bridge.output().toString()).toBe('{"a": 1}\nplain\n');
  expect(readdirSync(home)).not.toContain('traffic');
});

test.skipIf(process.platform === 'win32')(
  'a shell that reads its commands from a pipe gets all of them',
  async () => {
    const { path: home } = temporaryHome();
    const shell = spawn('sh', { stdio: 'pipe', env: { ...process.env, PROXYCTL_HOME: home } });
    let output = '';
    shell.stdout.on('data', (text: Buffer) => (output += text.toString()));
    const line = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    shell.stdin.end(
      `"${process.execPath}" "${launcher}" run --quiet -- true\necho next\n# ${line}\n: '\n${line}\n'\necho last\n`,
    );
    await once(shell, 'close');
    expect(output).toBe('next\nlast\n');
  },
);
