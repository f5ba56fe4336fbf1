// An exported folder reads back as the same collection.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { roundTrip, withoutIds } from '../../../../test/helpers/folder-round-trip.ts';
import { importFolder } from '../../import/index.ts';
import { collectionFields, type Collection, type Item } from '../../../collections/model/collection.ts';
import { newRequest } from '../../../collections/model/request.ts';
import { postmanV3 } from './index.ts';
import { corpus } from '../../../../test/helpers/corpus.ts';

const pair = (name: string, value: string, more = {}) => ({ name, value, enabled: true, docs: '', ...more });

/** The fields that the format has. */
const plainFields = collectionFields.omit({ headers: true, settings: true });

function collectionOf(items: readonly Item[]): Collection {
  return {
    ...plainFields.parse({
      id: 'c',
      name: 'A/B: C',
      docs: '# Docs\n\ntext',
      auth: { type: 'apiKey', key: 'k', value: '{{v}}', in: 'query' },
      variables: [
        pair('base', 'http://a.test'),
        pair('n', '5', { type: 'number' }),
        pair('off', 'x', { enabled: false, docs: 'why' }),
      ],
      scripts: { preRequest: 'one()', test: "const a = '{{x}}';\n\ttwo()" },
    }),
    items,
  };
}

const full = newRequest({
  id: 'r',
  name: 'Same',
  method: 'POST',
  url: '{{base}}/:id',
  query: [pair('a', '1'), pair('a', '2', { enabled: false }), { ...pair('flag', ''), value: null }],
  path: [pair('id', '007')],
  headers: [pair('X-A', 'b: c'), pair('X-Off', 'true', { enabled: false, docs: 'd' })],
  body: { type: 'raw', language: 'json', text: '{\n  "a": {{x}}\n}' },
  auth: { type: 'bearer', token: '{{t}}' },
  scripts: { preRequest: 'a()', test: 'b()' },
  docs: 'text',
  settings: { followRedirects: false, verifyTls: false, maxRedirects: 3 },
  examples: [
    {
      id: 'e',
      name: 'Ok',
      status: 201,
      reason: 'Created',
      headers: [pair('Content-Type', 'application/json')],
      body: '{"a":1}',
    },
    { id: 'f', name: 'Ok', status: 404, request: { url: 'http://b.test', method: 'GET' } },
  ],
});

test('every part of a collection', () => {
  const folder = {
    ...plainFields.parse({ id: 'f', name: 'Folder', auth: { type: 'none' } }),
    variables: [{ ...pair('v', '1'), secret: false }],
  };
  const collection = collectionOf([
    { kind: 'request', request: full },
    {
      kind: 'request',
      request: newRequest({ id: 's', name: 'Same', url: 'http://a.test?x=1'.split('?')[0]! }),
    },
    {
      kind: 'folder',
      folder: { ...folder, items: [{ kind: 'request', request: newRequest({ id: 't', name: 'In' }) }] },
    },
    { kind: 'request', request: newRequest({ id: 'l', name: 'Last' }) },
  ]);
  expect(withoutIds(roundTrip(postmanV3, collection))).toEqual(
    withoutIds({ ...collection, order: undefined, items: collection.items.map(bare) }),
  );
});

/** Removes the order of folders, which the items express. */
function bare(item: Item): Item {
  return item.kind === 'request'
    ? item
    : { kind: 'folder', folder: { ...item.folder, order: undefined } as typeof item.folder };
}

describe('bodies', () => {
  test.each([
    { type: 'raw' as const, language: 'text' as const, text: '- a\n\tb\n' },
    { type: 'urlencoded' as const, fields: [pair('a', 'null'), pair('a', '1', { enabled: false })] },
    {
      type: 'multipart' as const,
      fields: [
        { ...pair('f', ''), files: ['a.png'], contentType: 'image/png' },
        { ...pair('t', 'v'), files: null, contentType: '' },
      ],
    },
    { type: 'file' as const, path: 'a.bin' },
    { type: 'graphql' as const, query: '{ me }', variables: '{"a":1}', operationName: '' },
  ])('$type', (body) => {
    const type = body.type === 'graphql' ? 'graphql' : 'http';
    const request = newRequest({ id: 'r', name: 'R', type, method: 'POST', url: 'http://a.test', body });
    const [item] = roundTrip(postmanV3, collectionOf([{ kind: 'request', request }])).items;
    expect(item).toMatchObject({ request: { type, method: 'POST', body } });
  });
});

test('values of secret variables are left out, and so are requests that the format cannot express', () => {
  const collection = { ...collectionOf([]), variables: [{ ...pair('t', 'hidden'), secret: true }] };
  const request = newRequest({ id: 'r', name: 'Db', type: 'sql' });
  const { files, warnings } = postmanV3.write(
    { ...collection, items: [{ kind: 'request', request }] },
    { environment: null },
  );
  expect(files).toHaveLength(1);
  expect(files[0]!.text).not.toContain('hidden');
  expect(warnings).toEqual([expect.stringContaining('"Db"')]);
});

const folders = join(corpus, 'postman-v3');
const roots = readdirSync(folders).filter((name) => !name.includes('.'));

describe('collections of others', () => {
  test.each(roots)('%s', (root) => {
    for (const collection of importFolder(join(folders, root), { keepsFilePaths: true }).collections)
      expect(withoutIds(roundTrip(postmanV3, collection))).toEqual(withoutIds(collection));
  });
});

describe('requests that are not HTTP', () => {
  const step = { action: 'send' as const, ms: 0, code: 0 };
  const common = {
    headers: [pair('X-A', '{{a}}'), pair('X-Off', '1', { enabled: false })],
    auth: { type: 'bearer' as const, token: '{{t}}' },
    scripts: { preRequest: 'a()', test: 'b()' },
    docs: 'About it',
    settings: { verifyTls: false },
  };

  test.each([
    {
      ...common,
      type: 'grpc' as const,
      url: '{{host}}:443',
      grpc: {
        service: 'shop.v1.Orders',
        method: 'Get',
        messages: ['{"id": {{id}}}'],
        protoFiles: ['./shop.proto'],
        tls: true,
      },
    },
    {
      ...common,
      type: 'websocket' as const,
      url: 'wss://{{host}}/feed',
      query: [pair('a', '1'), { ...pair('flag', ''), value: null }, pair('off', '', { enabled: false })],
      websocket: {
        messages: [
          { ...step, name: 'Hello: you', kind: 'json' as const, text: '{"op": 1}' },
          { ...step, name: 'Same', text: '<a/>' },
          { ...step, name: 'Same', kind: 'hex' as const, text: '00ff' },
          { ...step, kind: 'base64' as const, text: 'AP8=' },
        ],
      },
    },
    {
      ...common,
      type: 'socketio' as const,
      url: 'https://{{host}}',
      socketio: {
        namespace: '/chat',
        path: '/io',
        listen: ['chat:message', 'left'],
        emit: [
          { event: 'say', args: ['{"text": "hi"}', 'plain {{x}}'], acknowledged: true },
          { event: 'ping' },
        ],
      },
    },
    {
      ...common,
      type: 'mqtt' as const,
      url: 'mqtts://{{host}}',
      headers: [],
      mqtt: {
        version: '5' as const,
        clientId: 'me',
        cleanSession: false,
        keepAliveSeconds: 30,
        subscribe: [{ topic: 'sensors/+/temp', qos: 1 }],
        publish: [{ topic: 'sensors/1/temp', payload: '21.5', qos: 2, retain: true }, { topic: 'b' }],
        will: { topic: 'status', payload: 'offline', retain: true },
      },
    },
    {
      ...common,
      type: 'mcp' as const,
      url: 'https://{{host}}/mcp',
      mcp: { operation: 'tools/call', target: 'add', arguments: '{"a":{{a}},"b":"{{b}}"}' },
      settings: { timeoutMs: 5000 },
    },
    {
      ...common,
      type: 'mcp' as const,
      headers: [],
      mcp: {
        transport: 'stdio' as const,
        command: 'my server',
        args: ['--name', "it's", '{{x}}'],
        env: [pair('API_KEY', '{{KEY}}')],
        operation: 'resources/read',
        target: 'file:///a',
      },
    },
    {
      ...common,
      auth: { type: 'none' as const },
      type: 'ai' as const,
      url: 'https://api.openai.com/v1/responses',
      ai: {
        provider: 'openai' as const,
        api: 'responses' as const,
        model: 'gpt-5',
        apiKey: '{{key}}',
        system: 'Be brief.',
        messages: [{ text: 'Hi' }, { text: 'Are you {{x}}?' }],
        temperature: 0.2,
        maxTokens: 2048,
        stream: true,
      },
    },
  ])('$type reads back as the same', (given) => {
    const request = newRequest({ id: 'r', name: 'Ask/it', ...given });
    const collection = collectionOf([{ kind: 'request', request }]);
    const { warnings } = postmanV3.write(collection, { environment: null });
    expect(warnings).toEqual([]);
    expect(withoutIds(roundTrip(postmanV3, collection).items)).toEqual(
      withoutIds([{ kind: 'request', request }]),
    );
  });

  test('what the format cannot express is named', () => {
    const requests = [
      newRequest({
        id: 'a',
        name: 'Feed',
        type: 'websocket',
        websocket: { messages: [{ action: 'expect', text: 'x' }], listenMs: 5, protocols: ['v1'] },
      }),
      newRequest({ id: 'b', name: 'Rows', type: 'sql' }),
      newRequest({ id: 'c', name: 'Raw', type: 'tcp' }),
    ];
    const collection = collectionOf(requests.map((request) => ({ kind: 'request', request })));
    expect(postmanV3.write(collection, { environment: null }).warnings).toEqual([
      '"Feed": this cannot be expressed, and was left out or simplified: websocket.protocols, websocket.messages, websocket.listenMs',
      'the request "Rows" is of the type sql, which is not exported: it was left out',
      'the request "Raw" is of the type tcp, which is not exported: it was left out',
    ]);
  });
});
