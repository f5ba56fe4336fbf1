// The request protocols by type. Each is loaded on first use, so that a run over HTTP loads no other protocol's
// library.
import type { RequestType } from '../../collections/model/request.ts';
import type { RequestProtocol } from './contract.ts';

const PROTOCOLS: Readonly<Record<RequestType, () => Promise<RequestProtocol>>> = {
  http: async () => (await import('./http.ts')).http,
  graphql: async () => (await import('./graphql/index.ts')).graphql,
  grpc: async () => (await import('./grpc/index.ts')).grpcProtocol,
  mcp: async () => (await import('./mcp/index.ts')).mcp,
  ai: async () => (await import('./ai/index.ts')).ai,
  sql: async () => (await import('./sql/index.ts')).sqlProtocol,
  websocket: async () => (await import('./websocket.ts')).websocket,
  socketio: async () => (await import('./socketio.ts')).socketio,
  mqtt: async () => (await import('./mqtt.ts')).mqtt,
  tcp: async () => (await import('./tcp.ts')).tcp,
};

const loaded = new Map<RequestType, Promise<RequestProtocol>>();

export function protocolOf(type: RequestType): Promise<RequestProtocol> {
  let protocol = loaded.get(type);
  if (protocol === undefined) loaded.set(type, (protocol = PROTOCOLS[type]()));
  return protocol;
}
