// The types of requests.
import { useStore } from '../../../../state/store.ts';
import type { RequestType, RequestView } from '../fields.ts';
import { ai } from './ai/index.tsx';
import type { TypeView } from './contract.ts';
import { graphql } from './graphql/index.tsx';
import { grpc } from './grpc/index.tsx';
import { methodKinds } from './grpc/kinds.ts';
import { http } from './http.ts';
import { mcp } from './mcp/index.tsx';
import { mqtt } from './mqtt/index.tsx';
import { socketio } from './socketio.tsx';
import { sql } from './sql/index.tsx';
import { tcp } from './tcp.tsx';
import { websocket } from './websocket.tsx';

export type { ColumnView } from './contract.ts';

const TYPES: Readonly<Record<RequestType, TypeView>> = {
  http,
  graphql,
  grpc,
  mcp,
  ai,
  sql,
  websocket,
  socketio,
  mqtt,
  tcp,
};

export function typeView(type: RequestType): TypeView {
  return TYPES[type];
}

/** Returns true for a request that opens a connection, and follows what decides it. */
export function useStaysOpen(request: RequestView): boolean {
  useStore(methodKinds);
  return typeView(request.type).staysOpen?.(request) === true;
}

/** Returns false where something is missing without which the request cannot be sent. */
export function canSend(request: RequestView): boolean {
  return typeView(request.type).canSend?.(request) ?? request.url.trim() !== '';
}
