// JSON Schemas (OpenAPI 3.0 Schema Object) that are inferred from example values.

export interface JsonSchema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly nullable?: true;
  readonly format?: 'binary';
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  /** The properties that all objects had, when more than one object was seen. */
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

/** Values below this depth get an empty schema. */
const MAX_DEPTH = 60;
/** Objects with more properties are probably maps, so only the first ones are described. */
const MAX_PROPERTIES = 300;

/** Infers the schema of a value. The items of an array have the schema of the first one. */
export function inferSchema(value: unknown, depth = 0): JsonSchema {
  if (value === null) return { nullable: true };
  if (depth > MAX_DEPTH) return {};
  switch (typeof value) {
    case 'string':
      return { type: 'string' };
    case 'boolean':
      return { type: 'boolean' };
    case 'number':
      return { type: Number.isInteger(value) ? 'integer' : 'number' };
    case 'object':
      return Array.isArray(value) ? arraySchema(value, depth) : objectSchema(value, depth);
    default:
      return {};
  }
}

function arraySchema(items: readonly unknown[], depth: number): JsonSchema {
  return { type: 'array', items: items.length === 0 ? {} : inferSchema(items[0], depth + 1) };
}

function objectSchema(fields: object, depth: number): JsonSchema {
  const entries = Object.entries(fields).slice(0, MAX_PROPERTIES);
  return {
    type: 'object',
    // Object.fromEntries, because a property may have the same name as one of Object.prototype.
    properties: Object.fromEntries(
      entries.map(([name, value]: [string, unknown]) => [name, inferSchema(value, depth + 1)]),
    ),
  };
}
