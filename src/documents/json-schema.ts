// The shape of JSON values as a schema (OpenAPI 3.0 Schema Object): inferred from one value, and joined over several.

export interface JsonSchema {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean';
  readonly nullable?: true;
  readonly format?: 'binary';
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  /** Of objects seen more than once: what all of them had. */
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
}

/** Deeper values have any shape. */
const MAX_DEPTH = 60;
/** Objects with more properties are maps: their first ones stand for all. */
const MAX_PROPERTIES = 300;

/** Arrays have the shape of their first item. */
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
    // A property may be named like one that every object has.
    properties: Object.fromEntries(
      entries.map(([name, value]: [string, unknown]) => [name, inferSchema(value, depth + 1)]),
    ),
  };
}
