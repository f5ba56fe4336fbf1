// Messages of the Model Context Protocol, as its specification shows them, of both eras.
import type { AiBody } from './ai-bodies.ts';

interface McpBody extends AiBody {
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

const URL_2025 = 'https://tools.example.test/mcp';
const JSON_TYPE = 'application/json';

const call = (id: number, method: string, params: object): object => ({ jsonrpc: '2.0', id, method, params });

export const mcpBodies = {
  initialize: {
    url: 'https://tools.example.test/v1',
    side: 'request',
    contentType: JSON_TYPE,
    headers: [],
    body: JSON.stringify(
      call(0, 'initialize', {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'editor', version: '1.0' },
      }),
    ),
  },
  call2025: {
    url: URL_2025,
    side: 'request',
    contentType: JSON_TYPE,
    headers: [
      { name: 'Mcp-Session-Id', value: 's-1' },
      { name: 'MCP-Protocol-Version', value: '2025-11-25' },
    ],
    body: JSON.stringify(call(2, 'tools/call', { name: 'get_weather', arguments: { city: 'Oslo' } })),
  },
  events: {
    url: URL_2025,
    side: 'response',
    contentType: 'text/event-stream',
    headers: [],
    body: [
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 1, progress: 50 } },
      { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: '-2 °C' }], isError: false } },
    ]
      .map((each, at) => `id: ${at}\nevent: message\ndata: ${JSON.stringify(each)}\n\n`)
      .join(''),
  },
  tools: {
    url: 'https://tools.example.test/rpc',
    side: 'response',
    contentType: JSON_TYPE,
    headers: [],
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      result: {
        tools: [{ name: 'get_weather', description: 'Weather of a city', inputSchema: {} }],
        nextCursor: 'n',
      },
    }),
  },
  error: {
    url: URL_2025,
    side: 'response',
    contentType: JSON_TYPE,
    headers: [],
    body: '{"jsonrpc":"2.0","id":3,"error":{"code":-32602,"message":"Unknown tool: x","data":{"tool":"x"}}}',
  },
  call2026: {
    url: 'https://tools.example.test/api',
    side: 'request',
    contentType: JSON_TYPE,
    headers: [
      { name: 'MCP-Protocol-Version', value: '2026-07-28' },
      { name: 'Mcp-Method', value: 'tools/call' },
      { name: 'Mcp-Name', value: 'get_weather' },
    ],
    body: JSON.stringify(
      call(7, 'tools/call', {
        name: 'get_weather',
        arguments: { city: 'Oslo' },
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      }),
    ),
  },
  inputRequired: {
    url: 'https://tools.example.test/api',
    side: 'response',
    contentType: JSON_TYPE,
    headers: [],
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 7,
      result: { resultType: 'input_required', inputRequests: { city: { method: 'elicitation/create' } } },
    }),
  },
  discover: {
    url: 'https://tools.example.test/api',
    side: 'request',
    contentType: JSON_TYPE,
    headers: [],
    body: JSON.stringify(
      call(1, 'server/discover', { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } }),
    ),
  },
} as const satisfies Readonly<Record<string, McpBody>>;
