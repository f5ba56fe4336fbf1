// GraphQL subscriptions against servers of the libraries graphql-ws and graphql-sse, one of the older protocol, and
// servers that misbehave.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import type * as GraphQL from 'graphql';
import { createHandler } from 'graphql-sse/lib/use/http';
import { useServer } from 'graphql-ws/use/ws';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer, type WebSocket } from 'ws';
import { NOTHING_IMPORTED } from '../../../src/collections/model/imported.ts';
import { newRequest } from '../../../src/collections/model/request.ts';
import { Workspace } from '../../../src/collections/storage/workspace.ts';
import { callCli } from '../../helpers/called-cli.ts';
import { type CliResult } from '../../helpers/cli.ts';
import { temporaryHome } from '../../helpers/home.ts';
import { listening } from '../../helpers/listening.ts';
import { failures, receivedTexts, sendOne, type SendOptions } from '../../helpers/sent-requests.ts';

// As the servers load it: the library tells schemas of another copy apart.
const { graphql, GraphQLInt, GraphQLObjectType, GraphQLSchema, GraphQLString } = createRequire(
  import.meta.url,
)('graphql') as typeof GraphQL;

let ended = 0;

async function* countTo(last: number): AsyncGenerator<{ readonly count: number }> {
  try {
    for (let count = 1; count <= last; count += 1) {
      yield { count };
      await delay(5);
    }
  } finally {
    ended += 1;
  }
}

const schema = new GraphQLSchema({
  query: new GraphQLObjectType({ name: 'Query', fields: { hello: { type: GraphQLString } } }),
  subscription: new GraphQLObjectType({
    name: 'Subscription',
    fields: {
      count: {
        type: GraphQLInt,
        args: { to: { type: GraphQLInt } },
        subscribe: (_: unknown, { to }: { readonly to: number }) => countTo(to),
      },
    },
  }),
});

async function socketServer(token?: string): Promise<string> {
  const server = createServer();
  const sockets = new WebSocketServer({ server, path: '/graphql' });
  const used = useServer(
    {
      schema,
      onConnect: ({ connectionParams }) => token === undefined || connectionParams?.['token'] === token,
    },
    sockets,
  );
  onTestFinished(async () => {
    await used.dispose();
  });
  return `http://127.0.0.1:${await listening(server)}/graphql`;
}

async function eventServer(): Promise<string> {
  const handler = createHandler({ schema });
  const server = createServer((request, response) => {
    // The library rejects when the client has left before a result was written; clients here leave on purpose.
    handler(request, response).catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_DESTROYED')) throw error;
    });
  });
  return `http://127.0.0.1:${await listening(server)}/graphql`;
}

type Fields = NonNullable<Parameters<typeof newRequest>[0]['graphql']>;

const QUERY = 'subscription Count($to: Int) { count(to: $to) }';

function subscribe(
  url: string,
  to: number,
  graphql: Fields = {},
  options: SendOptions & { readonly query?: string; readonly script?: string } = {},
): ReturnType<typeof sendOne> {
  const { query = QUERY, script = '', ...more } = options;
  return sendOne(
    {
      type: 'graphql',
      url,
      method: 'POST',
      body: { type: 'graphql', query, variables: '{"to": {{to}}}' },
      graphql,
      scripts: { test: script },
    },
    { variables: { to: String(to) }, timeoutMs: 20_000, ...more },
  );
}

const results = (from: number, to: number): readonly object[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({ data: { count: from + at } }));

for (const [transport, start] of [
  ['websocket', socketServer],
  ['sse', eventServer],
] as const) {
  test(`${transport}: results until the server has no more`, async () => {
    const script = `pm.test('results', () => {
      pm.expect(pm.response.messages.count()).to.equal(3);
      pm.expect(pm.response.messages.idx(2).data.data.count).to.equal(3);
      pm.expect(pm.response.json()[0].data.count).to.equal(1);
    });`;
    const run = await subscribe(await start(), 3, { transport, listenMs: 15_000 }, { script });
    expect(failures(run)).toEqual([]);
    expect(run.tests).toHaveLength(1);
    expect(receivedTexts(run).map((each) => JSON.parse(each) as unknown)).toEqual(results(1, 3));
    expect(run.response?.status).toBe(transport === 'sse' ? 200 : 101);
  });

  test(`${transport}: as many results as were asked for, and the server is told`, async () => {
    const before = ended;
    const run = await subscribe(await start(), 1_000_000, { transport, until: 2, listenMs: 15_000 });
    expect(failures(run)).toEqual([]);
    expect(JSON.parse(String(run.response?.body))).toEqual(results(1, 2));
    await expect.poll(() => ended, { timeout: 10_000 }).toBe(before + 1);
  });

  test(`${transport}: no longer than it may listen`, async () => {
    const run = await subscribe(await start(), 1_000_000, { transport, listenMs: 100 });
    expect(failures(run)).toEqual([]);
    expect(receivedTexts(run).length).toBeGreaterThan(1);
  });

  test(`${transport}: errors of the operation`, async () => {
    const query = 'subscription { nothing }';
    const run = await subscribe(await start(), 1, { transport, listenMs: 15_000 }, { query });
    expect(failures(run)).toEqual([]);
    expect(String(run.response?.body)).toContain('Cannot query field');
  });
}

test('connection parameters, and a server that refuses them', async () => {
  const url = await socketServer('t-1');
  const right = await subscribe(url, 1, { connectionParams: '{"token": "t-{{to}}"}', listenMs: 15_000 });
  expect(failures(right)).toEqual([]);
  expect((await subscribe(url, 1)).error).toContain('4403');
  expect((await subscribe(url, 1, { connectionParams: '{' })).error).toContain('graphql.connectionParams');
});

test('the older subprotocol', async () => {
  const heard: string[] = [];
  const server = createServer();
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'graphql-ws' });
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { type, id, payload } = JSON.parse(data.toString()) as {
        readonly type: string;
        readonly id?: string;
        readonly payload?: object;
      };
      heard.push(type);
      const send = (message: object): void => socket.send(JSON.stringify(message));
      if (type === 'connection_init') for (const each of ['connection_ack', 'ka']) send({ type: each });
      if (type !== 'start') return;
      expect(payload).toMatchObject({ query: QUERY, variables: { to: 2 } });
      for (const { data: result } of results(1, 2) as readonly { readonly data: object }[])
        send({ type: 'data', id, payload: { data: result } });
      send({ type: 'complete', id });
    });
  });
  const run = await subscribe(`ws://127.0.0.1:${await listening(server)}`, 2, { listenMs: 15_000 });
  expect(failures(run)).toEqual([]);
  expect(JSON.parse(String(run.response?.body))).toEqual(results(1, 2));
  expect(heard).toEqual(['connection_init', 'start']);
});

test('a query of the same document goes over HTTP', async () => {
  const server = createServer((_, response) => response.end('{"data":{"hello":null}}'));
  const url = `http://127.0.0.1:${await listening(server)}`;
  const run = await sendOne({
    type: 'graphql',
    url,
    method: 'POST',
    body: { type: 'graphql', query: `query Hello { hello } ${QUERY}`, operationName: 'Hello' },
  });
  expect(failures(run)).toEqual([]);
  expect(String(run.response?.body)).toBe('{"data":{"hello":null}}');
});

test.each<[string, (socket: WebSocket) => void, string]>([
  ['says nothing', () => undefined, 'not complete within 3000 ms'],
  ['sends garbage', (socket) => socket.send('hello'), 'no message of GraphQL: hello'],
  ['goes at once', (socket) => socket.terminate(), 'the server closed the connection: 1006'],
])('a server that %s', async (_, onOpen, reason) => {
  const server = createServer();
  const sockets = new WebSocketServer({ server, handleProtocols: () => 'graphql-transport-ws' });
  sockets.on('connection', onOpen);
  const url = `http://127.0.0.1:${await listening(server)}`;
  const { error } = await subscribe(url, 1, {}, { timeoutMs: 3000 });
  expect(error).not.toBeNull();
  expect(error).toContain(reason);
});

test('a server without a subprotocol of GraphQL', async () => {
  const server = createServer();
  const sockets = new WebSocketServer({ server, handleProtocols: () => false });
  sockets.on('error', () => undefined);
  const { error } = await subscribe(`http://127.0.0.1:${await listening(server)}`, 1);
  expect(error).not.toBeNull();
});

test('a server is asked for its schema', { tags: ['full'] }, async () => {
  using home = temporaryHome();
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (piece: Buffer) => (text += piece.toString()));
    request.on('end', () => {
      const { query } = JSON.parse(text) as { readonly query: string };
      void graphql({ schema, source: query }).then((answer) => response.end(JSON.stringify(answer)));
    });
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  const requests = [
    newRequest({ id: 'r', name: 'Count', type: 'graphql', url }),
    newRequest({ id: 's', name: 'Other', url: 'http://127.0.0.1:9/' }),
  ];
  await new Workspace(home.path).import({ ...NOTHING_IMPORTED, requests });
  const send = (name: string): Promise<CliResult> =>
    callCli(['send', name, '--introspect', '--workspace', home.path], { home: home.path });
  const { code, stdout, stderr } = await send('Count');
  expect(stdout, stderr).toContain('type Subscription {\n  count(to: Int): Int\n}');
  expect(code).toBe(0);
  expect(await send('Other')).toMatchObject({ code: 1, stdout: '' });
});
