// Requests of the type `mcp` against servers of the protocol's own library, over HTTP and as programs.
import { readFileSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Workspace } from '../../../src/collections/storage/workspace.ts';
import { NOTHING_IMPORTED } from '../../../src/collections/model/imported.ts';
import { newRequest } from '../../../src/collections/model/request.ts';
import { callCli } from '../../helpers/called-cli.ts';
import { temporaryHome } from '../../helpers/home.ts';
import { listening } from '../../helpers/listening.ts';
import { mcpHttpServer } from '../../helpers/mcp-server.ts';
import { failures, receivedTexts, sendOne, type SendOptions } from '../../helpers/sent-requests.ts';
import { sampled } from '../../helpers/scale.ts';

const PROGRAM = new URL('../../helpers/mcp-server.ts', import.meta.url).pathname;
const allowed: SendOptions = { allowProgram: () => Promise.resolve(), timeoutMs: 30_000 };

type Fields = NonNullable<Parameters<typeof newRequest>[0]['mcp']>;

/** Starts a server; returns the URL and fields of requests to it. */
async function serverOf(transport: string, era: 'modern' | 'legacy'): Promise<{ url: string; mcp: Fields }> {
  if (transport === 'http')
    return { url: `http://127.0.0.1:${await listening(mcpHttpServer(era))}/mcp`, mcp: {} };
  return { url: '', mcp: { transport: 'stdio', command: process.execPath, args: [PROGRAM, era] } };
}

const body = (run: Awaited<ReturnType<typeof sendOne>>): unknown => JSON.parse(String(run.response?.body));

for (const [transport, era] of sampled(
  [
    ['stdio', 'modern'],
    ['stdio', 'legacy'],
    ['http', 'legacy'],
    ['http', 'modern'],
  ] as const,
  2,
))
  test(`tools, resources and prompts over ${transport}, ${era}`, async () => {
    const { url, mcp } = await serverOf(transport, era);
    const send = (fields: Fields, test = '') =>
      sendOne(
        { type: 'mcp', url, mcp: { ...mcp, ...fields }, scripts: { test } },
        {
          ...allowed,
          variables: { a: '2' },
        },
      );
    const tools = await send({ operation: 'tools/list' });
    expect(failures(tools)).toEqual([]);
    expect(body(tools)).toMatchObject({
      tools: [{ name: 'add' }, { name: 'fail' }, { name: 'hang' }, { name: 'variable' }],
    });
    expect(tools.response?.httpVersion).toBe(era === 'modern' ? 'MCP 2026-07-28' : 'MCP 2025-11-25');
    expect(tools.response?.headers[0]).toEqual({ name: 'server', value: 'shop 1.2' });
    const called = await send(
      { operation: 'tools/call', target: 'add', arguments: '{"a": {{a}}, "b": 3}' },
      `pm.test('sum', () => {
          pm.expect(pm.response.json().structuredContent.sum).to.equal(5);
          pm.response.to.be.ok;
          pm.expect(pm.response.messages.idx(0).name).to.equal('tools/call');
        });`,
    );
    expect(failures(called)).toEqual([]);
    expect(called.tests).toHaveLength(1);
    expect(receivedTexts(called)).toHaveLength(1);
    expect(body(await send({ operation: 'resources/read', target: 'shop://price' }))).toMatchObject({
      contents: [{ text: '12' }],
    });
    expect(
      body(await send({ operation: 'prompts/get', target: 'greet', arguments: '{"name":"Ada"}' })),
    ).toMatchObject({ messages: [{ content: { text: 'Hello Ada' } }] });
    expect(body(await send({ operation: 'tools/call', target: 'fail' }))).toMatchObject({ isError: true });
  });

test('an error of the server is a response with its code', async () => {
  const { url } = await serverOf('http', 'modern');
  const run = await sendOne({ type: 'mcp', url, mcp: { operation: 'prompts/get', target: 'none' } }, allowed);
  expect([run.error, run.response?.status]).toEqual([null, -32602]);
});

test('headers and authorization go with every request', async () => {
  const seen: http.IncomingHttpHeaders[] = [];
  const port = await listening(mcpHttpServer('modern', seen));
  const run = await sendOne(
    {
      type: 'mcp',
      url: `http://127.0.0.1:${port}/mcp`,
      headers: [{ name: 'X-Shop', value: 's1' }],
      auth: { type: 'bearer', token: 't1' },
    },
    allowed,
  );
  expect(failures(run)).toEqual([]);
  expect(seen.length).toBeGreaterThan(0);
  for (const headers of seen) expect(headers).toMatchObject({ 'x-shop': 's1', authorization: 'Bearer t1' });
});

test('what is missing or no JSON is named', async () => {
  const send = async (mcp: Fields) =>
    (await sendOne({ type: 'mcp', url: 'http://127.0.0.1:1', mcp }, allowed)).error;
  expect(await send({ operation: 'tools/call' })).toBe(
    'the target is missing: tools/call needs the name of a tool',
  );
  expect(await send({ arguments: '{' })).toContain('the arguments are not valid JSON');
  expect(await send({ arguments: '[]' })).toContain('the arguments are not a JSON object');
  expect(await send({ transport: 'stdio' })).toBe('it has no command to start the server');
  expect(await send({})).toContain('ECONNREFUSED');
});

test('servers that hang, or are none', { tags: ['full'] }, async () => {
  const { url, mcp } = await serverOf('stdio', 'modern');
  const hanging = { type: 'mcp', url, mcp: { ...mcp, operation: 'tools/call', target: 'hang' } } as const;
  expect((await sendOne(hanging, { ...allowed, timeoutMs: 3000 })).error).toBe(
    'it was not complete within 3000 ms',
  );
  const web = await listening(http.createServer((_, response) => response.end('<h1>hi</h1>')));
  expect((await sendOne({ type: 'mcp', url: `http://127.0.0.1:${web}` }, allowed)).error).not.toBeNull();
  const closed = await listening(http.createServer((_, response) => response.writeHead(401).end()));
  expect((await sendOne({ type: 'mcp', url: `http://127.0.0.1:${closed}` }, allowed)).error).toBe(
    'the server answered 401: check the authorization of the request',
  );
});

const nodeProgram = (code: string): Fields => ({
  transport: 'stdio',
  command: process.execPath,
  args: ['-e', code],
});

test('programs that die, print garbage, or are not there', async () => {
  const send = async (mcp: Fields) => (await sendOne({ type: 'mcp', mcp }, allowed)).error;
  expect(await send(nodeProgram('console.error("no key"); process.exit(3)'))).toMatch(
    /ended with the code 3: no key$/,
  );
  expect(await send({ transport: 'stdio', command: 'no-such-program-here' })).toContain(
    'there is no such program',
  );
  expect(
    await send(nodeProgram('const say = () => process.stdout.write("x".repeat(60000) + "\\n", say); say()')),
  ).toContain('the program prints what is no message of MCP');
});

test('a greeting before the messages is no harm', async () => {
  const run = await sendOne(
    {
      type: 'mcp',
      mcp: nodeProgram(`console.log("Welcome!"); process.argv[1] = ''; import(${JSON.stringify(PROGRAM)}).then(async (m) => {
      const { serveStdio } = await import(${JSON.stringify(import.meta.resolve('@modelcontextprotocol/server/stdio'))});
      serveStdio(m.mcpServer);
    })`),
    },
    allowed,
  );
  expect(failures(run)).toEqual([]);
});

test('what a program has started ends with it', { tags: ['full'] }, async () => {
  const home = temporaryHome();
  onTestFinished(() => home.remove());
  const file = join(home.path, 'pid');
  const code = `
    const child = require('child_process').spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    require('fs').writeFileSync(${JSON.stringify(file)}, String(child.pid));
    process.on('SIGTERM', () => {});
    setInterval(() => {}, 1000);`;
  const run = await sendOne({ type: 'mcp', mcp: nodeProgram(code) }, { ...allowed, timeoutMs: 2000 });
  expect(run.error).toBe('it was not complete within 2000 ms');
  const pid = Number(readFileSync(file, 'utf8'));
  await expect.poll(() => isRunning(pid)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    // A process that has ended stays in the table until its parent looks.
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

test(
  'a program starts only when the user has said so, and again when it has changed',
  { tags: ['full'] },
  async () => {
    const home = temporaryHome();
    onTestFinished(() => home.remove());
    const script = join(home.path, 'server.mjs');
    const write = (extra: string) =>
      writeFileSync(
        script,
        `${extra}
      const { mcpServer } = await import(${JSON.stringify(PROGRAM)});
      const { serveStdio } = await import(${JSON.stringify(import.meta.resolve('@modelcontextprotocol/server/stdio'))});
      serveStdio(mcpServer);`,
      );
    write('');
    const request = newRequest({
      id: 'tool',
      name: 'Tool',
      type: 'mcp',
      mcp: {
        transport: 'stdio',
        command: process.execPath,
        args: [script],
        env: [{ name: 'SHOP', value: 'top-secret' }],
        operation: 'tools/call',
        target: 'variable',
      },
    });
    const folder = join(home.path, 'workspace');
    await new Workspace(folder).import({ ...NOTHING_IMPORTED, requests: [request] });
    const send = (...args: string[]) =>
      callCli(['send', 'Tool', '--workspace', folder, ...args], { home: home.path, cwd: home.path });
    const refused = await send();
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('--trust-programs');
    expect(refused.stderr).not.toContain('top-secret');
    const trusted = await send('--trust-programs');
    expect(trusted.code).toBe(0);
    expect(trusted.stdout).toContain('top-secret');
    expect((await send()).code).toBe(0);
    write('// changed');
    expect((await send()).stderr).toContain('--trust-programs');
  },
);
