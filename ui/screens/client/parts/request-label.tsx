// The short name of a request's method or type, in its colour: GET, GQL, WS.
import { methodLook } from '../../../parts/flow-text.tsx';
import css from './request-label.module.css';

const TYPE_LABELS: Readonly<Record<string, string>> = {
  graphql: 'GQL',
  grpc: 'gRPC',
  mcp: 'MCP',
  ai: 'AI',
  sql: 'SQL',
  websocket: 'WS',
  socketio: 'SIO',
  mqtt: 'MQTT',
  tcp: 'TCP',
};

interface RequestLabelProps {
  readonly type: unknown;
  readonly method: unknown;
}

export function RequestLabel({ type, method }: RequestLabelProps) {
  const own = typeof type === 'string' ? TYPE_LABELS[type] : undefined;
  if (own !== undefined) return <span className={css['type']}>{own}</span>;
  const name = typeof method === 'string' && method !== '' ? method : 'GET';
  const { text, look } = methodLook({ method: name });
  return <span className={look}>{text === 'DELETE' ? 'DEL' : text.slice(0, 7)}</span>;
}
