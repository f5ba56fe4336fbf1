// A baseline of schemas: the shapes of responses in an earlier run, in a file that people review and keep
// beside their code.
import { UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import type { JsonSchema } from '../../documents/json-schema.ts';

/** The known schemas of each endpoint and status, such as `GET api.example.com/users/{userId} 200`. */
export type Baseline = ReadonlyMap<string, readonly JsonSchema[]>;

const FORMAT = 'schema baseline';
const VERSION = 1;

/** Renders the file, sorted so that the order of the traffic does not matter. */
export function baselineText(baseline: Baseline): string {
  const endpoints = sortedObject(
    [...baseline].map(([key, schemas]) => [
      key,
      schemas.map(sortedSchema).sort((a, b) => compare(JSON.stringify(a), JSON.stringify(b))),
    ]),
  );
  return `${JSON.stringify({ format: FORMAT, version: VERSION, endpoints }, null, 2)}\n`;
}

function sortedSchema({ type, nullable, properties, items }: JsonSchema): JsonSchema {
  return {
    ...(type !== undefined && { type }),
    ...(nullable === true && { nullable }),
    ...(properties !== undefined && {
      properties: sortedObject(
        Object.entries(properties).map(([name, inner]) => [name, sortedSchema(inner)]),
      ),
    }),
    ...(items !== undefined && { items: sortedSchema(items) }),
  };
}

function sortedObject<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries([...entries].sort(([a], [b]) => compare(a, b)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Reads a baseline. Throws an Error that names the invalid part of `value`, which is parsed JSON. */
export function readBaseline(value: unknown): Baseline {
  const { format, version, endpoints } = objectAt('the file', value);
  if (format !== FORMAT) throw new UserError('INVALID_DATA', `format must be ${JSON.stringify(FORMAT)}`);
  if (version !== VERSION)
    throw new UserError('INVALID_DATA', `version is ${describe(version)}; only ${VERSION} is supported`);
  return new Map(
    Object.entries(objectAt('endpoints', endpoints)).map(([key, schemas]) => {
      const where = `endpoints[${JSON.stringify(key)}]`;
      if (!Array.isArray(schemas) || schemas.length === 0)
        throw new UserError('INVALID_DATA', `${where} must be a list of schemas, not ${describe(schemas)}`);
      return [key, schemas.map((schema, at) => schemaAt(`${where}[${at}]`, schema))];
    }),
  );
}

/** The maximum depth; inferred schemas are never as deep. */
const MAX_DEPTH = 200;
const TYPES = ['object', 'array', 'string', 'integer', 'number', 'boolean'] as const;

function schemaAt(where: string, value: unknown, depth = 0): JsonSchema {
  if (depth > MAX_DEPTH) throw new UserError('TOO_LARGE', `${where.slice(0, 200)}… is nested too deeply`);
  const { type, nullable, properties, items, ...rest } = objectAt(where, value);
  const [unknownField] = Object.keys(rest);
  if (unknownField !== undefined)
    throw new UserError('INVALID_DATA', `${where} has an unknown field ${JSON.stringify(unknownField)}`);
  const known = TYPES.find((each) => each === type);
  if (type !== undefined && known === undefined)
    throw new UserError('INVALID_DATA', `${where}.type must be ${TYPES.join(', ')}, not ${describe(type)}`);
  if (nullable !== undefined && nullable !== true)
    throw new UserError(
      'INVALID_DATA',
      `${where}.nullable must be true or absent, not ${describe(nullable)}`,
    );
  return {
    ...(known !== undefined && { type: known }),
    ...(nullable === true && { nullable }),
    ...(properties !== undefined && {
      properties: propertiesAt(`${where}.properties`, properties, depth + 1),
    }),
    ...(items !== undefined && { items: schemaAt(`${where}.items`, items, depth + 1) }),
  };
}

function propertiesAt(where: string, value: unknown, depth: number): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(objectAt(where, value)).map(([name, inner]) => [
      name,
      schemaAt(`${where}[${JSON.stringify(name)}]`, inner, depth),
    ]),
  );
}

function objectAt(where: string, value: unknown): Readonly<Record<string, unknown>> {
  if (isObject(value)) return value;
  throw new UserError('INVALID_DATA', `${where} must be an object, not ${describe(value)}`);
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  return value === undefined ? 'left out' : JSON.stringify(value).slice(0, 60);
}
