// OpenAPI 3.0.3 (https://spec.openapis.org/oas/v3.0.3): its types, as far as they are written here, and a document as
// YAML.
import { Document } from 'yaml';
import type { JsonSchema } from './json-schema.ts';

export const OPENAPI_METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const;
export type OpenApiMethod = (typeof OPENAPI_METHODS)[number];

export interface OpenApiDocument {
  readonly openapi: '3.0.3';
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, OpenApiPath>>;
}

export type OpenApiPath = Partial<Record<OpenApiMethod, OpenApiOperation>>;

export interface OpenApiOperation {
  readonly summary: string;
  readonly operationId: string;
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly content: OpenApiContent };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example: string;
}

export interface OpenApiResponse {
  readonly description: string;
  readonly content?: OpenApiContent;
}

/** By media type. */
export type OpenApiContent = Readonly<
  Record<string, { readonly schema?: JsonSchema; readonly example?: unknown }>
>;

/** `nullable` says something only beside a type: what was never anything but null may be a text. */
export function openApiSchema(schema: JsonSchema): JsonSchema {
  const { type, properties, items } = schema;
  if (type === undefined) return schema.nullable === true ? { type: 'string', nullable: true } : schema;
  return {
    ...schema,
    ...(items !== undefined && { items: openApiSchema(items) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, openApiSchema(property)]),
      ),
    }),
  };
}

export function openApiYaml(document: OpenApiDocument): string {
  // Without anchors: what is the same twice is written twice, as people would.
  return new Document(document, { aliasDuplicateObjects: false }).toString({ lineWidth: 0 });
}
