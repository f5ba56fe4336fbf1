import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { capturedFlow, type Captured } from '../../test/helpers/flows.ts';
import { applicationErrorOf } from './application-error.ts';

const JSON_TYPE = 'Content-Type: application/json';
const query = JSON.stringify({ query: 'query Me { me }' });
const call = '{"jsonrpc":"2.0","id":1,"method":"eth_call"}';
const tool = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"pay"}}';
const failed = JSON.stringify({ data: null, errors: [{ message: 'Not authorized' }] });

function of(
  request: string,
  body: string | Buffer,
  fields: readonly string[] = [],
  captured: Captured = {},
  line = 'POST /api HTTP/1.1',
) {
  return applicationErrorOf(
    capturedFlow({
      request: { head: [line, 'Host: a.test', JSON_TYPE], body: request },
      response: { head: ['HTTP/1.1 200 OK', JSON_TYPE, ...fields], body },
      ...captured,
    }),
  );
}

test('errors of GraphQL', () => {
  const error = { type: 'graphql', message: 'Not authorized' };
  expect(of(query, failed)).toEqual(error);
  expect(of(query, `[{"data":1},${failed}]`)).toEqual(error);
  expect(of('', failed, [], {}, 'GET /graphql?query=%7Bme%7D HTTP/1.1')).toEqual(error);
  expect(of(query, '{"data":{"errors":[]}}')).toBeNull();
  expect(of(query, '{"data":{"errors":[{"message":"of a field"}]}}')).toBeNull();
  expect(of('{"a":1}', failed)).toBeNull();
});

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['zstd', zstdCompressSync],
] as const)('in %s', (name, compress) => {
  expect(of(query, compress(failed), [`Content-Encoding: ${name}`])?.message).toBe('Not authorized');
});

test('errors of JSON-RPC, and of tools of MCP', () => {
  const rpc = '{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}';
  expect(of(call, rpc)).toEqual({ type: 'json-rpc', message: '-32601 Method not found', code: -32_601 });
  expect(of(tool, rpc)?.type).toBe('mcp');
  const refusal =
    '{"jsonrpc":"2.0","id":1,"result":{"isError":true,"content":[{"type":"text","text":"No card"}]}}';
  expect(of(tool, refusal)).toEqual({ type: 'mcp', message: 'No card' });
  expect(of(tool, `event: message\ndata: ${refusal}\n\n`, ['Content-Type: text/event-stream'])?.message).toBe(
    'No card',
  );
  expect(of(call, '{"jsonrpc":"2.0","id":1,"result":{"error":{}}}')).toBeNull();
});

test('what is not read: exchanges in progress, errors of HTTP, large and damaged bodies', () => {
  expect(of(query, failed, [], { timestamps: { end: 0 } })).toBeNull();
  expect(of(query, failed, [], { status: 500 })).toBeNull();
  expect(of(query, failed + ' '.repeat(1024 * 1024))).toBeNull();
  const bomb = gzipSync(failed + ' '.repeat(50 * 1024 * 1024));
  expect(of(query, bomb, ['Content-Encoding: gzip'])).toBeNull();
  expect(of(query, gzipSync(failed).subarray(0, 20), ['Content-Encoding: gzip'])).toBeNull();
  expect(of(query, failed, ['Content-Encoding: x'])).toBeNull();
});
