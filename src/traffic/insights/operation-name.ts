// The operation of a request when many operations share one path: GraphQL, MCP and JSON-RPC.
import { operationOf } from '../../flow/operation.ts';
import type { Flow } from '../../flow/flow.ts';

/** Bytes of a body in which the method of a call is looked for. */
const MAX_BYTES = 4096;

/** Returns the operation with a leading space, such as ` Checkout` or ` tools/call get_weather`; empty for others. */
export function operationSuffix(flow: Flow): string {
  if (flow.method !== 'POST') return '';
  const operation = operationOf(flow);
  if (operation?.type === 'ai') return '';
  const name = operation?.name ?? rpcMethod(flow);
  return name === '' ? '' : ` ${name}`;
}

function rpcMethod({ request }: Flow): string {
  if (request === null || !/\bjson\b/i.test(request.head) || request.body.inMemory === 0) return '';
  const text = Buffer.concat(request.body.memoryChunks().slice(0, 4)).toString('utf8', 0, MAX_BYTES);
  if (!/"jsonrpc"\s*:\s*"2\.0"/.test(text)) return '';
  return /"method"\s*:\s*"([\w./:$-]{1,100})"/.exec(text)?.[1] ?? '';
}
