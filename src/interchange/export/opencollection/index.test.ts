// An exported folder reads back as the same collection; warnings name the parts that the format cannot express.
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { roundTrip, withoutIds } from '../../../../test/helpers/folder-round-trip.ts';
import { importFolder } from '../../import/index.ts';
import { auth } from '../../../collections/model/auth.ts';
import {
  collectionFields,
  folderFields,
  type Collection,
  type Item,
} from '../../../collections/model/collection.ts';
import { newRequest } from '../../../collections/model/request.ts';
import { asBruno } from '../../../collections/model/script-dialect.ts';
import { openCollection } from './index.ts';
import { corpus } from '../../../../test/helpers/corpus.ts';

const pair = (name: string, value: string, more = {}) => ({ name, value, enabled: true, docs: '', ...more });

function collectionOf(items: readonly Item[], more = {}): Collection {
  const fields = collectionFields.omit({ order: true, headers: true, settings: true });
  return { ...fields.parse({ id: 'c', name: 'A/B: C', ...more }), items };
}

function folderOf(name: string, items: readonly Item[], more = {}): Item {
  const fields = folderFields.omit({ order: true, headers: true, settings: true });
  return { kind: 'folder', folder: { ...fields.parse({ id: 'f', name, ...more }), items } };
}

const requestItem = (fields: Omit<Parameters<typeof newRequest>[0], 'id'>): Item => ({
  kind: 'request',
  request: newRequest({ id: 'r', ...fields }),
});

const textsOf = (collection: Collection): ReadonlyMap<string, string> =>
  new Map(
    openCollection
      .write(collection, { environment: null })
      .files.map(({ path, text }) => [path.join('/'), text]),
  );
const warningsOf = (collection: Collection): readonly string[] =>
  openCollection.write(collection, { environment: null }).warnings;

const TESTS = asBruno(
  'try {\nbru.setEnvVar("t", bru.evaluate("res.body.t"));\n} finally {\ntry {\nafter()\n} finally {\ntry {\nbru.assert("res.status", "eq", "200");\n// bru.assert("res.body", "isJson", "");\n} finally {\ntest(\'a\', () => {});\n}\n}\n}',
);

test('every part of a collection', () => {
  const full = requestItem({
    name: 'folder',
    method: 'POST',
    url: '{{base}}/:id',
    query: [pair('a', '1'), pair('a', '2', { enabled: false }), { ...pair('flag', ''), value: null }],
    path: [pair('id', '007')],
    headers: [pair('X-A', 'b: c'), pair('X-Off', 'true', { enabled: false, docs: 'd' })],
    body: { type: 'raw', language: 'json', text: '{\n  "a": {{x}}\n}' },
    auth: { type: 'bearer', token: '{{t}}' },
    variables: [pair('n', '5', { type: 'number' })],
    scripts: { preRequest: asBruno('a()\n\tb()'), test: TESTS },
    docs: 'text',
    settings: { followRedirects: false, maxRedirects: 3, timeoutMs: 70 },
    examples: [
      { id: 'e', name: 'Ok', status: 201, reason: 'Created', headers: [pair('A', 'b')], body: '{"a":1}' },
      { id: 'g', name: 'Ok', status: 404, request: { url: 'http://b.test', method: 'GET' } },
    ],
  });
  const collection = collectionOf(
    [
      folderOf('environments', [requestItem({ name: 'In' })], {
        auth: { type: 'none' },
        scripts: { test: asBruno('c()') },
      }),
      folderOf('A', [folderOf('Empty', [])]),
      full,
      requestItem({ name: 'Same', scripts: { test: 'pm.test("p", () => {})' } }),
      requestItem({
        name: 'Same',
        type: 'grpc',
        url: 'grpcs://a.test',
        grpc: { service: 'a.S', method: 'M', messages: ['{}', '1'], protoFiles: ['a.proto'], tls: true },
      }),
      requestItem({
        name: 'Socket',
        type: 'websocket',
        url: 'ws://a.test',
        websocket: { messages: [{ name: 'm', kind: 'json', text: '{"a":1}' }] },
      }),
    ],
    {
      docs: '# Docs\n\ntext',
      auth: { type: 'apiKey', key: 'k', value: '{{v}}', in: 'query' },
      variables: [pair('n', '5', { type: 'number' }), pair('off', 'x', { enabled: false, docs: 'why' })],
      scripts: { preRequest: asBruno('one()'), test: asBruno("const a = '{{x}}';\n\ttwo()") },
    },
  );
  expect(withoutIds(roundTrip(openCollection, collection))).toEqual(withoutIds(collection));
});

test('assertions, and variables that are set after a response, are those of Bruno', () => {
  const request = requestItem({ name: 'R', url: 'http://a.test', scripts: { test: TESTS } });
  const text = textsOf(collectionOf([request])).get('R.yml');
  expect(text).not.toContain('bru.');
  expect(text).toContain('type: after-response');
  expect(text).toContain('expression: res.body.t');
  expect(text).toMatch(/expression: res\.status\s+operator: eq\s+value: "200"/);
});

describe('bodies', () => {
  test.each([
    { type: 'raw' as const, language: 'text' as const, text: '- a\n\tb\n' },
    { type: 'urlencoded' as const, fields: [pair('a', 'null'), pair('a', '1', { enabled: false })] },
    {
      type: 'multipart' as const,
      fields: [
        { ...pair('f', ''), files: ['a.png', 'b.png'], contentType: 'image/png' },
        { ...pair('t', 'v'), files: null, contentType: '' },
      ],
    },
    { type: 'file' as const, path: 'a.bin' },
    { type: 'graphql' as const, query: '{ me }', variables: '{"a":1}', operationName: '' },
  ])('$type', (body) => {
    const type = body.type === 'graphql' ? 'graphql' : 'http';
    const collection = collectionOf([
      requestItem({ name: 'R', type, method: 'POST', url: 'http://a.test', body }),
    ]);
    expect(withoutIds(roundTrip(openCollection, collection))).toEqual(withoutIds(collection));
    expect(warningsOf(collection)).toEqual([]);
  });
});

describe('authorization', () => {
  test.each([
    { type: 'none' as const },
    { type: 'basic' as const, username: 'u', password: 'p' },
    { type: 'digest' as const, username: 'u', password: 'p' },
    { type: 'apiKey' as const, key: 'k', value: 'v', in: 'query' as const },
    { type: 'awsv4' as const, accessKey: 'a', secretKey: 's', region: 'eu', service: 'e' },
    {
      type: 'oauth1' as const,
      consumerKey: 'c',
      consumerSecret: 's',
      token: 't',
      addTo: 'body' as const,
      privateKey: 'k',
    },
    { type: 'oauth2' as const, grant: 'password' as const, username: 'u', password: 'p', scope: 's' },
    {
      type: 'oauth2' as const,
      grant: 'authorizationCodePkce' as const,
      authUrl: 'a',
      addTokenTo: 'query' as const,
    },
    { type: 'ntlm' as const, username: 'u', password: 'p', domain: 'd' },
    { type: 'wsse' as const, username: 'u', password: 'p' },
    { type: 'edgegrid' as const, accessToken: 'a', clientToken: 'c', baseUrl: 'b' },
  ])('$type', (given) => {
    const collection = collectionOf([requestItem({ name: 'R', auth: auth.parse(given) })]);
    expect(withoutIds(roundTrip(openCollection, collection))).toEqual(withoutIds(collection));
    expect(warningsOf(collection)).toEqual([]);
  });
});

test.each([
  [{}, { type: 'bearer', token: 't' }],
  [{ headerPrefix: 'Token' }, { type: 'apiKey', key: 'Authorization', value: 'Token t', in: 'header' }],
  [{ addTokenTo: 'query' as const }, { type: 'apiKey', key: 'access_token', value: 't', in: 'query' }],
])('a token that is there already is sent as before: %j', (more, expected) => {
  const given = auth.parse({ type: 'oauth2', grant: 'token', accessToken: 't', ...more });
  const collection = collectionOf([requestItem({ name: 'R', auth: given })]);
  const [item] = roundTrip(openCollection, collection).items;
  expect(item?.kind === 'request' && item.request.auth).toEqual(expected);
  expect(warningsOf(collection)).toEqual([]);
});

test('losses are named, each once', () => {
  const secret = { ...pair('t', 'hidden'), secret: true };
  const collection = collectionOf(
    [
      requestItem({ name: 'Tls', settings: { verifyTls: false } }),
      requestItem({ name: 'Hawk', auth: auth.parse({ type: 'hawk' }) }),
      requestItem({ name: 'Nonce', auth: auth.parse({ type: 'digest', nonce: 'n' }) }),
      requestItem({ name: 'Db', type: 'sql' }),
      requestItem({ name: 'Pm', scripts: { preRequest: 'pm.a()', test: 'pm.b()' } }),
      folderOf('Late', []),
    ],
    { variables: [secret] },
  );
  expect(warningsOf(collection)).toEqual([
    expect.stringContaining('folders come before the requests'),
    expect.stringMatching(/"Tls".*settings\.verifyTls$/),
    expect.stringMatching(/"Hawk".*hawk/),
    expect.stringMatching(/"Nonce".*nonce$/),
    expect.stringContaining('"Db" is of the type sql'),
    expect.stringMatching(/"Pm".*Postman/),
  ]);
  expect([...textsOf(collection).values()].join('')).not.toContain('hidden');
});

const roots = ['opencollection', 'bru'].flatMap((part) => {
  const folder = join(corpus, part);
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /(?:^|\/)(?:opencollection\.ya?ml|bruno\.json)$/.test(path))
    .map((path) => join(part, dirname(path)));
});

describe('collections of others', () => {
  test.each(roots)('%s', (root) => {
    for (const collection of importFolder(join(corpus, root), { keepsFilePaths: true }).collections) {
      const variables = collection.variables.filter(({ name }) => !name.startsWith('process.env.'));
      expect(withoutIds(roundTrip(openCollection, collection))).toEqual(
        withoutIds({ ...collection, variables }),
      );
    }
  });
});
