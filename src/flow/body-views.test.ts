import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { bodyView } from './body-views.ts';
import { ProtoCatalogue } from './proto-catalogue.ts';

const protos = new ProtoCatalogue();

const flow = capturedFlow({
  request: {
    head: ['POST /?a=1 HTTP/1.1', 'Content-Type: application/x-www-form-urlencoded'],
    body: 'a=1&b=%20',
  },
  response: {
    head: ['HTTP/1.1 200 OK', 'Content-Type: application/json', 'Content-Encoding: gzip'],
    body: gzipSync('{"a":1}'),
  },
});

test('returns the most specific view of each side, with content codings decoded', async () => {
  expect(await bodyView(flow, 'request', null, protos)).toMatchObject({
    type: 'table',
    rows: [
      ['a', '1'],
      ['b', ' '],
    ],
  });
  expect(await bodyView(flow, 'response', null, protos)).toMatchObject({
    type: 'text',
    text: '{\n  "a": 1\n}',
    error: null,
  });
});

test('returns a requested view', async () => {
  expect(await bodyView(flow, 'response', 'hex', protos)).toMatchObject({ type: 'hex', size: 7 });
  expect(await bodyView(flow, 'response', 'xml', protos)).toMatchObject({ type: 'text' });
  expect(await bodyView(flow, 'response', 'none', protos)).toBeNull();
  expect(await bodyView(capturedFlow({ response: null }), 'response', null, protos)).toBeNull();
  expect(await bodyView(capturedFlow(), 'response', null, protos)).toBeNull();
});

test('a truncated capture is not an error of the sender', async () => {
  const response = {
    head: ['HTTP/1.1 200 OK', 'Content-Type: application/json'],
    body: '{"a":[1,2,3]}',
    cap: 8,
  };
  const view = await bodyView(capturedFlow({ response }), 'response', null, protos);
  expect(view).toMatchObject({
    error: null,
    notes: ['cut at 8 of 13 bytes'],
  });
});

test('decompresses a gRPC message', async () => {
  const zipped = gzipSync(Buffer.from('0a026869', 'hex'));
  const response = {
    head: ['HTTP/2 200', 'content-type: application/grpc', 'grpc-encoding: gzip'],
    body: Buffer.concat([Buffer.of(1, 0, 0, 0, zipped.length), zipped]),
  };
  const view = await bodyView(capturedFlow({ response }), 'response', null, protos);
  expect(view).toMatchObject({ type: 'tree', nodes: [{ children: [{ label: '1', value: 'hi' }] }] });
});
