import { expect, test } from 'vitest';
import { requestsOf } from '../../collections/model/collection.ts';
import { importContent } from './index.ts';

const read = (value: unknown): ReturnType<typeof importContent> =>
  importContent(Buffer.from(JSON.stringify(value)), 'Backup.postman_dump.json');

const OLD = {
  id: 'old',
  name: 'Old',
  order: ['r1'],
  folders_order: ['f1'],
  variables: [{ key: 'v', value: '1' }],
  folders: [{ id: 'f1', name: 'Inner', order: ['r2'], folders_order: [] }],
  requests: [
    {
      id: 'r1',
      name: 'First',
      method: 'POST',
      url: 'http://a/:id?x=1',
      headers: 'A: 1\n//B: 2\n',
      dataMode: 'raw',
      rawModeData: '{"a":1}',
      dataOptions: { raw: { language: 'json' } },
      queryParams: [
        { key: 'x', value: '1', enabled: true },
        { key: 'off', value: '2', enabled: false },
      ],
      pathVariables: { id: '7' },
      currentHelper: 'basicAuth',
      helperAttributes: { username: 'u', password: 'p' },
      preRequestScript: 'before();',
      tests: 'after();',
      responses: [{ name: 'Ok', responseCode: { code: 201, name: 'Created' }, headers: [], text: 'made' }],
    },
    {
      id: 'r2',
      name: 'Second',
      method: 'POST',
      url: 'http://b',
      dataMode: 'urlencoded',
      data: [
        { key: 'k', value: 'v', enabled: true },
        { key: 'o', value: 'w', enabled: false },
      ],
      auth: { type: 'bearer', bearer: [{ key: 'token', value: 't' }] },
    },
    { id: 'r3', name: 'Lost', method: 'GET', url: 'http://c' },
  ],
};

test('a dump has collections of both versions, environments and globals', () => {
  const { collections, environments, globals, broken } = read({
    version: 1,
    collections: [
      OLD,
      { info: { name: 'New', schema: 'v2.1.0' }, item: [{ name: 'A', request: 'http://a' }] },
      { info: { name: 'Bad', schema: 'v2.1.0' }, item: 'x' },
    ],
    environments: [{ id: 'e', name: 'Env', values: [{ key: 'a', value: '1', enabled: true }] }],
    globals: [{ key: 'g', value: '2', enabled: true }],
  });
  expect(collections.map(({ name, items }) => [name, [...requestsOf(items)].length])).toEqual([
    ['Old', 3],
    ['New', 1],
  ]);
  expect(environments).toMatchObject([{ id: 'e', name: 'Env', variables: [{ name: 'a', value: '1' }] }]);
  expect(globals).toMatchObject([{ name: 'g', value: '2' }]);
  expect(broken).toEqual(['Bad: "item" is a text, where a list of folders and requests should be']);
});

test('a collection of version 1 has everything where it belongs', () => {
  const [collection] = read(OLD).collections;
  expect(collection).toMatchObject({ id: 'old', variables: [{ name: 'v', value: '1' }] });
  const placed = [...requestsOf(collection!.items)];
  expect(placed.map(({ folders, request }) => [...folders.map(({ name }) => name), request.name])).toEqual([
    ['Inner', 'Second'],
    ['First'],
    ['Lost'],
  ]);
  expect(placed[1]?.request).toMatchObject({
    method: 'POST',
    url: 'http://a/:id',
    query: [
      { name: 'x', value: '1', enabled: true },
      { name: 'off', value: '2', enabled: false },
    ],
    path: [{ name: 'id', value: '7' }],
    headers: [
      { name: 'A', value: '1', enabled: true },
      { name: 'B', value: '2', enabled: false },
    ],
    body: { type: 'raw', language: 'json', text: '{"a":1}' },
    auth: { type: 'basic', username: 'u', password: 'p' },
    scripts: { preRequest: 'before();', test: 'after();' },
    examples: [{ name: 'Ok', status: 201, body: 'made' }],
  });
  expect(placed[0]?.request).toMatchObject({
    body: {
      type: 'urlencoded',
      fields: [
        { name: 'k', enabled: true },
        { name: 'o', enabled: false },
      ],
    },
    auth: { type: 'bearer', token: 't' },
  });
});
