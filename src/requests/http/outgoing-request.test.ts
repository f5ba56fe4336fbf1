import { expect, test } from 'vitest';
import { completeHeaders, toUpstreamRequest, type OutgoingRequest } from './outgoing-request.ts';
import { buildUrl } from './url.ts';

function requestWith(fields: Partial<OutgoingRequest> = {}): OutgoingRequest {
  const url = buildUrl({ url: 'http://a.test:8080/x?y=1', query: [], path: [], encode: true });
  return { method: 'GET', url, headers: [], body: Buffer.alloc(0), ...fields };
}

test('adds Host, and Content-Length where the method needs it', () => {
  expect(completeHeaders(requestWith())).toEqual([{ name: 'Host', value: 'a.test:8080' }]);
  expect(completeHeaders(requestWith({ method: 'POST' }))).toEqual([
    { name: 'Host', value: 'a.test:8080' },
    { name: 'Content-Length', value: '0' },
  ]);
  expect(completeHeaders(requestWith({ body: Buffer.from('abc') })).at(-1)).toEqual({
    name: 'Content-Length',
    value: '3',
  });
});

test('keeps the Host of the user, and drops framing headers', () => {
  const headers = [
    { name: 'host', value: 'b.test' },
    { name: 'Transfer-Encoding', value: 'chunked' },
    { name: 'CONNECTION', value: 'close' },
    { name: 'X-A', value: '1' },
  ];
  expect(completeHeaders(requestWith({ headers }))).toEqual([headers[0], headers[3]]);
});

test.each([
  [{ method: 'G ET' }, '"G ET" is not an HTTP method'],
  [{ headers: [{ name: 'X A', value: '' }] }, '"X A" is not a valid header name'],
  [{ headers: [{ name: 'X-A', value: 'a\r\nb' }] }, 'the header X-A contains "\\r", which cannot be sent'],
])('%j is rejected', (fields, message) => {
  expect(() => completeHeaders(requestWith(fields))).toThrow(message);
});

test('has a head for HTTP/1.1 and fields for HTTP/2', () => {
  const request = requestWith({
    method: 'PUT',
    headers: [{ name: 'X-A', value: '1' }],
    body: Buffer.from('abc'),
  });
  expect(toUpstreamRequest(request, completeHeaders(request))).toEqual({
    method: 'PUT',
    scheme: 'http',
    authority: 'a.test:8080',
    path: '/x?y=1',
    hasBody: true,
    contentLength: 3,
    fields: ['x-a', '1', 'content-length', '3'],
    http1Head: 'PUT /x?y=1 HTTP/1.1\r\nHost: a.test:8080\r\nX-A: 1\r\nContent-Length: 3\r\n\r\n',
  });
  const plain = requestWith();
  expect(toUpstreamRequest(plain, completeHeaders(plain))).toMatchObject({
    contentLength: -1,
    fields: [],
    hasBody: false,
  });
});
