// Derives an OpenAPI 3.0.3 document from captured exchanges: the schemas and the first example of each operation.
import { setImmediate as turn } from 'node:timers/promises';
import { STATUS_CODES } from '../../../base/status-codes.ts';
import { inferSchema } from '../../../documents/json-schema.ts';
import {
  openApiOperationId,
  openApiPaths,
  openApiSchema,
  openApiYaml,
  type OpenApiContent,
  type OpenApiDocument,
  type OpenApiOperation,
  type OpenApiParameter,
  type OpenApiResponse,
} from '../../../documents/openapi/writer.ts';
import { bodyContent } from '../../../flow/content.ts';
import type { Flow } from '../../../flow/flow.ts';
import type { Message } from '../../../flow/message.ts';
import type { OpenApiMethod } from '../../../documents/openapi/methods.ts';
import type { Flows } from '../contract.ts';
import { observedMethod } from './method.ts';
import { queryParameters, templatePath } from './parameters.ts';

/** Larger or deeper examples are left out of the document. */
const MAX_EXAMPLE_CHARS = 20_000;
const MAX_EXAMPLE_DEPTH = 60;

/** Writes the document in YAML. */
export async function* openApiChunks(flows: Flows): AsyncGenerator<string> {
  yield openApiYaml(await openApiOf(flows));
}

/** An operation as seen in the traffic so far. */
interface ObservedOperation {
  readonly method: OpenApiMethod;
  readonly path: string;
  readonly parameters: Map<string, OpenApiParameter>;
  requestBody: OpenApiContent | null;
  readonly responses: Map<number, OpenApiResponse>;
}

/** Derives the document; leaves out tunnels, and methods that OpenAPI does not know. */
export async function openApiOf(flows: Flows): Promise<OpenApiDocument> {
  const servers = new Set<string>();
  const operations = new Map<string, ObservedOperation>();
  for await (const flow of flows) {
    await addFlow(flow, servers, operations);
    await turn();
  }
  return {
    openapi: '3.0.3',
    info: {
      title: 'Captured API',
      version: '1.0.0',
      description: 'Generated from captured traffic.',
    },
    servers: [...servers].map((url) => ({ url })),
    paths: openApiPaths(
      Array.from(operations.values(), (each) => ({ ...each, operation: operationOf(each) })),
    ),
  };
}

async function addFlow(
  flow: Flow,
  servers: Set<string>,
  operations: Map<string, ObservedOperation>,
): Promise<void> {
  const request = flow.originalRequest ?? flow.request;
  const method = observedMethod(flow);
  if (request === null || method === undefined) return;
  servers.add(flow.url.slice(0, flow.url.length - flow.path.length));
  const full = flow.path;
  const { path, parameters } = templatePath(full.split('?', 1)[0] ?? full);
  const key = `${method} ${path}`;
  const operation = operations.get(key) ?? newOperation(method, path);
  operations.set(key, operation);
  for (const parameter of [...parameters, ...queryParameters(full)]) {
    const name = `${parameter.in} ${parameter.name}`;
    if (!operation.parameters.has(name)) operation.parameters.set(name, parameter);
  }
  operation.requestBody ??= await jsonContent(request);
  const { response, status } = flow;
  if (response !== null && status >= 100 && !operation.responses.has(status))
    operation.responses.set(status, await responseOf(flow, response));
}

function newOperation(method: OpenApiMethod, path: string): ObservedOperation {
  return { method, path, parameters: new Map(), requestBody: null, responses: new Map() };
}

export async function responseOf(flow: Flow, response: Message): Promise<OpenApiResponse> {
  const reason = flow.reason || (STATUS_CODES[flow.status] ?? 'Response');
  const content = await jsonContent(response, false);
  return content === null ? { description: reason } : { description: reason, content };
}

export function isJsonType(type: string): boolean {
  return /^application\/(?:[\w.+-]+\+)?json$/.test(type);
}

/** Returns the schema of a JSON body; null for another body. */
export async function jsonContent(message: Message, withExample = true): Promise<OpenApiContent | null> {
  const type = (message.header('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!isJsonType(type)) return null;
  const content = await bodyContent(message, Infinity);
  if (content.type !== 'text' || content.omitted > 0) return null;
  return jsonTextContent(type, content.text, withExample);
}

/** Returns the schema of a JSON text, with the text as an example unless it is large; null for another text. */
export function jsonTextContent(type: string, text: string, withExample = true): OpenApiContent | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const schema = openApiSchema(inferSchema(value));
  const isGood = text.length <= MAX_EXAMPLE_CHARS && !isDeeper(value, MAX_EXAMPLE_DEPTH);
  return { [type]: withExample && isGood ? { schema, example: value } : { schema } };
}

function isDeeper(value: unknown, max: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return max === 0 || Object.values(value).some((inner) => isDeeper(inner, max - 1));
}

function operationOf({
  method,
  path,
  parameters,
  requestBody,
  responses,
}: ObservedOperation): OpenApiOperation {
  const byStatus = [...responses].sort(([a], [b]) => a - b);
  return {
    summary: `${method.toUpperCase()} ${path}`,
    operationId: openApiOperationId(method, path),
    ...(parameters.size > 0 && { parameters: [...parameters.values()] }),
    ...(requestBody !== null &&
      method !== 'get' &&
      method !== 'head' && { requestBody: { content: requestBody } }),
    responses:
      byStatus.length === 0
        ? { default: { description: 'No response was captured' } }
        : Object.fromEntries(byStatus.map(([status, response]) => [String(status), response])),
  };
}
