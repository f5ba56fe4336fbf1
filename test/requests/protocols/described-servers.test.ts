// Servers of five types are asked what they offer, by the command line.
import { writeFileSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Aedes } from 'aedes';
import { buildSchema, graphql } from 'graphql';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { NOTHING_IMPORTED } from '../../../src/collections/model/imported.ts';
import { newRequest } from '../../../src/collections/model/request.ts';
import { Workspace } from '../../../src/collections/storage/workspace.ts';
import { callCli } from '../../helpers/called-cli.ts';
import type { CliResult } from '../../helpers/cli.ts';
import { CHAT_PROTO, chatServer } from '../../helpers/grpc.ts';
import { temporaryHome } from '../../helpers/home.ts';
import { listening } from '../../helpers/listening.ts';
import { mcpHttpServer } from '../../helpers/mcp-server.ts';

const home = temporaryHome();
afterAll(() => home[Symbol.dispose]());

type Given = Omit<Parameters<typeof newRequest>[0], 'id' | 'name'>;

async function introspect(given: Given): Promise<CliResult> {
  const workspace = new Workspace(join(home.path, crypto.randomUUID()));
  // Its test fails: what is asked is another request.
  const scripts = { test: "pm.test('fails', () => pm.expect(1).to.equal(2));" };
  const request = newRequest({ ...given, id: 'r', name: 'Asked', scripts });
  await workspace.import({ ...NOTHING_IMPORTED, requests: [request] });
  const words = [
    'send',
    'Asked',
    '--introspect',
    '--workspace',
    workspace.folder,
    '--working-dir',
    home.path,
  ];
  return callCli(words, { home: home.path });
}

async function described(given: Given): Promise<unknown> {
  const { code, stdout, stderr } = await introspect(given);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

const SAY = {
  name: 'Say',
  request: 'chat.v1.Line',
  response: 'chat.v1.Line',
  requestStream: false,
  responseStream: false,
  message: JSON.stringify({ who: '', text: '', mood: 'CALM', at: '0' }, null, 2),
};

describe('gRPC', () => {
  let port: number;
  beforeAll(async () => {
    const chat = await chatServer(null);
    ({ port } = chat);
    return () => chat[Symbol.dispose]();
  });

  test.each([
    ['from files', ['chat.proto']],
    ['by reflection', []],
  ])('services, %s', async (_, protoFiles) => {
    writeFileSync(join(home.path, 'chat.proto'), CHAT_PROTO);
    const description = await described({
      type: 'grpc',
      url: `127.0.0.1:${port}`,
      grpc: { service: 'chat.v1.Chat', method: 'Say', protoFiles },
    });
    expect(description).toMatchObject({
      kind: 'grpc',
      services: [
        {
          name: 'chat.v1.Chat',
          methods: [SAY, { name: 'Talk', requestStream: true, responseStream: true }, { name: 'Listen' }],
          types: {
            'chat.v1.Line': [
              { name: 'who', jsonName: 'who', type: 'string', label: 'one' },
              { name: 'text', type: 'string' },
              { name: 'mood', type: 'chat.v1.Mood', values: ['CALM', 'LOUD'] },
              { name: 'at', type: 'int64' },
            ],
          },
        },
      ],
    });
  });
});

test('MCP: tools with arguments, resources and prompts', async () => {
  const description = await described({
    type: 'mcp',
    url: `http://127.0.0.1:${await listening(mcpHttpServer('modern'))}/mcp`,
    mcp: { operation: 'tools/call', target: 'add', arguments: '{"a": 1, "b": 2}' },
  });
  expect(description).toMatchObject({
    kind: 'mcp',
    resources: [{ uri: 'shop://price', name: 'price' }],
    templates: [],
    prompts: [{ name: 'greet', arguments: [{ name: 'name', required: true }] }],
  });
  const { tools } = description as { readonly tools: readonly { name: string; arguments: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(['add', 'fail', 'hang', 'variable']);
  expect(JSON.parse(tools[0]!.arguments)).toEqual({ a: expect.any(Number), b: expect.any(Number) });
});

test('SQL: tables and columns', async () => {
  const database = new DatabaseSync(join(home.path, 'shop.db'));
  database.exec(
    'CREATE TABLE item (name TEXT NOT NULL, price REAL); CREATE VIEW cheap AS SELECT name FROM item',
  );
  database.close();
  expect(
    await described({ type: 'sql', url: 'shop.db', sql: { driver: 'sqlite', statement: 'SELECT 1' } }),
  ).toEqual({
    kind: 'sql',
    tables: [
      { schema: '', name: 'cheap', columns: [{ name: 'name', type: 'text', nullable: true }] },
      {
        schema: '',
        name: 'item',
        columns: [
          { name: 'name', type: 'text', nullable: false },
          { name: 'price', type: 'real', nullable: true },
        ],
      },
    ],
  });
});

test('MQTT: topics with a retained message', async () => {
  const aedes = await Aedes.createBroker();
  onTestFinished(() => new Promise<void>((resolve) => aedes.close(resolve)));
  for (const topic of ['shop/till', 'shop/door'])
    await new Promise<void>((resolve, reject) =>
      aedes.publish(
        { cmd: 'publish', topic, payload: Buffer.from('open'), qos: 0, retain: true, dup: false },
        (error) => (error ? reject(error) : resolve()),
      ),
    );
  const url = `mqtt://127.0.0.1:${await listening(net.createServer(aedes.handle))}`;
  expect(
    await described({ type: 'mqtt', url, mqtt: { publish: [{ topic: 'never', payload: 'x' }] } }),
  ).toEqual({
    kind: 'mqtt',
    topics: ['shop/door', 'shop/till'].map((topic) => ({ topic, messages: 1, last: 'open' })),
    levels: [{ level: 'shop', topics: 2, messages: 2 }],
    omitted: 0,
  });
});

test('GraphQL: the schema, whose operations can be sent as they are', async () => {
  const schema = buildSchema(`
    input Range { from: Int!, to: Int }
    type Item { id: ID!, name: String, near: [Item!] }
    type Query { items(in: Range!, kind: String): [Item], now: String }
  `);
  const { graphql: describer } = await import('../../../src/requests/descriptions/graphql.ts');
  const [question] = describer.questions(
    newRequest({ id: 'r', name: 'Asked', url: 'wss://x/', type: 'graphql' }),
  );
  if (question?.body.type !== 'graphql') throw new Error('it asks by GraphQL');
  expect(question.url).toBe('https://x/');
  const answer = await graphql({ schema, source: question.body.query });
  const response = { body: Buffer.from(JSON.stringify(answer)) } as never;
  const description = describer.read([{ response, error: null }], question);
  if (description.kind !== 'graphql') throw new Error('it describes GraphQL');
  const [items, now] = description.operations;
  expect(items).toMatchObject({
    name: 'items',
    result: '[Item]',
    arguments: [{ name: 'in', type: 'Range!' }, {}],
  });
  expect(items?.query).toBe('query ($in: Range!) {\n  items(in: $in) {\n    id\n    name\n  }\n}\n');
  expect(now?.query).toBe('query {\n  now\n}\n');
  for (const { query, variables } of description.operations)
    expect(
      await graphql({ schema, source: query, variableValues: JSON.parse(variables) as never }),
    ).not.toHaveProperty('errors');
});

describe('what cannot be described says why', () => {
  test('a type without a question', async () => {
    const { code, stderr } = await introspect({ url: 'http://127.0.0.1:9/' });
    expect(code).toBe(1);
    expect(stderr).toContain('the server of Asked describes nothing: http has no question for it');
  });

  test('a server that is not GraphQL', async () => {
    const server = createServer((_, response) => response.end('<p>Hello'));
    const url = `http://127.0.0.1:${await listening(server)}/`;
    const { code, stderr } = await introspect({ url, type: 'graphql', method: 'POST' });
    expect(code).toBe(1);
    expect(stderr).toContain('the server described nothing: it answered 200');
  });

  test('a server that is not there', async () => {
    const { code, stderr } = await introspect({ type: 'mcp', url: 'http://127.0.0.1:9/mcp' });
    expect(code).toBe(1);
    expect(stderr).toMatch(/127\.0\.0\.1:9|ECONNREFUSED|refused/);
  });
});
