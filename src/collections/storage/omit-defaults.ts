// Omits default values when an object is written, so that a file contains only deliberate choices.
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type * as core from 'zod/v4/core';

/** Keys that are written even with their default value, because they identify the object. */
const ALWAYS_WRITTEN: ReadonlySet<string> = new Set([
  'id',
  'name',
  'type',
  'kind',
  'method',
  'url',
  'key',
  'value',
]);

/** Returns `value` without defaults, with its keys in the order of the schema. `schema` must have parsed it. */
export function omitDefaults(schema: z.core.$ZodType, value: unknown): unknown {
  const { def } = schema._zod;
  switch (def.type) {
    case 'object':
      return omitObjectDefaults(schema as core.$ZodObject, value as Readonly<Record<string, unknown>>);
    case 'array': {
      const { element } = (schema as core.$ZodArray)._zod.def;
      return (value as readonly unknown[]).map((each) => omitDefaults(element, each));
    }
    case 'default':
    case 'prefault':
    case 'optional':
    case 'nullable':
      return value === null || value === undefined ? value : omitDefaults(innerOf(schema), value);
    case 'lazy':
      return omitDefaults((schema as core.$ZodLazy)._zod.def.getter(), value);
    case 'union': {
      const { options } = (schema as core.$ZodUnion)._zod.def;
      const option = options.find((each) => matchesOption(each, value));
      return option === undefined ? value : omitDefaults(option, value);
    }
    default:
      return value;
  }
}

function omitObjectDefaults(schema: core.$ZodObject, value: Readonly<Record<string, unknown>>): object {
  const fields = Object.entries(schema._zod.def.shape).filter(([key, field]) => {
    if (value[key] === undefined) return false;
    return ALWAYS_WRITTEN.has(key) || !isDeepStrictEqual(value[key], defaultOf(field));
  });
  return Object.fromEntries(fields.map(([key, field]) => [key, omitDefaults(field, value[key])]));
}

function innerOf(schema: z.core.$ZodType): z.core.$ZodType {
  return (schema as core.$ZodDefault)._zod.def.innerType;
}

/** True when the literals of an object schema match, which distinguishes the options of a union. */
function matchesOption(option: z.core.$ZodType, value: unknown): boolean {
  if (option._zod.def.type !== 'object' || typeof value !== 'object' || value === null) return false;
  return Object.entries((option as core.$ZodObject)._zod.def.shape).every(([key, { _zod }]) => {
    if (_zod.def.type !== 'literal') return true;
    return ((_zod.def as core.$ZodLiteralDef<string>).values as readonly unknown[]).includes(
      (value as Readonly<Record<string, unknown>>)[key],
    );
  });
}

const defaults = new WeakMap<z.core.$ZodType, { readonly value: unknown }>();

/** Returns the default value; undefined when the value is required. */
function defaultOf(schema: z.core.$ZodType): unknown {
  let entry = defaults.get(schema);
  if (entry === undefined) {
    entry = { value: isDefaulted(schema) ? (schema as z.ZodType).parse(undefined) : undefined };
    defaults.set(schema, entry);
  }
  return entry.value;
}

function isDefaulted({ _zod }: z.core.$ZodType): boolean {
  return _zod.def.type === 'default' || _zod.def.type === 'prefault';
}
