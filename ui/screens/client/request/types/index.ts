// The types of requests.
import type { RequestType } from '../fields.ts';
import type { TypeView } from './contract.ts';
import { graphql } from './graphql/index.tsx';
import { http } from './http.ts';
import { sql } from './sql/index.tsx';
import { websocket } from './websocket.tsx';

export type { ColumnView, PaneView, TypeView } from './contract.ts';

const TYPES: Readonly<Partial<Record<RequestType, TypeView>>> = { http, graphql, sql, websocket };

export function typeView(type: RequestType): TypeView {
  return TYPES[type] ?? http;
}
