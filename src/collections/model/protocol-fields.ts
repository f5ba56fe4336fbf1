// Fields of single request types, which are absent in requests of other types.
import { z } from 'zod';
import { pair, text } from './values.ts';

const field = text.default('');

/** A step of a conversation on an open connection. */
const step = z.strictObject({
  name: field,
  /** `expect` waits for a message that contains the text, or the properties of the JSON; `close` ends the connection. */
  action: z.enum(['send', 'expect', 'wait', 'close']).default('send'),
  /** The format of `text`. */
  kind: z.enum(['text', 'json', 'base64', 'hex']).default('text'),
  text: field,
  /** Milliseconds of `wait`; of `expect` the time within which the message must arrive, 0 for 5000. */
  ms: z.int().min(0).default(0),
  /** The code of `close`; 0 for 1000. */
  code: z.int().min(0).max(4999).default(0),
});
export type ConversationStep = z.output<typeof step>;

/** Of subscriptions: queries and mutations need none of it. */
export const graphql = z.strictObject({
  transport: z.enum(['websocket', 'sse']).default('websocket'),
  /** JSON that opens the connection of a WebSocket. */
  connectionParams: field,
  /** The number of results after which listening ends; 0 to listen for `listenMs`. */
  until: z.int().min(0).default(0),
  /** Milliseconds to wait for results. */
  listenMs: z.int().min(0).default(2000),
});

export const grpc = z.strictObject({
  /** For example `shop.v1.Orders`. */
  service: field,
  method: field,
  /** Messages as JSON; several for a client stream. */
  messages: z.array(text).default([]),
  /** Definition files; without any, the server is asked (reflection). */
  protoFiles: z.array(text).default([]),
  importPaths: z.array(text).default([]),
  tls: z.boolean().default(false),
  /** Of messages that are sent. */
  compression: z.enum(['none', 'gzip', 'deflate']).default('none'),
  deadlineMs: z.int().min(0).default(0),
});

export const mcp = z.strictObject({
  transport: z.enum(['http', 'stdio']).default('http'),
  /** The command that starts a stdio server. */
  command: field,
  args: z.array(text).default([]),
  env: z.array(pair).default([]),
  /** For example `tools/list`, `tools/call`, `resources/read` or `prompts/get`. */
  operation: text.default('tools/list'),
  /** The name of a tool or prompt, or the URI of a resource. */
  target: field,
  /** JSON. */
  arguments: text.default('{}'),
});

export const ai = z.strictObject({
  provider: z.enum(['openai', 'anthropic', 'gemini', 'ollama', 'openaiCompatible']).default('openai'),
  /** The API of OpenAI: chat completions, or responses. */
  api: z.enum(['chat', 'responses']).default('chat'),
  model: field,
  apiKey: field,
  system: field,
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']).default('user'), text: field }))
    .default([]),
  temperature: z.number().nullable().default(null),
  maxTokens: z.int().min(1).nullable().default(null),
  /** The tools that the model may call, as a JSON list of `{name, description, parameters}`. */
  tools: field,
  /** A JSON Schema that the answer must have; empty for any text. */
  schema: field,
  stream: z.boolean().default(false),
});

export const sql = z.strictObject({
  driver: z.enum(['postgres', 'mysql', 'sqlite']).default('postgres'),
  statement: field,
  /** Values for the placeholders of the statement, in order. */
  parameters: z.array(text).default([]),
  readOnly: z.boolean().default(false),
});

export const websocket = z.strictObject({
  protocols: z.array(text).default([]),
  /** True to offer permessage-deflate. */
  compression: z.boolean().default(true),
  messages: z.array(step).default([]),
  /** Milliseconds to wait for responses. */
  listenMs: z.int().min(0).default(2000),
});

export const socketio = z.strictObject({
  path: text.default('/socket.io'),
  namespace: text.default('/'),
  transports: z.array(z.enum(['polling', 'websocket'])).default(['polling', 'websocket']),
  /** JSON that is sent with the handshake. */
  auth: field,
  emit: z
    .array(
      z.strictObject({
        event: field,
        args: z.array(text).default([]),
        acknowledged: z.boolean().default(false),
      }),
    )
    .default([]),
  /** Events to collect; empty for all. */
  listen: z.array(text).default([]),
  listenMs: z.int().min(0).default(2000),
});

export const mqtt = z.strictObject({
  version: z.enum(['3.1.1', '5']).default('3.1.1'),
  clientId: field,
  username: field,
  password: field,
  cleanSession: z.boolean().default(true),
  keepAliveSeconds: z.int().min(0).default(60),
  subscribe: z.array(z.strictObject({ topic: field, qos: z.int().min(0).max(2).default(0) })).default([]),
  publish: z
    .array(
      z.strictObject({
        topic: field,
        payload: field,
        qos: z.int().min(0).max(2).default(0),
        retain: z.boolean().default(false),
      }),
    )
    .default([]),
  /** The message that the broker publishes when the connection is lost. */
  will: z
    .strictObject({
      topic: field,
      payload: field,
      qos: z.int().min(0).max(2).default(0),
      retain: z.boolean().default(false),
    })
    .optional(),
  /** The number of received messages after which listening ends; 0 to listen for `listenMs`. */
  until: z.int().min(0).default(0),
  listenMs: z.int().min(0).default(2000),
});

export const tcp = z.strictObject({
  tls: z.boolean().default(false),
  messages: z.array(step).default([]),
  /** The framing of messages in both directions; lengths are big-endian. */
  framing: z.enum(['none', 'delimiter', 'length8', 'length16', 'length32']).default('none'),
  /** Follows each message under `delimiter`; `\\r`, `\\n`, `\\t`, `\\0` and `\\xNN` are escapes. */
  delimiter: text.default('\\n'),
  /** The text after which reading stops, with the same escapes; empty to read for `listenMs`. */
  readUntil: field,
  listenMs: z.int().min(0).default(2000),
});

export const protocolFields = {
  graphql: graphql.optional(),
  grpc: grpc.optional(),
  mcp: mcp.optional(),
  ai: ai.optional(),
  sql: sql.optional(),
  websocket: websocket.optional(),
  socketio: socketio.optional(),
  mqtt: mqtt.optional(),
  tcp: tcp.optional(),
} as const;
