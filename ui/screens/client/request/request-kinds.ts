// The kinds of requests that can be begun, with the fields that a new one has.
import type { RequestType } from '../../../../src/collections/model/request.ts';

export interface RequestKind {
  readonly type: RequestType;
  readonly title: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export const REQUEST_KINDS: readonly RequestKind[] = [
  { type: 'http', title: 'HTTP', fields: { type: 'http' } },
  {
    type: 'graphql',
    title: 'GraphQL',
    fields: {
      type: 'graphql',
      method: 'POST',
      body: { type: 'graphql', query: '', variables: '', operationName: '' },
    },
  },
  { type: 'grpc', title: 'gRPC', fields: { type: 'grpc' } },
  { type: 'mcp', title: 'MCP', fields: { type: 'mcp', mcp: { operation: 'tools/list' } } },
  {
    type: 'ai',
    title: 'AI',
    fields: { type: 'ai', ai: { messages: [{ role: 'user', text: '' }], stream: true } },
  },
  { type: 'sql', title: 'SQL', fields: { type: 'sql' } },
  { type: 'websocket', title: 'WebSocket', fields: { type: 'websocket' } },
  { type: 'socketio', title: 'Socket.IO', fields: { type: 'socketio' } },
  { type: 'mqtt', title: 'MQTT', fields: { type: 'mqtt' } },
  { type: 'tcp', title: 'TCP', fields: { type: 'tcp' } },
];
