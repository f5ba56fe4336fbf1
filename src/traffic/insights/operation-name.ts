// The operation of a request when many operations share one path: GraphQL, MCP and JSON-RPC.
import { operationOf } from '../../flow/operation.ts';
import type { Flow } from '../../flow/flow.ts';

/** Returns the operation with a leading space, such as ` Checkout` or ` tools/call get_weather`; empty for others. */
export function operationSuffix(flow: Flow): string {
  const operation = operationOf(flow);
  if (operation === null || operation.type === 'ai' || operation.name === '') return '';
  return ` ${operation.name}`;
}
