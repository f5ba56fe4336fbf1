// Fields of single request types, which are absent in requests of other types.
import { z } from 'zod';
import { jsonText, pair, strict, text } from './values.ts';

const field = (about: string) => text.default('').describe(about);
const flag = (about: string) => z.boolean().default(false).describe(about);
const texts = (about: string) => z.array(text).default([]).describe(about);
const listenMs = (about: string) => z.int().min(0).default(2000).describe(about);

/** A step of a conversation on an open connection. */
const step = strict({
  name: field('A name for the step'),
  action: z
    .enum(['send', 'expect', 'wait', 'close'])
    .default('send')
    .describe(
      'What the step does. `expect` waits for a message that contains the text, or the properties of the JSON; `close` ends the connection',
    ),
  kind: z.enum(['text', 'json', 'base64', 'hex']).default('text').describe('The format of `text`'),
  text: jsonText.default('').describe('The message; of `close` the reason'),
  ms: z
    .int()
    .min(0)
    .default(0)
    .describe(
      'Milliseconds of `wait`; of `expect` the time within which the message must arrive, 0 for 5000',
    ),
  code: z.int().min(0).max(4999).default(0).describe('The code of `close`; 0 for 1000'),
});
export type ConversationStep = z.output<typeof step>;

export const graphql = strict({
  transport: z.enum(['websocket', 'sse']).default('websocket').describe('How results arrive'),
  connectionParams: jsonText.default('').describe('JSON that opens the connection of a WebSocket'),
  until: z
    .int()
    .min(0)
    .default(0)
    .describe('The number of results after which listening ends; 0 to listen for `listenMs`'),
  listenMs: listenMs('Time to wait for results, in milliseconds'),
}).describe('Of GraphQL subscriptions; queries and mutations need none of it');

export const grpc = strict({
  service: field('Full name of the service, such as `shop.v1.Orders`'),
  method: field('Name of the method'),
  messages: z.array(jsonText).default([]).describe('Messages as JSON; several for a client stream'),
  protoFiles: texts('Definition files; without any, the server is asked by reflection'),
  importPaths: texts('Folders of the files that definition files import'),
  tls: flag('True for TLS, as with `grpcs://`'),
  compression: z
    .enum(['none', 'gzip', 'deflate'])
    .default('none')
    .describe('Compression of messages that are sent'),
  deadlineMs: z
    .int()
    .min(0)
    .default(0)
    .describe('The deadline, which the server learns, in milliseconds; 0 for none'),
}).describe('Of gRPC requests');

export const mcp = strict({
  transport: z.enum(['http', 'stdio']).default('http').describe('How the server is reached'),
  command: field('The command that starts a stdio server'),
  args: texts('Arguments of the command'),
  env: z.array(pair).default([]).describe('Environment variables of the command'),
  operation: text
    .default('tools/list')
    .describe('The method, such as `tools/list`, `tools/call`, `resources/read` or `prompts/get`'),
  target: field('The name of a tool or prompt, or the URI of a resource'),
  arguments: jsonText.default('{}').describe('Arguments of the tool or prompt, a JSON object'),
}).describe('Of MCP requests');

export const ai = strict({
  provider: z
    .enum(['openai', 'anthropic', 'gemini', 'ollama', 'bedrock', 'openaiCompatible'])
    .default('openai')
    .describe('The provider of the model'),
  api: z
    .enum(['chat', 'responses'])
    .default('chat')
    .describe('The API of OpenAI: chat completions, or responses'),
  model: field('Name of the model'),
  apiKey: field('The key, best as a secret variable'),
  system: field('Instructions for the model'),
  messages: z
    .array(
      strict({
        role: z.enum(['user', 'assistant']).default('user').describe('Who says it'),
        text: field('The message'),
      }),
    )
    .default([])
    .describe('Messages of the conversation, in order'),
  temperature: z
    .number()
    .nullable()
    .default(null)
    .describe("Randomness of the answer; null for the provider's default"),
  maxTokens: z
    .int()
    .min(1)
    .nullable()
    .default(null)
    .describe("The maximum length of the answer in tokens; null for the provider's default"),
  tools: jsonText
    .default('')
    .describe('The tools that the model may call, as a JSON list of `{name, description, parameters}`'),
  schema: jsonText.default('').describe('A JSON Schema that the answer must have; empty for any text'),
  stream: flag('True to ask for the answer piece by piece'),
}).describe('Of AI requests');

export const sql = strict({
  driver: z
    .enum(['postgres', 'mysql', 'sqlite'])
    .default('postgres')
    .describe('The database; `mysql` for MariaDB too'),
  statement: field('One statement, with the placeholders of its database: `$1` or `?`'),
  parameters: z
    .array(jsonText)
    .default([])
    .describe(
      'Values for the placeholders, in order: JSON such as `5`, `true`, `null`; everything else is text',
    ),
  readOnly: flag('True to make the database refuse every change'),
}).describe('Of SQL requests');

export const websocket = strict({
  protocols: texts('Subprotocols, in order of preference'),
  compression: z.boolean().default(true).describe('True to offer permessage-deflate'),
  messages: z.array(step).default([]).describe('Steps of the conversation, in order'),
  listenMs: listenMs('Time to listen after the last step, in milliseconds'),
}).describe('Of WebSocket requests');

const emit = strict({
  event: field('Name of the event'),
  args: z.array(jsonText).default([]).describe('Values of the event: each JSON, or else text'),
  acknowledged: flag('True to wait up to 5 seconds for the acknowledgement'),
});

export const socketio = strict({
  path: text.default('/socket.io').describe('Path of the server'),
  namespace: text.default('/').describe('The namespace'),
  transports: z
    .array(z.enum(['polling', 'websocket']))
    .default(['polling', 'websocket'])
    .describe('Transports, in the order in which they are tried'),
  auth: jsonText.default('').describe('JSON that is sent with the handshake'),
  emit: z.array(emit).default([]).describe('Events to send, in order'),
  listen: texts('Events to collect; empty for all'),
  listenMs: listenMs('Time to listen after the last event, in milliseconds'),
}).describe('Of Socket.IO requests');

const qos = z.int().min(0).max(2).default(0);

const published = strict({
  topic: field('The topic'),
  payload: jsonText.default('').describe('The message'),
  qos: qos.describe('Quality of service of the message'),
  retain: flag('True for a message that the broker keeps for later subscribers'),
});

export const mqtt = strict({
  version: z.enum(['3.1.1', '5']).default('3.1.1').describe('The version of MQTT'),
  clientId: field('Id of the client; made up when empty'),
  username: field('The user; or basic authorization, or the URL'),
  password: field('The password'),
  cleanSession: z.boolean().default(true).describe('False to continue the session of the client id'),
  keepAliveSeconds: z.int().min(0).default(60).describe('Time between signs of life, in seconds; 0 for none'),
  subscribe: z
    .array(
      strict({
        topic: field('The topic, with wildcards'),
        qos: qos.describe('The highest quality of service of messages'),
      }),
    )
    .default([])
    .describe('Subscriptions'),
  publish: z.array(published).default([]).describe('Messages to send, in order, after the subscriptions'),
  will: published.optional().describe('The message that the broker publishes when the connection is lost'),
  until: z
    .int()
    .min(0)
    .default(0)
    .describe('The number of received messages after which listening ends; 0 to listen for `listenMs`'),
  listenMs: listenMs('Time to listen when there are subscriptions, in milliseconds'),
}).describe('Of MQTT requests');

export const tcp = strict({
  tls: flag('True for TLS, as with `tls://`'),
  messages: z.array(step).default([]).describe('Steps of the conversation, in order'),
  framing: z
    .enum(['none', 'delimiter', 'length8', 'length16', 'length32'])
    .default('none')
    .describe('The framing of messages in both directions; lengths are big-endian'),
  delimiter: text
    .default('\\n')
    .describe('Follows each message under `delimiter`; `\\r`, `\\n`, `\\t`, `\\0` and `\\xNN` are escapes'),
  readUntil: field('The text after which reading stops, with the same escapes; empty to read for `listenMs`'),
  listenMs: listenMs('Time to listen after the last step, in milliseconds'),
}).describe('Of TCP requests');

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
