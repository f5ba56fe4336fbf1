// The types of requests.
import type { RequestType } from '../fields.ts';
import type { TypeView } from './contract.ts';
import { http } from './http.ts';
import { websocket } from './websocket.tsx';

export type { ColumnView, PaneView, TypeView } from './contract.ts';

const TYPES: Readonly<Partial<Record<RequestType, TypeView>>> = { http, websocket };

export function typeView(type: RequestType): TypeView {
  return TYPES[type] ?? http;
}
