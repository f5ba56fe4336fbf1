import { expect, test } from 'vitest';
import { images } from '../../../test/helpers/images.ts';
import { viewContext } from '../../../test/helpers/bodies.ts';
import { conversationLines } from '../../../test/helpers/conversation-lines.ts';
import { mcpBodies } from '../../../test/helpers/mcp-bodies.ts';
import { viewsOf, type ViewContext } from './index.ts';
import { isMcpUrl } from '../operation.ts';
import { mcp } from './mcp.ts';

function lines(name: keyof typeof mcpBodies, more: Partial<ViewContext> = {}): readonly string[] {
  const { body, contentType, ...context } = mcpBodies[name];
  return conversationLines(mcp.view(Buffer.from(body), viewContext(contentType, { ...context, ...more })));
}

test.each(Object.entries(mcpBodies))('%s is recognised', (_, { body, contentType, ...context }) => {
  expect(viewsOf(Buffer.from(body), viewContext(contentType, context))[0]?.id).toBe('mcp');
});

test('the era with handshake and sessions', () => {
  expect(lines('initialize')).toEqual([
    'MCP',
    'client | request 0',
    '  call | initialize',
    '    - protocolVersion: 2025-11-25',
    '    - capabilities: {}',
    '    - clientInfo: { "name": "editor", "version": "1.0" }',
  ]);
  expect(lines('call2025')).toEqual([
    'MCP',
    '- mcp-session-id: s-1',
    '- mcp-protocol-version: 2025-11-25',
    'client | request 2',
    '  call | tools/call | get_weather | {"city":"Oslo"}',
  ]);
  expect(lines('events')).toEqual([
    'MCP',
    'server | notification',
    '  progress | 50 of unknown | token 1',
    'server | response 2',
    '  text | -2 °C',
  ]);
  expect(lines('tools')).toEqual([
    'MCP',
    'server | response 1',
    '  tools | 1',
    '    - get_weather: Weather of a city',
    '  nextCursor | n',
  ]);
  expect(lines('error')).toEqual([
    'MCP',
    'server | response 3',
    '  error | -32602 Unknown tool: x',
    '  data | {"tool":"x"}',
  ]);
});

test('a response is told with its call, where the request is known', () => {
  expect(lines('events', { asked: mcpBodies.call2025.body }).slice(3)).toEqual([
    'server | response 2',
    '  call | tools/call | get_weather | {"city":"Oslo"}',
    '    result text | -2 °C',
  ]);
  expect(lines('events', { asked: '{"jsonrpc":"2.0","id":2,"method":' })).toEqual(lines('events'));
});

test('the era without them', () => {
  expect(lines('call2026').slice(4)).toEqual([
    'client | request 7',
    '  call | tools/call | get_weather | {"city":"Oslo"}',
    '    - protocolVersion: 2026-07-28',
    '    - clientCapabilities: {}',
  ]);
  expect(lines('inputRequired')).toContain('  resultType | input_required');
  expect(lines('discover')).toEqual([
    'MCP',
    'client | request 1',
    '  call | server/discover',
    '    - protocolVersion: 2026-07-28',
  ]);
});

test('results with texts, images, resources, structure and errors', () => {
  const result = {
    content: [
      { type: 'image', mimeType: 'image/png', data: images[0]![4] },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'inside' } },
      { type: 'resource_link', uri: 'file:///b' },
    ],
    structuredContent: { degrees: -2 },
    isError: true,
  };
  const asked = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'look' } });
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result });
  const view = mcp.view(Buffer.from(body), viewContext('application/json', { asked }));
  expect(conversationLines(view).slice(2)).toEqual([
    '  call | tools/call | look',
    '    error image | image/png',
    '    error image/png | these bytes are not an image',
    '    error text | inside',
    '    error resource_link | file:///b',
    '    error structured content | {"degrees":-2}',
  ]);
});

test.each([
  ['{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}', 'another protocol over JSON-RPC'],
  ['{"jsonrpc":"2.0","id":1,"result":"0x1"}', 'its answer'],
  ['{"jsonrpc":"1.0","method":"ping"}', 'another version'],
  ['{"method":"tools/call"}', 'no JSON-RPC'],
  ['{"jsonrpc":"2.0","method":"tools/call"', 'no JSON'],
])('%s is left to other views: %s', (body) => {
  expect(mcp.matches(Buffer.from(body), viewContext('application/json', { url: 'http://a.test/rpc' }))).toBe(
    false,
  );
});

test('much is bounded', () => {
  const batch = Array.from({ length: 5000 }, (_, id) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'x'.repeat(300), arguments: { a: ['y'.repeat(100)] } },
  }));
  const view = mcp.view(Buffer.from(JSON.stringify(batch)), viewContext('application/json'));
  expect(view).toMatchObject({ type: 'conversation', notes: ['4500 messages are not shown'] });
});

test('usual paths', () => {
  expect(['http://a/mcp', 'http://a/x/mcp/', 'http://a/mcp?x=1'].every(isMcpUrl)).toBe(true);
  expect(['http://mcp.test/', 'http://a/mcp/x', 'http://a/x?y=/mcp'].some(isMcpUrl)).toBe(false);
});
