// Asks servers what they offer: the schema of GraphQL, services of gRPC, lists of MCP, tables of SQL, topics of MQTT.
import { UserError } from '../../base/errors.ts';
import type { RequestType, SavedRequest } from '../../collections/model/request.ts';
import type { Describer } from './contract.ts';

const DESCRIBERS: Readonly<Partial<Record<RequestType, () => Promise<Describer>>>> = {
  graphql: async () => (await import('./graphql.ts')).graphql,
  grpc: async () => (await import('./grpc.ts')).grpc,
  mcp: async () => (await import('./mcp.ts')).mcp,
  sql: async () => (await import('./sql.ts')).sql,
  mqtt: async () => (await import('./mqtt.ts')).mqtt,
};

/** Resolves with what asks the server of a request. Rejects with a UserError for types whose servers tell nothing. */
export function describerOf({ type, name }: SavedRequest): Promise<Describer> {
  const load = DESCRIBERS[type];
  if (load !== undefined) return load();
  const types = Object.keys(DESCRIBERS).join(', ');
  throw new UserError(
    'UNSUPPORTED',
    `the server of ${name} describes nothing: ${type} has no question for it, unlike ${types}`,
  );
}
