// The contents of a collection in numbers.
import type { TreeObject } from '../model/workspace.ts';

/** Such as `29 HTTP, 2 gRPC`. */
export function typesText(collection: TreeObject): string {
  const types = [...requestsIn(collection)].map(({ type }) => (typeof type === 'string' ? type : 'http'));
  if (types.length === 0) return 'none';
  return [...Map.groupBy(types, (type) => type)]
    .toSorted(([, one], [, other]) => other.length - one.length)
    .map(([type, own]) => `${own.length} ${TYPE_NAMES[type] ?? type}`)
    .join(', ');
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  http: 'HTTP',
  graphql: 'GraphQL',
  grpc: 'gRPC',
  mcp: 'MCP',
  ai: 'AI',
  sql: 'SQL',
  websocket: 'WebSocket',
  socketio: 'Socket.IO',
  mqtt: 'MQTT',
  tcp: 'TCP',
};

function* requestsIn({ items = [] }: TreeObject): Generator<TreeObject, void, undefined> {
  for (const item of items)
    if (item.kind === 'request') yield item;
    else yield* requestsIn(item);
}

export function countFolders({ items = [] }: TreeObject): number {
  return items.reduce((sum, item) => sum + (item.kind === 'folder' ? 1 + countFolders(item) : 0), 0);
}

export function countExamples(collection: TreeObject): number {
  return [...requestsIn(collection)].reduce((sum, { examples = [] }) => sum + examples.length, 0);
}
