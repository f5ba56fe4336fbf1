// Converts bodies to OpenAPI content: JSON with an inferred schema, everything else as text or bytes.
import { inferSchema, type JsonSchema } from '../../../documents/json-schema.ts';
import { openApiSchema, type OpenApiContent, type OpenApiMedia } from '../../../documents/openapi/writer.ts';
import { RAW_CONTENT_TYPES, type Body, type FormField } from '../../../collections/model/body.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import type { Pair } from '../../../collections/model/values.ts';

const TEXT_SCHEMA: JsonSchema = { type: 'string' };
const BINARY_SCHEMA: JsonSchema = { type: 'string', format: 'binary' };
/** Limits for examples. */
const MAX_CHARS = 200_000;
const MAX_DEPTH = 60;

/** Returns null when there is no body. */
export function requestContent({
  body,
  headers,
}: Pick<SavedRequest, 'body' | 'headers'>): OpenApiContent | null {
  const declaredType = mediaTypeOf(headers);
  switch (body.type) {
    case 'none':
      return null;
    case 'raw':
      return contentOf(body.text, declaredType ?? RAW_CONTENT_TYPES[body.language]);
    case 'urlencoded':
      return {
        'application/x-www-form-urlencoded': formMedia(
          body.fields.map((field) => ({ ...field, files: null, contentType: '' })),
        ),
      };
    case 'multipart':
      return { 'multipart/form-data': formMedia(body.fields) };
    case 'file':
      return { [declaredType ?? 'application/octet-stream']: { schema: BINARY_SCHEMA } };
    case 'graphql':
      return { 'application/json': jsonMedia(graphqlValue(body)) };
  }
}

/** Returns the media type of the headers without parameters; null when there is none. */
export function mediaTypeOf(headers: readonly Pair[]): string | null {
  const value = headers.find(
    ({ name, enabled }) => enabled && name.trim().toLowerCase() === 'content-type',
  )?.value;
  const type = value?.split(';')[0]?.trim().toLowerCase() ?? '';
  return /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/.test(type) ? type : null;
}

export function contentOf(text: string, type: string): OpenApiContent {
  const isJson = /[/+]json$/.test(type);
  const value = isJson ? parseJsonTemplate(text) : undefined;
  if (value !== undefined) return { [type]: jsonMedia(value) };
  const media =
    text === '' || text.length > MAX_CHARS
      ? { schema: isJson ? {} : TEXT_SCHEMA }
      : { schema: TEXT_SCHEMA, example: text };
  return { [type]: media };
}

/** Parses JSON, also with variables in place of values. */
function parseJsonTemplate(text: string): unknown {
  for (const candidate of [text, text.replace(/\{\{[^{}"]*\}\}/g, (variable) => JSON.stringify(variable))])
    try {
      return JSON.parse(candidate) as unknown;
    } catch {
      continue;
    }
  return undefined;
}

function jsonMedia(value: unknown): OpenApiMedia {
  const schema = openApiSchema(inferSchema(value));
  if (!fits(value, schema, MAX_DEPTH)) return { schema: loosenItems(value, schema), ...exampleOf(value) };
  return { schema, ...exampleOf(value) };
}

function exampleOf(value: unknown): { readonly example?: unknown } {
  return isDeeperThan(value, MAX_DEPTH) || JSON.stringify(value).length > MAX_CHARS ? {} : { example: value };
}

/** Removes the schema of items that are not all alike. */
function loosenItems(value: unknown, schema: JsonSchema): JsonSchema {
  const { items, properties } = schema;
  if (Array.isArray(value) && items !== undefined) {
    const isAlike = value.every((item) => fits(item, items, MAX_DEPTH));
    return { ...schema, items: isAlike ? items : {} };
  }
  if (properties === undefined || typeof value !== 'object' || value === null) return schema;
  const fields = new Map(Object.entries(value));
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, loosenItems(fields.get(name), property)]),
    ),
  };
}

function fits(value: unknown, schema: JsonSchema, depth: number): boolean {
  const { type, nullable, items, properties } = schema;
  if (type === undefined || depth === 0) return true;
  if (value === null) return nullable === true;
  if (Array.isArray(value))
    return type === 'array' && value.every((item) => fits(item, items ?? {}, depth - 1));
  if (typeof value === 'object')
    return (
      type === 'object' &&
      Object.entries(value).every(
        ([name, inner]) =>
          properties === undefined ||
          !Object.hasOwn(properties, name) ||
          fits(inner, properties[name] ?? {}, depth - 1),
      )
    );
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function isDeeperThan(value: unknown, max: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return max === 0 || Object.values(value).some((inner) => isDeeperThan(inner, max - 1));
}

function formMedia(fields: readonly FormField[]): OpenApiMedia {
  const named = fields.filter(({ name }) => name !== '');
  const values = new Map<string, string[]>();
  for (const { name, value } of named) {
    const fieldValues = values.get(name) ?? [];
    values.set(name, fieldValues);
    fieldValues.push(value);
  }
  const valuesOf = ({ name }: FormField): readonly string[] => values.get(name) ?? [];
  const properties = named.map((field): [string, JsonSchema] => [
    field.name,
    fieldSchema(field, valuesOf(field).length),
  ]);
  const required = [...new Set(named.filter(({ enabled }) => enabled).map(({ name }) => name))];
  const types = named.filter(({ contentType }) => contentType !== '');
  const texts = named.filter(({ files }) => files === null);
  const example = Object.fromEntries(
    texts.map((field) => [field.name, fieldExample(field, valuesOf(field))]),
  );
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties),
      ...(required.length > 0 && { required }),
    },
    ...(texts.length === named.length && texts.length > 0 && { example }),
    ...(types.length > 0 && {
      encoding: Object.fromEntries(types.map(({ name, contentType }) => [name, { contentType }])),
    }),
  };
}

/** Returns the schema of a field; a repeated one is a list. */
function fieldSchema({ files, docs }: FormField, count: number): JsonSchema {
  const schema = files === null ? TEXT_SCHEMA : BINARY_SCHEMA;
  const isList = count > 1 || (files ?? []).length > 1;
  return {
    ...(isList ? { type: 'array' as const, items: schema } : schema),
    ...(docs !== '' && { description: docs }),
  };
}

function fieldExample({ value }: FormField, values: readonly string[]): string | readonly string[] {
  return values.length > 1 ? values : value;
}

function graphqlValue({ query, variables, operationName }: Extract<Body, { type: 'graphql' }>): unknown {
  const given = variables.trim() === '' ? undefined : parseJsonTemplate(variables);
  return {
    query,
    ...(operationName !== '' && { operationName }),
    ...(given !== undefined && given !== null && { variables: given }),
  };
}
