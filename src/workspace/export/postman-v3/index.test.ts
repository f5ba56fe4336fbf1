// A folder that is written reads back as the same collection.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { roundTrip, withoutIds } from '../../../../test/helpers/folder-round-trip.ts';
import { importFolder } from '../../import/index.ts';
import { collectionFields, type Collection, type Item } from '../../model/collection.ts';
import { newRequest } from '../../model/request.ts';
import { postmanV3 } from './index.ts';

const pair = (name: string, value: string, more = {}) => ({ name, value, enabled: true, docs: '', ...more });

function collectionOf(items: readonly Item[]): Collection {
  return {
    ...collectionFields.parse({
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
    ...collectionFields.parse({ id: 'f', name: 'Folder', auth: { type: 'none' } }),
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

const corpus = join(import.meta.dirname, '../../../../../shared/corpus/postman-v3');
const roots = existsSync(corpus) ? readdirSync(corpus).filter((name) => !name.includes('.')) : [];

describe.skipIf(roots.length === 0)('collections of others', () => {
  test.each(roots)('%s', (root) => {
    for (const collection of importFolder(join(corpus, root), { keepsFilePaths: true }).collections)
      expect(withoutIds(roundTrip(postmanV3, collection))).toEqual(withoutIds(collection));
  });
});
