import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requestsOf, type Collection } from '../../../collections/model/collection.ts';
import { newRequest, type SavedRequest } from '../../../collections/model/request.ts';
import { importContent } from '../../import/index.ts';
import { httpEnvironment } from '../http-environment.ts';
import { httpFile, httpFolder } from './index.ts';

const CONTEXT = { environment: null };

const read = (text: string): Collection =>
  importContent(Buffer.from(text), 'a.http', { keepsFilePaths: true }).collections[0]!;

function written(collection: Collection): { readonly text: string; readonly warnings: readonly string[] } {
  return httpFile.write(collection, CONTEXT);
}

const requestsIn = ({ items }: Collection): readonly SavedRequest[] =>
  [...requestsOf(items)].map(({ request }) => request);

function collectionOf(items: Collection['items'], more: Partial<Collection> = {}): Collection {
  return {
    id: 'c',
    name: 'C',
    docs: '',
    auth: { type: 'none' },
    variables: [],
    scripts: { preRequest: '', test: '' },
    items,
    ...more,
  };
}

const request = (given: Partial<SavedRequest>): Collection['items'][number] => ({
  kind: 'request',
  request: newRequest({ id: 'r', name: 'R', url: 'http://a', ...given }),
});

const FILE = join(import.meta.dirname, '../../../../test/corpus/http/shop/shop.http');

test('a file that was imported is written with the same meaning', () => {
  const before = read(
    readFileSync(FILE, 'utf8').replace(/^GET \{\{host\}\}\/escaped.*$/m, 'GET {{host}}/plain'),
  );
  const { text, warnings } = written(before);
  expect(warnings).toEqual([]);
  const after = read(text);
  expect(after.variables).toEqual(before.variables);
  expect(requestsIn(after).map(withoutId)).toEqual(requestsIn(before).map(withoutId));
  expect(written(after).text).toBe(text);
});

function withoutId(request_: SavedRequest): object {
  return { ...request_, id: '' };
}

test('settings, headers that are off, and authorization of the collection', () => {
  const collection = collectionOf(
    [
      request({
        docs: 'about\n\nit',
        url: '{{base}}/users/:id',
        path: [{ name: 'id', value: '{{user}}', enabled: true, docs: '' }],
        headers: [{ name: 'X-Off', value: '1', enabled: false, docs: '' }],
        settings: {
          ...newRequest({ id: 'x' }).settings,
          followRedirects: false,
          timeoutMs: 1500,
          httpVersion: '1.1',
        },
      }),
    ],
    {
      auth: { type: 'bearer', token: '{{t}}' },
      variables: [
        { name: 'base', value: 'http://h', enabled: true, secret: false, docs: '' },
        { name: 'key', value: 'k', enabled: true, secret: true, docs: '' },
      ],
    },
  );
  const { text, warnings } = written(collection);
  expect(text).toBe(`@base = http://h

### R
# about
#
# it
# @no-redirect
# @timeout 1500 ms
GET {{base}}/users/{{user}} HTTP/1.1
# X-Off: 1
Authorization: Bearer {{t}}
`);
  expect(warnings).toEqual([]);
});

test('what the format cannot express is named', () => {
  const items = [
    request({ scripts: { preRequest: 'pm.x', test: '' } }),
    request({ auth: { type: 'wsse', username: 'a', password: 'b' } }),
    request({ body: { type: 'raw', language: 'text', text: 'a\n### b' } }),
    request({
      name: 'S',
      type: 'sql',
      sql: { driver: 'sqlite', statement: '', parameters: [], readOnly: false },
    }),
  ];
  expect(written(collectionOf(items)).warnings).toEqual([
    '"R": scripts of Postman have no form in .http files, and were left out',
    '"R": authorization of the type wsse has no form in .http files, and was left out',
    'the request "S" is of the type sql, which is not exported: it was left out',
    '"R": this cannot be expressed, and was left out or simplified: body.text',
  ]);
});

test('a folder of files, one for each folder with requests', () => {
  const folder = (name: string, items: Collection['items']): Collection['items'][number] => ({
    kind: 'folder',
    folder: {
      id: name,
      name,
      docs: '',
      auth: { type: 'inherit' },
      variables: [],
      scripts: { preRequest: '', test: '' },
      items,
    },
  });
  const collection = collectionOf([
    request({}),
    folder('one', [request({})]),
    folder('two', [folder('deep', [request({})]), request({}), folder('none', [])]),
  ]);
  const { files } = httpFolder.write(collection, CONTEXT);
  expect(files.map(({ path }) => path.join('/'))).toEqual([
    'C.http',
    'one.http',
    'two/requests.http',
    'two/deep.http',
  ]);
});

test('an environment, without secrets', () => {
  const variable = { enabled: true, secret: false, docs: '' };
  const environment = {
    id: 'e',
    name: 'dev',
    variables: [
      { ...variable, name: 'a', value: '1' },
      { ...variable, name: 'b', value: '2', secret: true },
    ],
  };
  expect(httpEnvironment.write(environment, CONTEXT)).toEqual({
    text: '{\n  "dev": {\n    "a": "1"\n  }\n}\n',
    warnings: ['secret variables were left out: b'],
  });
});
