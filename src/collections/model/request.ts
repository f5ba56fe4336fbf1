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

/** The values of what neither a request nor anything around it sets. */
export const SETTING_DEFAULTS = {
  followRedirects: true,
  maxRedirects: 10,
  keepMethod: false,
  keepAuthorization: false,
  verifyTls: true,
  timeoutMs: 0,
  httpVersion: 'auto',
  encodeUrl: true,
  sendCookies: true,
  bodyWithGet: true,
} as const;

type SettingName = keyof typeof SETTING_DEFAULTS;

/** Describes a setting, which files have where it is not inherited. */
function setting<T extends z.ZodType>(name: SettingName, type: T, about: string): z.ZodOptional<T> {
  return type.optional().meta({ description: about, default: SETTING_DEFAULTS[name] });
}

export const settings = strict({
  followRedirects: setting('followRedirects', z.boolean(), 'False to return a redirect as the response'),
  maxRedirects: setting(
    'maxRedirects',
    z.int().min(0).max(100),
    'The maximum number of redirects in a chain',
  ),
  keepMethod: setting(
    'keepMethod',
    z.boolean(),
    'True to keep the method on a redirect for which browsers use GET',
  ),
  keepAuthorization: setting(
    'keepAuthorization',
    z.boolean(),
    'True to send the authorization to the other servers of redirects too',
  ),
  verifyTls: setting('verifyTls', z.boolean(), 'False not to verify the certificate of the server'),
  timeoutMs: setting(
    'timeoutMs',
    z.int().min(0),
    'Time until the end of the response, in milliseconds; 0 for no limit',
  ),
  httpVersion: setting('httpVersion', z.enum(['auto', '1.1', '2']), 'The version of HTTP'),
  encodeUrl: setting(
    'encodeUrl',
    z.boolean(),
    'True to percent-encode characters that are not valid in a URL',
  ),
  sendCookies: setting('sendCookies', z.boolean(), 'False to send no cookies of earlier responses'),
  bodyWithGet: setting(
    'bodyWithGet',
    z.boolean(),
    'True to send a body with GET, HEAD and other methods that usually have none',
  ),
} satisfies Record<SettingName, z.ZodType>);
/** Those that are set; the others are inherited. */
export type OwnSettings = z.output<typeof settings>;
/** All of them, as a request is sent. */
export type RequestSettings = { readonly [S in SettingName]-?: NonNullable<OwnSettings[S]> };

/** Returns all settings; of several that are set, the last counts. */
export function effectiveSettings(...layers: readonly OwnSettings[]): RequestSettings {
  return Object.assign({ ...SETTING_DEFAULTS }, ...layers) as RequestSettings;
}

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
  settings: settings.prefault({}).describe('How the request is sent; what it leaves out is inherited'),
  examples: z.array(example).default([]).describe('Saved responses, which mock servers answer with'),
});
export type SavedRequest = z.output<typeof request>;

/**
 * Creates a request with defaults, such as that of another program, in which nothing is inherited: a setting that is as
 * it would be anyway is not set. Throws a ZodError.
 */
export function newRequest(given: z.input<typeof request>): SavedRequest {
  const { settings: own, ...fields } = request.parse(given);
  const changed = Object.entries(own).filter(
    ([name, value]) => value !== undefined && value !== SETTING_DEFAULTS[name as SettingName],
  );
  return { ...fields, settings: Object.fromEntries(changed) };
}
