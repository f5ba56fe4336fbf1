// The descriptions of servers by kind, as results have them.
import { z } from 'zod';

const text = z.string();
const json = z.unknown().describe('A JSON Schema');

const graphql = z.strictObject({
  kind: z.literal('graphql'),
  schema: text.describe('In the schema language'),
  operations: z.array(
    z.strictObject({
      type: z.enum(['query', 'mutation', 'subscription']),
      name: text,
      description: text,
      arguments: z.array(z.strictObject({ name: text, type: text })),
      result: text.describe('The type'),
      query: text.describe('A document that asks for the scalar fields'),
      variables: text.describe('JSON with a value for each argument that must be there'),
    }),
  ),
});

const messageField = z.strictObject({
  name: text,
  jsonName: text,
  type: text.describe('A scalar such as int32, or the name of a message or enum'),
  label: z.enum(['one', 'many', 'map']),
  values: z.array(text).optional().describe('The names of an enum'),
});

const grpc = z.strictObject({
  kind: z.literal('grpc'),
  services: z.array(
    z.strictObject({
      name: text,
      methods: z.array(
        z.strictObject({
          name: text,
          request: text.describe('The type of its messages'),
          response: text,
          requestStream: z.boolean(),
          responseStream: z.boolean(),
          message: text.describe('JSON of a message with every field'),
        }),
      ),
      types: z.record(text, z.array(messageField)).describe('Fields of the messages that methods take'),
    }),
  ),
});

const mcp = z.strictObject({
  kind: z.literal('mcp'),
  tools: z.array(
    z.strictObject({
      name: text,
      description: text,
      inputSchema: json,
      arguments: text.describe('JSON with a value for each argument that must be there'),
    }),
  ),
  resources: z.array(z.strictObject({ uri: text, name: text, description: text, mimeType: text })),
  templates: z.array(z.strictObject({ uriTemplate: text, name: text, description: text, mimeType: text })),
  prompts: z.array(
    z.strictObject({
      name: text,
      description: text,
      arguments: z.array(z.strictObject({ name: text, description: text, required: z.boolean() })),
    }),
  ),
});

const sql = z.strictObject({
  kind: z.literal('sql'),
  tables: z.array(
    z.strictObject({
      schema: text.describe('Empty for SQLite'),
      name: text,
      columns: z.array(z.strictObject({ name: text, type: text, nullable: z.boolean() })),
    }),
  ),
});

/** The topics of MQTT messages. */
export const seenTopics = {
  topics: z
    .array(
      z.strictObject({ topic: text, messages: z.int(), last: text.describe('The last payload as text') }),
    )
    .readonly(),
  levels: z
    .array(z.strictObject({ level: text, topics: z.int(), messages: z.int() }))
    .readonly()
    .describe('Sums of the topics that begin with the level and a slash'),
  omitted: z.int().describe('Messages on topics beyond the bounds'),
} as const;

const mqtt = z.strictObject({ kind: z.literal('mqtt'), ...seenTopics });

export const serverDescription = z.discriminatedUnion('kind', [graphql, grpc, mcp, sql, mqtt]);
export type ServerDescription = z.input<typeof serverDescription>;
export type DescriptionOf<K extends ServerDescription['kind']> = Extract<
  ServerDescription,
  { readonly kind: K }
>;
