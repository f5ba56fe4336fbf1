import { expect, test } from 'vitest';
import { aiBodies } from '../../test/helpers/ai-bodies.ts';
import { capturedMessage } from '../../test/helpers/flows.ts';
import { mcpBodies } from '../../test/helpers/mcp-bodies.ts';
import { operationOf, type Operation } from './operation.ts';

function of(body: string, url = 'https://a.test/api', fields: readonly string[] = []): Operation | null {
  const head = ['POST / HTTP/1.1', 'Content-Type: application/json', ...fields];
  const request = capturedMessage({ head, body });
  return operationOf({ method: 'POST', url, request, finished: true });
}

test('calls to models have the name of the model', () => {
  expect(of(aiBodies.chatRequest.body, aiBodies.chatRequest.url)).toEqual({ type: 'ai', name: 'gpt-5-mini' });
  expect(of(aiBodies.geminiRequest.body, aiBodies.geminiRequest.url)?.name).toBe('gemini-2.5-flash');
  expect(of('{}', 'https://a.test/v1/responses')).toBeNull();
});

test('MCP has its method, and the tool', () => {
  expect(of(mcpBodies.call2025.body)).toEqual({ type: 'mcp', name: 'tools/call get_weather' });
  expect(of(mcpBodies.initialize.body)?.name).toBe('initialize');
  const own = '{"jsonrpc":"2.0","id":1,"method":"x/y"}';
  expect(of(own)).toEqual({ type: 'json-rpc', name: 'x/y' });
  expect(of('{"jsonrpc":"2.0","id":1,"result":{"query":"{ a }"}}')).toBeNull();
  expect(of(own, 'https://a.test/mcp')?.name).toBe('x/y');
  expect(of(own, 'https://a.test/', ['Mcp-Method: x/y'])?.name).toBe('x/y');
});

test.each([
  [{ operationName: 'Hero', query: 'query Hero { a }' }, 'Hero'],
  [{ query: '\n  mutation  Pay($a: Int) { b }' }, 'Pay'],
  [{ query: '# note\nsubscription Live { c }' }, 'Live'],
  [{ query: '{ a }' }, ''],
])('GraphQL has its operation: %j', (body, name) => {
  expect(of(JSON.stringify(body))).toEqual({ type: 'graphql', name });
});

test('others have none', () => {
  expect(of('{"query":"shoes"}')).toBeNull();
  expect(of('')).toBeNull();
  expect(operationOf({ method: 'GET', url: 'http://a', request: null, finished: true })).toBeNull();
});

test('a body that goes on is looked at when it has ended', () => {
  const request = capturedMessage({
    head: ['POST / HTTP/1.1', 'Content-Type: application/json'],
    body: '{"query":"{a}"}',
  });
  expect(operationOf({ method: 'POST', url: 'http://a', request, finished: false })).toBeNull();
  request.complete = true;
  expect(operationOf({ method: 'POST', url: 'http://a', request, finished: false })?.type).toBe('graphql');
});

test('hostile bodies take linear time', () => {
  for (const filler of ['"query":"', '"query"   ', '\\n', '"model":"a', '# ', '"operationName":'])
    expect(of(`{"jsonrpc":"2.0",${filler.repeat(60_000 / filler.length)}`)).not.toBeUndefined();
});
