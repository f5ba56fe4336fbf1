// Writer for OpenAPI 3.0.3 (https://spec.openapis.org/oas/v3.0.3) as YAML, and the types of what it writes.
import { writeYaml } from '../yaml.ts';
import type { JsonSchema } from '../json-schema.ts';
import type { OpenApiMethod } from './methods.ts';

export interface OpenApiDocument {
  readonly openapi: '3.0.3';
  readonly info: { readonly title: string; readonly version: string; readonly description?: string };
  readonly servers: readonly OpenApiServer[];
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly security?: readonly OpenApiSecurity[];
  readonly paths: Readonly<Record<string, OpenApiPath>>;
  readonly components?: { readonly securitySchemes: Readonly<Record<string, OpenApiSecurityScheme>> };
}

export interface OpenApiServer {
  readonly url: string;
  readonly variables?: Readonly<Record<string, { readonly default: string }>>;
}

/** Names of security schemes that must all be satisfied. */
export type OpenApiSecurity = Readonly<Record<string, readonly string[]>>;

export type OpenApiSecurityScheme =
  | { readonly type: 'http'; readonly scheme: string; readonly bearerFormat?: string }
  | { readonly type: 'apiKey'; readonly in: 'header' | 'query' | 'cookie'; readonly name: string }
  | { readonly type: 'oauth2'; readonly flows: Readonly<Record<string, OpenApiFlow>> };

export interface OpenApiFlow {
  readonly authorizationUrl?: string;
  readonly tokenUrl?: string;
  readonly refreshUrl?: string;
  readonly scopes: Readonly<Record<string, string>>;
}

export type OpenApiPath = Partial<Record<OpenApiMethod, OpenApiOperation>>;

export interface OpenApiOperation {
  readonly tags?: readonly string[];
  readonly summary: string;
  readonly description?: string;
  readonly operationId: string;
  readonly deprecated?: true;
  readonly servers?: readonly OpenApiServer[];
  readonly security?: readonly OpenApiSecurity[];
  readonly parameters?: readonly OpenApiParameter[];
  readonly requestBody?: { readonly content: OpenApiContent };
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header' | 'cookie';
  readonly description?: string;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly example: string | readonly string[];
}

export interface OpenApiResponse {
  readonly description: string;
  readonly headers?: Readonly<Record<string, { readonly schema: JsonSchema; readonly example: string }>>;
  readonly content?: OpenApiContent;
}

/** Content by media type. */
export type OpenApiContent = Readonly<Record<string, OpenApiMedia>>;

export interface OpenApiMedia {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  /** Examples by name, instead of `example`. */
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
  readonly encoding?: Readonly<Record<string, { readonly contentType: string }>>;
}

/** Converts an inferred schema. `nullable` needs a type, so a value that was always null is described as a string. */
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

/** Returns operations under their paths; a later one replaces an earlier one of the same method and path. */
export function openApiPaths(
  operations: Iterable<{
    readonly path: string;
    readonly method: OpenApiMethod;
    readonly operation: OpenApiOperation;
  }>,
): OpenApiDocument['paths'] {
  const paths = new Map<string, OpenApiPath>();
  for (const { path, method, operation } of operations)
    paths.set(path, { ...paths.get(path), [method]: operation });
  return Object.fromEntries(paths);
}

/** Returns the id of an operation, such as `get_users_id`. */
export function openApiOperationId(method: OpenApiMethod, path: string): string {
  return `${method}${path.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, '')}`;
}

export function openApiYaml(document: OpenApiDocument): string {
  return writeYaml(document);
}
