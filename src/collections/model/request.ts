// Saved requests of all ten types. Fields of a single type are in an object with its name.
import { z } from 'zod';
import { auth, INHERIT } from './auth.ts';
import { body, NO_BODY } from './body.ts';
import { example } from './example.ts';
import { protocolFields } from './protocol-fields.ts';
import { id, name, pair, queryPair, scripts, tags, text, variable } from './values.ts';

export const REQUEST_TYPES = [
  'http',
  'graphql',
  'grpc',
  'mcp',
  'ai',
  'sql',
  'websocket',
  'socketio',
  'mqtt',
  'tcp',
] as const;
export type RequestType = (typeof REQUEST_TYPES)[number];

/** The names of the types for people. */
export const REQUEST_TYPE_LABELS: Readonly<Record<RequestType, string>> = {
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

export const requestSettings = z.strictObject({
  followRedirects: z.boolean().default(true),
  /** The maximum number of redirects in a chain. */
  maxRedirects: z.int().min(0).max(100).default(10),
  /** True to keep the method on a redirect for which browsers use GET. */
  keepMethod: z.boolean().default(false),
  keepAuthorization: z.boolean().default(false),
  verifyTls: z.boolean().default(true),
  /** Milliseconds; 0 for no timeout. */
  timeoutMs: z.int().min(0).default(0),
  httpVersion: z.enum(['auto', '1.1', '2']).default('auto'),
  /** True to percent-encode characters that are not valid in a URL. */
  encodeUrl: z.boolean().default(true),
  sendCookies: z.boolean().default(true),
  /** True to send a body with GET, HEAD and other methods that usually have none. */
  bodyWithGet: z.boolean().default(true),
});
export type RequestSettings = z.output<typeof requestSettings>;

export const request = z.strictObject({
  id,
  name: name.default('New Request'),
  type: z.enum(REQUEST_TYPES).default('http'),
  method: text.default('GET'),
  /** The URL without its query. */
  url: text.default(''),
  query: z.array(queryPair).default([]),
  /** Values of `:name` in the path. */
  path: z.array(pair).default([]),
  headers: z.array(pair).default([]),
  body: body.default(NO_BODY),
  ...protocolFields,
  auth: auth.default(INHERIT),
  /** Variables for this request only; none of them may be secret. */
  variables: z.array(variable).default([]),
  scripts: scripts.prefault({}),
  docs: text.default(''),
  tags,
  settings: requestSettings.prefault({}),
  examples: z.array(example).default([]),
});
export type SavedRequest = z.output<typeof request>;

/** Creates a request with defaults. Throws a ZodError. */
export function newRequest(given: z.input<typeof request>): SavedRequest {
  return request.parse(given);
}
