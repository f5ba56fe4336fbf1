// Saved requests of all ten types. Fields of a single type are in an object with its name.
import { z } from 'zod';
import { auth, INHERIT } from './auth.ts';
import { body, NO_BODY } from './body.ts';
import { example } from './example.ts';
import { protocolFields } from './protocol-fields.ts';
import { docs, id, name, pair, queryPair, scripts, strict, tags, text, variable } from './values.ts';

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

export const requestSettings = strict({
  followRedirects: z.boolean().default(true).describe('False to return a redirect as the response'),
  maxRedirects: z.int().min(0).max(100).default(10).describe('The maximum number of redirects in a chain'),
  keepMethod: z
    .boolean()
    .default(false)
    .describe('True to keep the method on a redirect for which browsers use GET'),
  keepAuthorization: z
    .boolean()
    .default(false)
    .describe('True to send the authorization to the other servers of redirects too'),
  verifyTls: z.boolean().default(true).describe('False not to verify the certificate of the server'),
  timeoutMs: z
    .int()
    .min(0)
    .default(0)
    .describe('Time until the end of the response, in milliseconds; 0 for no limit'),
  httpVersion: z.enum(['auto', '1.1', '2']).default('auto').describe('The version of HTTP'),
  encodeUrl: z
    .boolean()
    .default(true)
    .describe('True to percent-encode characters that are not valid in a URL'),
  sendCookies: z.boolean().default(true).describe('False to send no cookies of earlier responses'),
  bodyWithGet: z
    .boolean()
    .default(true)
    .describe('True to send a body with GET, HEAD and other methods that usually have none'),
});
export type RequestSettings = z.output<typeof requestSettings>;

export const request = strict({
  id,
  name: name.default('New Request'),
  type: z
    .enum(REQUEST_TYPES)
    .default('http')
    .describe('The protocol; fields of a single type are under its name, which may stand for the type'),
  method: text.default('GET').describe('Method of HTTP'),
  url: text
    .default('')
    .describe('The URL without its query; it may contain variables and `:name` in the path'),
  query: z.array(queryPair).default([]).describe('Parameters of the query'),
  path: z.array(pair).default([]).describe('Values of `:name` in the path'),
  headers: z.array(pair).default([]).describe('Headers; metadata of gRPC'),
  body: body.default(NO_BODY).describe('Body of the request'),
  ...protocolFields,
  auth: auth.default(INHERIT).describe('Authorization of the request'),
  variables: z
    .array(variable)
    .default([])
    .describe('Variables for this request only; none of them may be secret'),
  scripts: scripts.prefault({}),
  docs,
  tags,
  settings: requestSettings.prefault({}).describe('How the request is sent'),
  examples: z.array(example).default([]).describe('Saved responses, which mock servers answer with'),
});
export type SavedRequest = z.output<typeof request>;

/** Creates a request with defaults. Throws a ZodError. */
export function newRequest(given: z.input<typeof request>): SavedRequest {
  return request.parse(given);
}
