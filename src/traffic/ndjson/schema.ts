// The schema of a line of NDJSON: one finished exchange. `npm run schemas` writes it to schemas/exchange.json.
import { z } from 'zod';

const ms = z.number().min(0);
const bytes = z.int().min(0);
const headers = z
  .array(z.tuple([z.string(), z.string()]))
  .describe('Names and values in the order in which they were sent');

export const exchangeSchema = z.looseObject({
  version: z.literal(1).describe('Version of this format. Later versions of it only add fields'),
  id: z.int().min(1).describe('Number of the exchange, increasing while the proxy runs'),
  startedAt: z.iso.datetime().describe('When the head of the request was read, UTC'),
  durationMs: ms.nullable().describe('Until the end of the response; null when it was not reached'),
  state: z.enum(['completed', 'failed', 'tunneled']),
  error: z.string().nullable().describe('The reason of a failure'),
  app: z.string().nullable().describe('Name of the program that sent the request'),
  client: z.string().describe('Address of the client'),
  method: z.string().describe('`CONNECT` for a tunnel'),
  url: z.string(),
  scheme: z.enum(['http', 'https', 'mcp']).describe('`mcp`: an MCP server on pipes, named by the host'),
  host: z.string().describe('Without the brackets of IPv6'),
  port: z.int().min(0).max(65_535),
  path: z.string().describe('With the query; empty for a tunnel'),
  httpVersion: z.string().nullable().describe('Of the request, such as `HTTP/1.1`'),
  decrypted: z.boolean().describe('True when HTTPS was decrypted'),
  notDecrypted: z.string().nullable().describe('The reason why a tunnel was not decrypted'),
  status: z.int().nullable(),
  reason: z.string().describe('Empty in HTTP/2'),
  grpcStatus: z.string().nullable().describe('Name of the gRPC status, such as `NOT_FOUND`'),
  operation: z
    .strictObject({ type: z.enum(['graphql', 'json-rpc', 'mcp', 'ai']), name: z.string() })
    .nullable()
    .describe('GraphQL operation, method of JSON-RPC or MCP, or model that was called'),
  run: z
    .int()
    .min(1)
    .nullable()
    .describe(
      'Id of the run of an AI agent that it is part of; null for none, and for messages of MCP before its first call of a model',
    ),
  requestBytes: bytes.describe('Of the body as sent; of a tunnel, of all that the client sent'),
  responseBytes: bytes,
  requestType: z.string().describe('Content-Type; empty without one'),
  responseType: z.string(),
  requestHeaders: headers,
  responseHeaders: headers,
  server: z.string().nullable().describe('Address of the server, or of the proxy on the way to it'),
  tls: z
    .strictObject({ version: z.string(), cipher: z.string(), alpn: z.string().nullable() })
    .nullable()
    .describe('The connection to the server'),
  timing: z
    .strictObject({
      blocked: ms,
      dns: ms,
      connect: ms,
      tls: ms,
      send: ms.optional(),
      wait: ms.optional(),
      receive: ms.optional(),
    })
    .nullable()
    .describe('Milliseconds of each phase'),
  tools: z.array(z.string()).describe('Debugging tools that changed or held it'),
  rules: z.array(z.string()).describe('Names of the rules that matched'),
  repairs: z.array(z.string()).describe('What was not valid HTTP in the response, and was repaired'),
});

export type ExchangeLine = z.output<typeof exchangeSchema>;
