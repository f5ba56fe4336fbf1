// HAR files as collections.
import { describe, expect, test } from 'vitest';
import { requestsOf, type Collection } from '../../../collections/model/collection.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import { importContent } from '../index.ts';

function importOf(entries: readonly unknown[]): {
  readonly collection: Collection;
  readonly warnings: readonly string[];
} {
  const file = JSON.stringify({ log: { version: '1.2', entries } });
  const { collections, warnings } = importContent(Buffer.from(file), 'My day.har');
  return { collection: collections[0]!, warnings };
}

const requestFields = (fields: object): object => ({
  request: { method: 'GET', url: 'http://a.test/', ...fields },
});
const oneOf = (entry: object): SavedRequest =>
  [...requestsOf(importOf([entry]).collection.items)][0]!.request;
const header = (name: string, value: string): object => ({ name, value });

test('a collection named after the file, a folder for each host', () => {
  const { collection, warnings } = importOf([
    requestFields({ url: 'https://b.test:8443/x?a=1&b' }),
    requestFields({ url: 'http://a.test/one' }),
    requestFields({ url: 'https://b.test:8443/y', method: 'DELETE' }),
    requestFields({ url: 'nothing' }),
    requestFields({ method: 'CONNECT', url: 'c.test:443' }),
    { response: {} },
  ]);
  expect(collection.name).toBe('My day');
  expect(collection.items).toMatchObject([
    {
      folder: {
        name: 'b.test:8443',
        items: [
          {
            request: {
              name: 'GET /x',
              url: 'https://b.test:8443/x',
              query: [
                { name: 'a', value: '1' },
                { name: 'b', value: null },
              ],
            },
          },
          { request: { name: 'DELETE /y', method: 'DELETE' } },
        ],
      },
    },
    { folder: { name: 'a.test', items: [{ request: { name: 'GET /one' } }] } },
    { folder: { name: 'Other', items: [{ request: { name: 'GET nothing' } }] } },
  ]);
  expect(warnings).toEqual([
    'entry 4: it is a CONNECT tunnel: it was left out',
    'entry 5: it has no request: it was left out',
  ]);
});

test('headers without those of the connection', () => {
  const names = [
    ':authority',
    'Host',
    'Connection',
    'Content-Length',
    'Transfer-Encoding',
    'Keep-Alive',
    'Accept',
    'Cookie',
  ];
  const { headers } = oneOf(requestFields({ headers: names.map((name) => header(name, 'x')) }));
  expect(headers.map(({ name }) => name)).toEqual(['Accept', 'Cookie']);
});

describe('bodies', () => {
  const bodyOf = (type: string, text: string, more: object = {}): SavedRequest =>
    oneOf(
      requestFields({
        method: 'POST',
        headers: [header('Content-Type', type)],
        postData: { mimeType: type, text, ...more },
      }),
    );

  test('text, forms, and bytes', () => {
    expect(bodyOf('application/json', '{}').body).toEqual({ type: 'raw', language: 'json', text: '{}' });
    expect(bodyOf('application/x-www-form-urlencoded', 'a=1+2&b=%26').body).toMatchObject({
      type: 'urlencoded',
      fields: [
        { name: 'a', value: '1 2' },
        { name: 'b', value: '&' },
      ],
    });
    expect(bodyOf('image/png', 'AP8=', { encoding: 'base64' }).body).toEqual({ type: 'file', path: '' });
  });

  test('whose type stands only beside the headers', () => {
    const postData = { mimeType: 'application/json; charset=utf-8', text: '{}' };
    const request = oneOf(requestFields({ method: 'POST', postData }));
    expect(request.body).toEqual({ type: 'raw', language: 'json', text: '{}' });
    expect(request.headers).toMatchObject([
      { name: 'Content-Type', value: 'application/json; charset=utf-8' },
    ]);
    const params = [{ name: 'a', value: 'b c' }];
    const form = oneOf(
      requestFields({ postData: { mimeType: 'application/x-www-form-urlencoded', params } }),
    );
    expect(form.body).toMatchObject({ type: 'urlencoded', fields: [{ name: 'a', value: 'b c' }] });
    expect(form.headers).toEqual([]);
    const none = oneOf(requestFields({ postData: { mimeType: 'text/plain', text: '' } }));
    expect([none.body.type, none.headers]).toEqual(['none', []]);
  });

  test('a form of parts', () => {
    const text =
      '--xx\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n2\r\n' +
      '--xx\r\nContent-Disposition: form-data; name="f"; filename="p.png"\r\nContent-Type: image/png\r\n\r\nPNG\r\n--xx--\r\n';
    const request = bodyOf('multipart/form-data; boundary=xx', text);
    expect(request.headers).toEqual([]);
    expect(request.body).toMatchObject({
      type: 'multipart',
      fields: [
        { name: 'a', value: '1\r\n2', files: null },
        { name: 'f', value: '', files: [''], contentType: 'image/png' },
      ],
    });
    expect(bodyOf('multipart/form-data; boundary=xx', 'no parts').body).toMatchObject({
      type: 'raw',
      text: 'no parts',
    });
  });
});

test('responses are examples', () => {
  const response = {
    status: 404,
    statusText: 'Not Found',
    headers: [header('Content-Type', 'text/plain'), header('Content-Encoding', 'gzip'), header('X', 'y')],
    content: { size: 2, mimeType: 'text/plain', text: 'no' },
  };
  expect(oneOf({ ...requestFields({}), response }).examples).toMatchObject([
    {
      name: '404 Not Found',
      status: 404,
      reason: 'Not Found',
      headers: [{ name: 'Content-Type' }, { name: 'X' }],
      body: 'no',
      base64: false,
    },
  ]);
  const image = {
    status: 200,
    content: { size: 2, mimeType: 'image/png', text: 'AP8=', encoding: 'base64' },
  };
  expect(oneOf({ ...requestFields({}), response: image }).examples).toMatchObject([
    { name: '200', body: 'AP8=', base64: true },
  ]);
  expect(oneOf({ ...requestFields({}), response: { status: 0 } }).examples).toEqual([]);
});

test('a WebSocket', () => {
  const headers = [header('Upgrade', 'websocket'), header('Sec-WebSocket-Key', 'x'), header('Origin', 'o')];
  expect(
    oneOf({ ...requestFields({ url: 'wss://a.test/s', headers }), response: { status: 101 } }),
  ).toMatchObject({
    type: 'websocket',
    url: 'wss://a.test/s',
    headers: [{ name: 'Origin' }],
    examples: [],
  });
  const { collection, warnings } = importOf([
    {
      ...requestFields({ url: 'wss://a.test/s' }),
      _webSocketMessages: [
        { type: 'send', time: 1, opcode: 1, data: '{"a":1}' },
        { type: 'receive', time: 2, opcode: 1, data: 'pong' },
        { type: 'send', time: 3, opcode: 2, data: 'AAE=' },
        { type: 'send', time: 4, opcode: 9, data: '' },
        { type: 'send', time: 5, opcode: 1, data: '{a' },
      ],
    },
  ]);
  const [placed] = requestsOf(collection.items);
  expect(placed?.request.websocket?.messages).toMatchObject([
    { action: 'send', kind: 'json', text: '{"a":1}' },
    { kind: 'base64', text: 'AAE=' },
    { kind: 'text', text: '{a' },
  ]);
  expect(warnings).toEqual(['entry 0: 1 received message of the WebSocket left out']);
});
