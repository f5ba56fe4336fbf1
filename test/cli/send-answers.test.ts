// The answers that `proxyctl send` prints: for a pipe as a command, for a reader as a terminal would get it.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerOf } from '../../src/cli/collection/answers/index.ts';
import { collectionFields } from '../../src/collections/model/collection.ts';
import { newRequest } from '../../src/collections/model/request.ts';
import { NOTHING_IMPORTED } from '../../src/collections/model/imported.ts';
import { Workspace } from '../../src/collections/storage/workspace.ts';
import { aiBodies } from '../helpers/ai-bodies.ts';
import { callCli } from '../helpers/called-cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { mcpHttpServer } from '../helpers/mcp-server.ts';
import { received, requestRun } from '../helpers/runs.ts';

let home: TemporaryHome;
const web = createServer((request, response) => {
  if (request.url === '/api/chat')
    response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).end(aiBodies.ollamaStream.body);
  else response.writeHead(404, { 'Content-Type': 'application/json' }).end('{"error":"gone"}');
});
const mcpServer = mcpHttpServer('modern');

async function portOf(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  home = temporaryHome();
  const [port, mcpPort] = [await portOf(web), await portOf(mcpServer)];
  const mcp = `http://127.0.0.1:${mcpPort}/`;
  const database = new DatabaseSync(join(home.path, 'shop.db'));
  database.exec(
    "CREATE TABLE orders (id TEXT, total REAL); INSERT INTO orders VALUES ('o1', 7.5), ('o2', NULL)",
  );
  database.close();
  const given = {
    Gone: { url: `http://127.0.0.1:${port}/gone` },
    Ask: {
      type: 'ai',
      url: `http://127.0.0.1:${port}`,
      ai: { provider: 'ollama', model: 'm', messages: [{ role: 'user', text: 'a' }] },
    },
    Add: {
      type: 'mcp',
      url: mcp,
      mcp: { operation: 'tools/call', target: 'add', arguments: '{"a":1,"b":2}' },
    },
    Fail: { type: 'mcp', url: mcp, mcp: { operation: 'tools/call', target: 'fail' } },
    Orders: {
      type: 'sql',
      url: 'sqlite:shop.db',
      sql: { driver: 'sqlite', statement: 'SELECT * FROM orders' },
    },
  } as const;
  const items = Object.entries(given).map(([name, fields]) => ({
    kind: 'request' as const,
    request: newRequest({ id: name, name, ...fields } as Parameters<typeof newRequest>[0]),
  }));
  await new Workspace(home.path).import({
    ...NOTHING_IMPORTED,
    collections: [{ ...collectionFields.parse({ id: 'shop', name: 'Shop' }), items }],
  });
}, 60_000);

afterAll(() => {
  web.closeAllConnections();
  web.close();
  mcpServer.closeAllConnections();
  mcpServer.close();
  home.remove();
});

const send = (name: string, ...more: readonly string[]) =>
  callCli(['send', name, '--workspace', home.path, '--working-dir', home.path, ...more], { home: home.path });

test('a model: its answer; its chunks with --raw', async () => {
  const { stdout, stderr } = await send('Ask');
  expect(stdout).toBe('It is cold.\n');
  expect(stderr).toMatch(/\d+ tokens in/);
  expect((await send('Ask', '--raw')).stdout).toContain('"done":true');
});

test('MCP: the texts of a tool, and its error', async () => {
  expect((await send('Add')).stdout).toBe('3\n');
  const failed = await send('Fail');
  expect([failed.stdout, failed.stderr.split('\n')[0]]).toEqual(['no\n', 'The tool reports an error:']);
});

test('SQL: rows as JSON for a pipe', async () => {
  expect(JSON.parse((await send('Orders')).stdout)).toEqual([
    { id: 'o1', total: 7.5 },
    { id: 'o2', total: null },
  ]);
});

test('--verbose shows both heads, and --fail turns a status into a failure', async () => {
  const { stderr, code } = await send('Gone', '--verbose');
  expect(code).toBe(0);
  expect(stderr).toMatch(/> GET \/gone\n.*> host: 127\.0\.0\.1/is);
  expect(stderr).toMatch(/< HTTP\/1\.1 404 Not Found\n.*< {3}"error": "gone"/is);
  expect((await send('Gone', '--fail')).code).toBe(1);
});

interface Shown {
  readonly printed: string;
  readonly noted: string;
}

/** Returns what a terminal gets of a response. */
async function onTerminal(given: object, body: string, more: object = {}): Promise<Shown> {
  const shown = { printed: '', noted: '' };
  const answer = await answerOf(newRequest({ id: 'a', name: 'A', ...given }), {
    print: (text) => (shown.printed += text.toString()),
    note: (text) => (shown.noted += text),
    isTerminal: true,
    colors: false,
  });
  const messages = (more as { messages?: readonly never[] }).messages ?? [];
  for (const message of messages) answer.message?.(message);
  answer.end?.(requestRun({ response: received({ body: Buffer.from(body), ...more }) }));
  return shown;
}

test('for a reader JSON is laid out, rows are a table, messages have arrows, and nothing controls the terminal', async () => {
  expect((await onTerminal({}, '{"a":[1]}')).printed).toBe('{\n  "a": [\n    1\n  ]\n}\n');
  expect((await onTerminal({}, 'a\x1b[2J')).printed).toBe('a\\x1b[2J\n');
  expect((await onTerminal({}, 'a\0')).noted).toContain('The body is not text');
  const rows = JSON.stringify([
    { id: 'o1', total: 7.5 },
    { id: '\x1b', total: null },
  ]);
  expect(await onTerminal({ type: 'sql' }, rows)).toEqual({
    printed: 'id    total\n────  ─────\no1      7.5\n\\x1b   NULL\n',
    noted: '2 rows\n',
  });
  const message = { direction: 'received', name: 'news', data: Buffer.from('a\x1b'), isText: true, time: 0 };
  const sent = { ...message, direction: 'sent', name: '' };
  expect(await onTerminal({ type: 'websocket' }, '', { messages: [sent, message] })).toEqual({
    printed: '← 00:00:00.000 news a\\x1b\n',
    noted: '→ 00:00:00.000 a\\x1b\n',
  });
  const image = { content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }] };
  expect(await onTerminal({ type: 'mcp' }, JSON.stringify(image), { status: 0 })).toEqual({
    printed: '',
    noted: 'image, image/png, 3B\n',
  });
  const refused = { code: -32601, message: 'no such method' };
  expect((await onTerminal({ type: 'mcp' }, JSON.stringify(refused), { status: -32601 })).noted).toBe(
    'error -32601: no such method\n',
  );
});
