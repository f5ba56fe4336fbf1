import { expect, test } from 'vitest';
import { viewContext } from '../../../test/helpers/bodies.ts';
import { mcpBodies } from '../../../test/helpers/mcp-bodies.ts';
import { viewsOf, type TreeNode } from './index.ts';
import { isMcpUrl } from '../operation.ts';
import { mcp } from './mcp.ts';

/** Lines of label, kind and value, indented. */
function lines(name: keyof typeof mcpBodies): readonly string[] {
  const { body, contentType, ...context } = mcpBodies[name];
  const view = mcp.view(Buffer.from(body), viewContext(contentType, context));
  const of = (nodes: readonly TreeNode[], indent: string): readonly string[] =>
    nodes.flatMap(({ label, kind, value, children }) => [
      `${indent}${[label, kind, value].filter((each) => each !== null && each !== '').join(' | ')}`,
      ...of(children, `${indent}  `),
    ]);
  return view.type === 'tree' ? of(view.nodes, '') : [];
}

test.each(Object.entries(mcpBodies))('%s is recognised', (_, { body, contentType, ...context }) => {
  expect(viewsOf(Buffer.from(body), viewContext(contentType, context))[0]?.id).toBe('mcp');
});

test('the era with handshake and sessions', () => {
  expect(lines('initialize')).toEqual([
    'initialize | request 0',
    '  protocolVersion | 2025-11-25',
    '  capabilities | {}',
    '  clientInfo | {\n  "name": "editor",\n  "version": "1.0"\n}',
  ]);
  expect(lines('call2025')).toEqual([
    'mcp-session-id | header | s-1',
    'mcp-protocol-version | header | 2025-11-25',
    'tools/call | request 2 | get_weather',
    '  arguments | {\n  "city": "Oslo"\n}',
  ]);
  expect(lines('events')).toEqual([
    'notifications/progress | notification',
    '  progressToken | 1',
    '  progress | 50',
    'result | response 2',
    '  text | -2 °C',
  ]);
  expect(lines('tools')).toEqual([
    'result | response 1',
    '  tools | 1',
    '    get_weather | tool | Weather of a city',
    '  nextCursor | n',
  ]);
  expect(lines('error')).toEqual([
    'error | response 3 | -32602 Unknown tool: x',
    '  data | {\n  "tool": "x"\n}',
  ]);
});

test('the era without them', () => {
  expect(lines('call2026')).toEqual([
    'mcp-protocol-version | header | 2026-07-28',
    'mcp-method | header | tools/call',
    'mcp-name | header | get_weather',
    'tools/call | request 7 | get_weather',
    '  arguments | {\n  "city": "Oslo"\n}',
    '  protocolVersion | 2026-07-28',
    '  clientCapabilities | {}',
  ]);
  expect(lines('inputRequired')[0]).toBe('result | response 7 | input_required');
  expect(lines('discover')).toEqual(['server/discover | request 1', '  protocolVersion | 2026-07-28']);
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
  expect(view).toMatchObject({ type: 'tree', notes: ['4500 messages are not shown'] });
});

test('usual paths', () => {
  expect(['http://a/mcp', 'http://a/x/mcp/', 'http://a/mcp?x=1'].every(isMcpUrl)).toBe(true);
  expect(['http://mcp.test/', 'http://a/mcp/x', 'http://a/x?y=/mcp'].some(isMcpUrl)).toBe(false);
});
