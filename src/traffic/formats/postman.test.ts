import { expect, test } from 'vitest';
import { collected } from '../../../test/helpers/collect.ts';
import { capturedFlow, type Captured } from '../../../test/helpers/flows.ts';
import type { PostmanItem } from '../../documents/postman.ts';
import { postman } from './postman.ts';

interface Collection {
  readonly info: Readonly<Record<string, string>>;
  readonly item: readonly PostmanItem[];
}

async function exported(...captured: readonly Captured[]): Promise<Collection> {
  const file = await collected(postman.export.write(captured.map((each) => capturedFlow(each))));
  return JSON.parse(file.toString()) as Collection;
}

test('a collection of one request, without folders', async () => {
  const { info, item } = await exported({
    target: { scheme: 'https', host: 'api.example.test', port: 8443 },
    request: {
      head: [
        'POST /users/7?a=1&b=%20&c HTTP/1.1',
        'Host: api.example.test:8443',
        'Content-Length: 7',
        'Connection: close',
        'Content-Type: application/json; charset=utf-8',
        'X-A: b',
      ],
      body: '{"a":1}',
    },
    response: { head: ['HTTP/1.1 201 Created', 'X-B: c'], body: 'made' },
  });
  expect(info).toMatchObject({
    name: 'Proxy Export',
    schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
  });
  const request = {
    method: 'POST',
    header: [
      { key: 'Content-Type', value: 'application/json; charset=utf-8' },
      { key: 'X-A', value: 'b' },
    ],
    url: {
      raw: 'https://api.example.test:8443/users/7?a=1&b=%20&c',
      protocol: 'https',
      host: ['api', 'example', 'test'],
      port: '8443',
      path: ['users', '7'],
      query: [
        { key: 'a', value: '1' },
        { key: 'b', value: '%20' },
        { key: 'c', value: null },
      ],
    },
    body: { mode: 'raw', raw: '{"a":1}', options: { raw: { language: 'json' } } },
  };
  expect(item).toEqual([
    {
      id: 'request-1',
      name: 'POST /users/7',
      protocolProfileBehavior: { disableUrlEncoding: true, disableCookies: true },
      request,
      response: [
        {
          id: 'request-1-response',
          name: 'Captured response',
          originalRequest: request,
          status: 'Created',
          code: 201,
          _postman_previewlanguage: 'text',
          header: [{ key: 'X-B', value: 'c' }],
          cookie: [],
          body: 'made',
        },
      ],
    },
  ]);
});

test('tunnels are skipped, binary bodies and missing responses left out', async () => {
  const { item } = await exported(
    { request: null },
    { request: { head: ['POST / HTTP/1.1'], body: Buffer.from([0, 255]) }, response: null, state: 'failed' },
    {},
  );
  expect(item.map(({ request }) => request.method)).toEqual(['POST', 'GET']);
  expect(item[0]).toMatchObject({ response: [] });
  expect(item[0]?.request.body).toBe(undefined);
});

test('no flows make a valid collection', async () => {
  expect((await exported()).item).toEqual([]);
});
