// Schemas and operations of traffic, as the version of a description writes them.
import { isObject } from '../../base/is-object.ts';
import { inferSchema, type JsonSchema } from '../../documents/json-schema.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';
import {
  openApiSchema,
  type OpenApiOperation,
  type OpenApiResponse,
} from '../../documents/openapi/writer.ts';

/** `3.1` stands for later ones too. */
export type Dialect = '2.0' | '3.0' | '3.1';

export function dialectOf(root: JsonObject): Dialect {
  if (!('openapi' in root)) return '2.0';
  return scalarText(root['openapi'])?.startsWith('3.0') === true ? '3.0' : '3.1';
}

/** Returns the schema of a value. */
export function schemaOf(value: unknown, dialect: Dialect): unknown {
  return schemaIn(openApiSchema(inferSchema(value)), dialect);
}

function schemaIn(schema: JsonSchema, dialect: Dialect): unknown {
  if (dialect === '3.0') return schema;
  const { nullable, type, properties, items, ...rest } = schema;
  const isNullable = nullable === true && type !== undefined && dialect === '3.1';
  return {
    ...(type !== undefined && { type: isNullable ? [type, 'null'] : type }),
    ...rest,
    ...(nullable === true && dialect === '2.0' && { 'x-nullable': true }),
    ...(items !== undefined && { items: schemaIn(items, dialect) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, schemaIn(inner, dialect)]),
      ),
    }),
  };
}

/** Returns a response as an entry of `responses`, without examples, which may have secrets. */
export function responseIn({ description, content }: OpenApiResponse, dialect: Dialect): JsonObject {
  const types = Object.entries(content ?? {});
  const schemas = types.map(
    ([type, { schema = {} }]) => [type, { schema: schemaIn(schema, dialect) }] as const,
  );
  if (schemas.length === 0) return { description };
  if (dialect === '2.0') return { description, ...schemas[0]![1] };
  return { description, content: Object.fromEntries(schemas) };
}

/** Returns an operation as an entry of a path, without examples. */
export function operationIn(operation: OpenApiOperation, dialect: Dialect): JsonObject {
  const { summary, operationId, parameters = [], requestBody, responses } = operation;
  const content = Object.entries(requestBody?.content ?? {}).map(
    ([type, { schema = {} }]) => [type, { schema: schemaIn(schema, dialect) }] as const,
  );
  const isOld = dialect === '2.0';
  const all: readonly JsonObject[] = [
    ...parameters.map(({ name, in: location, required, schema }) => ({
      name,
      in: location,
      required,
      ...(isOld ? asFields(schemaIn(schema, dialect)) : { schema: schemaIn(schema, dialect) }),
    })),
    ...(isOld && content[0] !== undefined ? [{ name: 'body', in: 'body', ...content[0][1] }] : []),
  ];
  return {
    summary,
    operationId,
    ...(all.length > 0 && { parameters: all }),
    ...(!isOld && content.length > 0 && { requestBody: { content: Object.fromEntries(content) } }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, responseIn(response, dialect)]),
    ),
  };
}

function asFields(schema: unknown): JsonObject {
  return isObject(schema) ? schema : {};
}
