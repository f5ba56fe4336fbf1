// Collections in one file: bundled OpenCollection, and Bruno's export as JSON.
import { expect, test } from 'vitest';
import { requestsOf } from '../../../collections/model/collection.ts';
import type { Imported } from '../../../collections/model/imported.ts';
import { importContent } from '../index.ts';

const read = (text: string, name: string): Imported => importContent(Buffer.from(text), name);

test('OpenCollection that is bundled, with folders and environments', () => {
  const { collections, environments, warnings } = read(
    `opencollection: "1.0.0"
bundled: true
info:
  name: Shop
config:
  environments:
    - name: Local
      variables:
        - name: base
          value: http://a.test
request:
  headers:
    - name: X-All
      value: a
items:
  - info:
      name: Folder
      type: folder
    items:
      - info:
          name: In
          type: http
        http:
          method: GET
          url: "{{base}}/in"
        runtime:
          assertions:
            - expression: res.status
              operator: eq
              value: "200"
  - info:
      name: Last
      type: http
    http:
      method: POST
      url: http://a.test
`,
    'shop.yml',
  );
  expect(warnings).toEqual([]);
  expect(environments).toMatchObject([
    { name: 'Local', variables: [{ name: 'base', value: 'http://a.test' }] },
  ]);
  const [collection] = collections;
  expect(collection!.name).toBe('Shop');
  expect([...requestsOf(collection!.items)]).toMatchObject([
    { folders: [{ name: 'Folder' }], request: { name: 'In', headers: [{ name: 'X-All' }] } },
    { folders: [], request: { name: 'Last', method: 'POST' } },
  ]);
  expect([...requestsOf(collection!.items)][0]!.request.scripts.test).toContain(
    'bru.assert("res.status", "eq", "200")',
  );
});

test("Bruno's export as JSON", () => {
  const { collections, environments } = read(
    JSON.stringify({
      name: 'Shop',
      version: '1',
      items: [
        {
          type: 'http',
          name: 'Create',
          seq: 1,
          request: {
            url: '{{base}}/x?page=1',
            method: 'POST',
            headers: [{ name: 'X-Off', value: 'a', enabled: false }],
            params: [{ name: 'page', value: '1', type: 'query', enabled: true }],
            body: { mode: 'json', json: '{"a":1}' },
            auth: { mode: 'bearer', bearer: { token: 'T' } },
            script: { req: 'one()' },
            vars: {
              req: [{ name: 'v', value: 'w', enabled: true }],
              res: [{ name: 't', value: 'res.body.t', enabled: true }],
            },
            assertions: [{ name: 'res.status', value: 'eq 200', enabled: true }],
            tests: 'two()',
            docs: 'Text',
          },
        },
        { type: 'folder', name: 'Empty', items: [], root: { request: { script: { req: 'folder()' } } } },
      ],
      environments: [{ name: 'Local', variables: [{ name: 's', value: '', enabled: true, secret: true }] }],
    }),
    'shop.json',
  );
  const { items } = collections[0]!;
  expect(items).toMatchObject([
    {
      request: {
        name: 'Create',
        url: '{{base}}/x',
        query: [{ name: 'page', value: '1' }],
        headers: [{ enabled: false }],
        body: { type: 'raw', language: 'json', text: '{"a":1}' },
        auth: { type: 'bearer', token: 'T' },
        variables: [{ name: 'v', value: 'w' }],
        docs: 'Text',
      },
    },
    { folder: { name: 'Empty', scripts: { preRequest: "'use bruno'; folder()" } } },
  ]);
  const [{ request }] = [...requestsOf(items)] as unknown as [{ request: { scripts: { test: string } } }];
  for (const part of ['bru.setVar("t"', 'bru.assert("res.status", "eq", "200")', 'two()'])
    expect(request.scripts.test).toContain(part);
  expect(environments).toMatchObject([{ name: 'Local', variables: [{ name: 's', secret: true }] }]);
});
