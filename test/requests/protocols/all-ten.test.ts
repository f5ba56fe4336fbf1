// One collection with a request of each type, run by the command line against ten servers, in every reporter.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import net from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Aedes } from 'aedes';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { NOTHING_IMPORTED } from '../../../src/collections/model/imported.ts';
import { newRequest, REQUEST_TYPES } from '../../../src/collections/model/request.ts';
import { Workspace } from '../../../src/collections/storage/workspace.ts';
import { aiBodies } from '../../helpers/ai-bodies.ts';
import { callCli } from '../../helpers/called-cli.ts';
import { runCli, startCli } from '../../helpers/cli.ts';
import { CHAT_PROTO, chatServer } from '../../helpers/grpc.ts';
import { temporaryHome } from '../../helpers/home.ts';
import { listening } from '../../helpers/listening.ts';
import { mcpHttpServer } from '../../helpers/mcp-server.ts';

type Given = Omit<Parameters<typeof newRequest>[0], 'id' | 'name'>;

/** Returns a script with one test, which compares a value of `pm` with what is expected. */
const expects = (value: string, expected: unknown): { readonly test: string } => ({
  test: `pm.test('as expected', () => pm.expect(${value}).to.deep.equal(${JSON.stringify(expected)}));`,
});

async function webServer(): Promise<string> {
  const server = createServer((request, response) => {
    if (request.url === '/api/chat')
      response.writeHead(200, { 'Content-Type': 'application/x-ndjson' }).end(aiBodies.ollamaStream.body);
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"data":{"n":7}}');
  });
  return `127.0.0.1:${await listening(server)}`;
}

async function echoSocket(): Promise<string> {
  const server = createServer();
  new WebSocketServer({ server }).on('connection', (socket) =>
    socket.on('message', (data: Buffer, binary) => socket.send(data, { binary })),
  );
  return `ws://127.0.0.1:${await listening(server)}`;
}

async function socketIo(): Promise<string> {
  const http = createServer();
  const server = new Server(http);
  onTestFinished(() => server.close());
  server.on('connection', (socket) =>
    socket.on('say', (text: string, answer: (heard: string) => void) => answer(text)),
  );
  return `http://127.0.0.1:${await listening(http)}`;
}

async function broker(): Promise<string> {
  const aedes = await Aedes.createBroker();
  onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)));
  return `mqtt://127.0.0.1:${await listening(net.createServer(aedes.handle))}`;
}

/** Starts ten servers, of which the files lie in `folder`. */
async function requestsOf(folder: string): Promise<Readonly<Record<string, Given>>> {
  const web = await webServer();
  const chat = await chatServer(null);
  onTestFinished(() => chat[Symbol.dispose]());
  writeFileSync(join(folder, 'chat.proto'), CHAT_PROTO);
  const database = new DatabaseSync(join(folder, 'shop.db'));
  database.exec("CREATE TABLE item (name TEXT); INSERT INTO item VALUES ('Pen')");
  database.close();
  const message = 'pm.response.messages.idx(0).data';
  return {
    http: { url: `http://${web}/`, scripts: expects('pm.response.json().data.n', 7) },
    graphql: {
      url: `http://${web}/`,
      method: 'POST',
      body: { type: 'graphql', query: '{ n }' },
      scripts: expects('pm.response.json().data.n', 7),
    },
    grpc: {
      url: `127.0.0.1:${chat.port}`,
      grpc: {
        service: 'chat.v1.Chat',
        method: 'Say',
        messages: ['{"text": "{{word}}"}'],
        protoFiles: ['chat.proto'],
      },
      scripts: expects('pm.response.code', 0),
    },
    mcp: {
      url: `http://127.0.0.1:${await listening(mcpHttpServer('modern'))}/mcp`,
      mcp: { operation: 'tools/call', target: 'add', arguments: '{"a": 2, "b": 3}' },
      scripts: expects('pm.response.json().structuredContent', { sum: 5 }),
    },
    ai: {
      url: `http://${web}`,
      ai: { provider: 'ollama', model: 'm', messages: [{ text: '{{word}}' }], stream: true },
      scripts: expects('pm.response.json().text', 'It is cold.'),
    },
    sql: {
      url: 'sqlite:shop.db',
      sql: { driver: 'sqlite', statement: 'SELECT name FROM item' },
      scripts: expects('pm.response.json()', [{ name: 'Pen' }]),
    },
    websocket: {
      url: await echoSocket(),
      websocket: { messages: [{ text: '"{{word}}"' }, { action: 'expect' }, { action: 'close' }] },
      scripts: expects(message, 'hi'),
    },
    socketio: {
      url: await socketIo(),
      socketio: { emit: [{ event: 'say', args: ['"{{word}}"'], acknowledged: true }], listenMs: 100 },
      scripts: expects('pm.response.messages.count()', 1),
    },
    mqtt: {
      url: await broker(),
      mqtt: {
        subscribe: [{ topic: 'room', qos: 1 }],
        publish: [{ topic: 'room', payload: '"{{word}}"', qos: 1 }],
        until: 1,
        listenMs: 20_000,
      },
      scripts: expects(message, 'hi'),
    },
    tcp: {
      url: `tcp://127.0.0.1:${await listening(net.createServer((socket) => socket.pipe(socket)))}`,
      tcp: {
        framing: 'delimiter',
        messages: [{ text: '"{{word}}"' }, { action: 'expect' }, { action: 'close' }],
      },
      scripts: expects(message, 'hi'),
    },
  };
}

/** Writes a workspace with a collection of ten requests, one of each type, and returns its name. */
async function writeWorkspace(folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true });
  const given = await requestsOf(folder);
  expect(Object.keys(given)).toEqual(REQUEST_TYPES);
  const requests = REQUEST_TYPES.map((type) => newRequest({ id: type, name: type, type, ...given[type] }));
  await new Workspace(folder).import({ ...NOTHING_IMPORTED, requests });
  const [collection] = await new Workspace(folder).collectionHeads();
  return collection!.name;
}

test('a request of each type, with a test, in each reporter', { tags: ['full'] }, async () => {
  using home = temporaryHome();
  const folder = join(home.path, 'Workspace');
  const collection = await writeWorkspace(folder);
  const [json, junit, html] = ['run.json', 'run.xml', 'run.html'].map((name) => join(home.path, name));
  const { code, stdout, stderr } = await callCli(
    ['collection', 'run', collection, '--env-var', 'word=hi', '-r', 'cli,json,junit,html'].concat([
      '--reporter-json-export',
      json!,
      '--reporter-junit-export',
      junit!,
      '--reporter-html-export',
      html!,
    ]),
    { home: home.path, cwd: folder },
  );
  expect([code, stderr], stdout).toEqual([0, '']);
  expect(stdout).toContain('10 requests (0 failed), 10 tests (0 failed)');
  const report = readFileSync(json!, 'utf8');
  expect(readFileSync(junit!, 'utf8').match(/<testcase /g)).toHaveLength(10);
  for (const text of [stdout, report, readFileSync(html!, 'utf8')])
    for (const type of REQUEST_TYPES) expect(text).toContain(type);
});

test(
  'through the running proxy, which shows the protocol of what is over HTTP',
  { tags: ['full'] },
  async () => {
    using home = temporaryHome();
    const folder = join(home.path, 'Workspace');
    const collection = await writeWorkspace(folder);
    await using proxy = startCli(['run', '--port', '0'], { home: home.path });
    const [, port] = await proxy.saying(/listening on http:\/\/127\.0\.0\.1:(\d+)/);
    const run = ['collection', 'run', collection, '--env-var', 'word=hi', '--through-proxy', port!];
    const { code, stdout } = await runCli(run, { home: home.path, cwd: folder });
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('10 requests (0 failed), 10 tests (0 failed)');
    const listed = await callCli(['list', '--port', port!], { home: home.path });
    // Socket.IO begins with polling. What is not over HTTP connects directly.
    const seen = listed.stdout.matchAll(/^#\d+ (\S+ \S+) \[node\] http:\/\/[\d.:]+(\/[^ ?]*)/gm);
    expect([...new Set(Array.from(seen, ([, what, path]) => `${what} ${path}`))]).toEqual([
      '200 GET /',
      '200 POST /',
      '200/OK POST /chat.v1.Chat/Say',
      '200 POST /mcp',
      '200 POST /api/chat',
      '101 GET /',
      '200 GET /socket.io/',
      '200 POST /socket.io/',
      '101 GET /socket.io/',
    ]);
    const alone = async (name: string) =>
      runCli(['send', name, '--env-var', 'word=hi', '--through-proxy', port!], {
        home: home.path,
        cwd: folder,
      });
    expect((await alone('websocket')).stdout).toBe('"hi"\n');
    expect((await alone('sql')).stderr).toContain(
      '--through-proxy is for requests over HTTP, and sql is not',
    );
  },
);
