// Which exchanges are those of an agent itself: calls of models, messages of MCP.
import type { Flow } from '../../flow/flow.ts';
import { operationOf } from '../../flow/operation.ts';

export function isAgentExchange(flow: Flow): boolean {
  const type = operationOf(flow)?.type;
  return type === 'ai' || type === 'mcp' || isRealtime(flow);
}

/** True for a session with a model over a WebSocket. */
export function isRealtime({ webSocket, path }: Flow): boolean {
  return webSocket !== null && /\/realtime(?:\?|$)/.test(path);
}
