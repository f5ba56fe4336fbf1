// The forms in which people write what a schema asks for: lists of names and values as maps, YAML where a text is JSON,
// numbers where a text is meant, and the type of a body or an authorization as its key.
import { isObject } from '../../../base/is-object.ts';
import type * as core from 'zod/v4/core';
import { shortAuth, shortBody } from './short-forms.ts';

type Schema = core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;

/** Returns the value in the form of the schema, as far as it can be told; what cannot stays, and is refused by it. */
export function relaxed(schema: Schema, value: unknown): unknown {
  const { def } = schema._zod;
  switch (def.type) {
    case 'default':
    case 'prefault':
    case 'optional':
      return value === undefined ? value : relaxed((schema as core.$ZodDefault)._zod.def.innerType, value);
    case 'nullable':
      return value === null ? value : relaxed((schema as core.$ZodNullable)._zod.def.innerType, value);
    case 'lazy':
      return relaxed((schema as core.$ZodLazy)._zod.def.getter(), value);
    case 'string':
      return textOf(value);
    case 'array':
      return relaxedList((schema as core.$ZodArray)._zod.def.element, value);
    case 'object':
      return relaxedObject((schema as core.$ZodObject)._zod.def.shape, value);
    case 'record':
      return relaxedMap((schema as core.$ZodRecord)._zod.def.valueType, value);
    case 'union':
      return relaxedUnion(schema as core.$ZodUnion, value);
    default:
      return value;
  }
}

/** Returns a text; JSON where the value is written as YAML. */
function textOf(value: unknown): unknown {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) || isObject(value) ? JSON.stringify(value, null, 2) : value;
}

function relaxedObject(shape: Shape, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = nameIn(shape, key);
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, field === undefined ? inner : relaxed(field, inner)];
    }),
  );
}

function relaxedMap(valueType: Schema, value: unknown): unknown {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, relaxed(valueType, inner)]));
}

/** `params` is what others call the query. */
function nameIn(shape: Shape, key: string): string {
  return key === 'params' && 'query' in shape && 'headers' in shape ? 'query' : key;
}

function relaxedList(element: Schema, value: unknown): unknown {
  const shape = shapeOf(element);
  const isPair = shape !== null && 'name' in shape && 'value' in shape;
  if (isPair) {
    const list = Array.isArray(value) ? value : isObject(value) ? Object.entries(value) : value;
    if (!Array.isArray(list)) return value;
    return list.map((entry: unknown) =>
      relaxed(element, Array.isArray(value) ? pairOf(entry) : pairFrom(entry)),
    );
  }
  if (Array.isArray(value)) return value.map((entry: unknown) => relaxed(element, entry));
  // One text stands for a list of one.
  return typeOf(element) === 'string' && value !== null && value !== undefined
    ? [relaxed(element, value)]
    : value;
}

/** Reads an entry of a list: its fields, a map of one name, or a text such as `Accept: text/html` or `a=b`. */
function pairOf(entry: unknown): unknown {
  if (typeof entry === 'string') {
    const [, name, , value = ''] = /^([^:=]+?)\s*(:\s|:$|=)\s*(.*)$/s.exec(entry) ?? [];
    return name === undefined ? { name: entry } : { name, value };
  }
  if (!isObject(entry) || 'name' in entry) return entry;
  const [only, ...others] = Object.entries(entry);
  return only === undefined || others.length > 0 ? entry : pairFrom(only);
}

/** Reads an entry of a map: a value, or an object with the other fields too. */
function pairFrom(entry: unknown): unknown {
  const [name, value] = entry as [string, unknown];
  if (isObject(value) && ['value', 'enabled', 'secret', 'docs', 'files', 'type'].some((key) => key in value))
    return { name, ...value };
  return value === null ? { name } : { name, value };
}

function relaxedUnion(schema: core.$ZodUnion, value: unknown): unknown {
  const { options } = schema._zod.def;
  const full = typesOf(options).has('inherit')
    ? shortAuth(value, typesOf(options))
    : hasRaw(options)
      ? shortBody(value)
      : value;
  const option = options.find((each) => matches(each, full));
  return option === undefined ? full : relaxed(option, full);
}

function hasRaw(options: readonly Schema[]): boolean {
  return typesOf(options).has('raw');
}

/** Returns the values of `type` among the options of a union. */
function typesOf(options: readonly Schema[]): ReadonlyMap<string, Shape> {
  return new Map(
    options.flatMap((option) => {
      const shape = shapeOf(option);
      const literal = shape?.['type'];
      if (shape === null || literal === undefined || typeOf(literal) !== 'literal') return [];
      const { values } = (literal as core.$ZodLiteral)._zod.def;
      return values.map((value) => [String(value), shape] as const);
    }),
  );
}

function matches(option: Schema, value: unknown): boolean {
  const shape = shapeOf(option);
  if (shape === null || !isObject(value)) return false;
  const type = shape['type'];
  if (type === undefined || typeOf(type) !== 'literal') return false;
  return ((type as core.$ZodLiteral)._zod.def.values as readonly unknown[]).includes(value['type']);
}

function typeOf(schema: Schema): string {
  return unwrapped(schema)._zod.def.type;
}

function shapeOf(schema: Schema): Shape | null {
  const inner = unwrapped(schema);
  return inner._zod.def.type === 'object' ? (inner as core.$ZodObject)._zod.def.shape : null;
}

function unwrapped(schema: Schema): Schema {
  const { def } = schema._zod;
  if (def.type === 'lazy') return unwrapped((schema as core.$ZodLazy)._zod.def.getter());
  return ['default', 'prefault', 'optional', 'nullable'].includes(def.type)
    ? unwrapped((schema as core.$ZodDefault)._zod.def.innerType)
    : schema;
}
