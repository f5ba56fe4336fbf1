import { deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { capturedFlow, capturedMessage } from '../../test/helpers/flows.ts';
import type { SnippetRequest } from '../snippets/contract.ts';
import { snippetRequest } from './snippet-request.ts';

async function requestWith(
  body: Buffer | string,
  fields: readonly string[],
  cap = Infinity,
): Promise<SnippetRequest> {
  const request = { head: ['POST /a HTTP/1.1', ...fields], body, cap };
  return (await snippetRequest(capturedFlow({ request })))!;
}

const json = 'Content-Type: application/json';

test('a tunnel has no request', async () => {
  expect(await snippetRequest(capturedFlow({ request: null }))).toBeNull();
});

test('has the request as the client sent it, before tools changed it', async () => {
  const flow = capturedFlow({
    request: { head: ['POST /asked HTTP/1.1', 'Host: example.test'], body: 'asked' },
  });
  flow.originalRequest = flow.request;
  flow.request = capturedMessage({
    head: ['PUT /sent HTTP/1.1', 'Host: other.test', 'X-Tool: 1'],
    body: 'sent',
  });
  flow.sentTo = { scheme: 'http', host: 'other.test', port: 80 };
  expect(await snippetRequest(flow)).toMatchObject({
    method: 'POST',
    url: 'http://example.test/asked',
    headers: [{ name: 'Host', value: 'example.test' }],
    body: { type: 'text', text: 'asked' },
  });
});

test('a request without a body', async () => {
  const request = {
    head: ['GET /a?b HTTP/1.1', 'Host: example.test:8080', 'x-A: 1', 'Connection: close', 'x-A: 2'],
  };
  const flow = capturedFlow({
    target: { port: 8080 },
    request,
    response: null,
    state: 'failed',
    error: 'refused',
  });
  expect(await snippetRequest(flow)).toStrictEqual({
    method: 'GET',
    url: 'http://example.test:8080/a?b',
    headers: [
      { name: 'Host', value: 'example.test:8080' },
      { name: 'x-A', value: '1' },
      { name: 'Connection', value: 'close' },
      { name: 'x-A', value: '2' },
    ],
    body: { type: 'none' },
    compressed: false,
  });
});

test('a UTF-8 body becomes text, byte for byte', async () => {
  const { body } = await requestWith('\ufeff{"a":\r\n"ä"}', [json]);
  expect(body).toEqual({ type: 'text', text: '\ufeff{"a":\r\n"ä"}' });
});

test.each([
  ['holds NUL', 'a\0b', [json], 3],
  [
    'is in another charset',
    Buffer.from('caf\xe9', 'latin1'),
    ['Content-Type: text/plain; charset=latin1'],
    4,
  ],
  ['is UTF-16', Buffer.from('ab', 'utf16le'), ['Content-Type: text/plain; charset=utf-16le'], 4],
  ['is of a binary type', 'abc', ['Content-Type: image/png'], 3],
])('a body that %s is binary', async (_, body, fields, size) => {
  expect(await requestWith(body, fields)).toMatchObject({
    body: { type: 'binary', size },
    compressed: false,
  });
});

test('a body that was captured in part is binary, with its full size', async () => {
  expect((await requestWith('x'.repeat(50), [json], 10)).body).toEqual({ type: 'binary', size: 50 });
});

test('a compressed body is decoded', async () => {
  const body = gzipSync(deflateSync('{"a":1}'));
  expect(
    await requestWith(body, [json, 'Content-Encoding: deflate', 'Content-Encoding: gzip']),
  ).toMatchObject({
    body: { type: 'text', text: '{"a":1}' },
    compressed: true,
  });
});

test('a compressed body that is binary, corrupt or truncated has the size that was sent', async () => {
  const gzip = 'Content-Encoding: gzip';
  const binary = gzipSync(Buffer.alloc(100));
  const size = binary.length;
  expect(await requestWith(binary, [gzip])).toMatchObject({
    body: { type: 'binary', size },
    compressed: true,
  });
  const broken = gzipSync('{"a":1}').subarray(0, -4);
  expect((await requestWith(broken, [json, gzip])).body).toEqual({ type: 'binary', size: broken.length });
});

test('a body that is not compressed despite its Content-Encoding is as captured', async () => {
  const { body, compressed } = await requestWith('{"a":1}', [json, 'Content-Encoding: gzip']);
  expect({ body, compressed }).toEqual({ body: { type: 'text', text: '{"a":1}' }, compressed: false });
});
