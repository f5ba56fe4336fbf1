// A baseline of schemas: the response shapes of an earlier run, in a file that people review and commit with their
// code. It holds names and types, never values.
import { UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { mergedShape, SHAPE_TYPES, typesOf, type Shape, type ShapeType } from './shape.ts';

/** The known shape of each endpoint and status, such as `GET api.example.com/users/{userId} 200`. */
export type Baseline = ReadonlyMap<string, Shape>;

const FORMAT = 'schema baseline';
const VERSION = 2;

/** Renders the file, sorted so that the order of the traffic does not matter. */
export function baselineText(baseline: Baseline): string {
  const endpoints = sortedObject([...baseline].map(([key, shape]) => [key, sortedShape(shape)]));
  return `${JSON.stringify({ format: FORMAT, version: VERSION, endpoints }, null, 2)}\n`;
}

/** Returns the shape without examples. */
function sortedShape({ type, nullable, properties, required, additionalProperties, items }: Shape): Shape {
  return {
    ...(type !== undefined && { type: typeof type === 'string' ? type : [...type].sort() }),
    ...(nullable === true && { nullable }),
    ...(properties !== undefined && {
      properties: sortedObject(Object.entries(properties).map(([name, inner]) => [name, sortedShape(inner)])),
    }),
    ...(required !== undefined && required.length > 0 && { required: [...required].sort(compare) }),
    ...(additionalProperties !== undefined && { additionalProperties: sortedShape(additionalProperties) }),
    ...(items !== undefined && { items: sortedShape(items) }),
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
  if (version !== VERSION && version !== 1)
    throw new UserError(
      'INVALID_DATA',
      `version is ${describe(version)}; only 1 and ${VERSION} are supported`,
    );
  const readEndpoint = version === 1 ? firstVersionAt : shapeAt;
  return new Map(
    Object.entries(objectAt('endpoints', endpoints)).map(([key, shape]) => [
      key,
      readEndpoint(`endpoints[${JSON.stringify(key)}]`, shape),
    ]),
  );
}

/** In version 1 an endpoint had a list of shapes, each with all of its properties. */
function firstVersionAt(where: string, value: unknown): Shape {
  if (!Array.isArray(value) || value.length === 0)
    throw new UserError('INVALID_DATA', `${where} must be a list of schemas, not ${describe(value)}`);
  return value.map((schema, at) => withRequired(shapeAt(`${where}[${at}]`, schema))).reduce(mergedShape);
}

function withRequired({ properties, items, ...rest }: Shape): Shape {
  return {
    ...rest,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, inner]) => [name, withRequired(inner)]),
      ),
      required: Object.keys(properties).sort(compare),
    }),
    ...(items !== undefined && { items: withRequired(items) }),
  };
}

/** The maximum depth; inferred shapes are never as deep. */
const MAX_DEPTH = 200;

function shapeAt(where: string, value: unknown, depth = 0): Shape {
  if (depth > MAX_DEPTH) throw new UserError('TOO_LARGE', `${where.slice(0, 200)}… is nested too deeply`);
  const { type, nullable, properties, required, additionalProperties, items, ...rest } = objectAt(
    where,
    value,
  );
  const [unknownField] = Object.keys(rest);
  if (unknownField !== undefined)
    throw new UserError('INVALID_DATA', `${where} has an unknown field ${JSON.stringify(unknownField)}`);
  if (nullable !== undefined && nullable !== true)
    throw new UserError(
      'INVALID_DATA',
      `${where}.nullable must be true or absent, not ${describe(nullable)}`,
    );
  const inner = (name: string, shape: unknown): Shape => shapeAt(`${where}.${name}`, shape, depth + 1);
  const known = propertiesAt(`${where}.properties`, properties, depth + 1);
  return {
    ...(type !== undefined && { type: typeAt(`${where}.type`, type) }),
    ...(nullable === true && { nullable }),
    ...(known !== null && { properties: known, required: requiredAt(`${where}.required`, required, known) }),
    ...(additionalProperties !== undefined && {
      additionalProperties: inner('additionalProperties', additionalProperties),
    }),
    ...(items !== undefined && { items: inner('items', items) }),
  };
}

function typeAt(where: string, value: unknown): ShapeType | readonly ShapeType[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const types = list.map((each) => SHAPE_TYPES.find((known) => known === each));
  const isKnown = types.every((each) => each !== undefined) && types.length > 0;
  if (!isKnown)
    throw new UserError(
      'INVALID_DATA',
      `${where} must be ${SHAPE_TYPES.join(', ')} or a list of these, not ${describe(value)}`,
    );
  return typesOf({ type: types }).length === 1 ? types[0]! : types;
}

function propertiesAt(where: string, value: unknown, depth: number): Readonly<Record<string, Shape>> | null {
  if (value === undefined) return null;
  return Object.fromEntries(
    Object.entries(objectAt(where, value)).map(([name, inner]) => [
      name,
      shapeAt(`${where}[${JSON.stringify(name)}]`, inner, depth),
    ]),
  );
}

function requiredAt(
  where: string,
  value: unknown,
  properties: Readonly<Record<string, Shape>>,
): readonly string[] {
  if (value === undefined) return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const unknown = list.find((each) => typeof each !== 'string' || !Object.hasOwn(properties, each));
  if (unknown !== undefined || !Array.isArray(value))
    throw new UserError(
      'INVALID_DATA',
      `${where} must be a list of properties, not ${describe(unknown ?? value)}`,
    );
  return list as readonly string[];
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

/** Finds the baseline endpoint that matches an observed path: `{postId}` stands for any segment. */
export class BaselineLookup {
  readonly #baseline: Baseline;
  readonly #templates = new Map<string, (readonly [segments: readonly string[], key: string])[]>();

  constructor(baseline: Baseline) {
    this.#baseline = baseline;
    for (const key of baseline.keys()) {
      const { group, segments } = partsOf(key);
      if (!segments.some(isPlaceholder)) continue;
      this.#templates.set(group, [...(this.#templates.get(group) ?? []), [segments, key]]);
    }
  }

  /** Returns the key of the baseline; null when it does not have the endpoint. */
  keyOf(key: string): string | null {
    if (this.#baseline.has(key)) return key;
    const { group, segments } = partsOf(key);
    const matches = (template: readonly string[]): boolean =>
      template.every((segment, at) => isPlaceholder(segment) || segment === segments[at]);
    return this.#templates.get(group)?.find(([template]) => matches(template))?.[1] ?? null;
  }
}

function partsOf(key: string): { readonly group: string; readonly segments: readonly string[] } {
  const [, method = '', path = '', tail = ''] = /^(\S*) (\S*)(.*)$/.exec(key) ?? [];
  const segments = path.split('/');
  return { group: `${method} ${segments.length}${tail}`, segments };
}

function isPlaceholder(segment: string): boolean {
  return segment.startsWith('{') && segment.endsWith('}');
}
