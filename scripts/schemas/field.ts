// A field of a zod model without its wrappers: its type, description and default.
import { z } from 'zod';
import type * as core from 'zod/v4/core';

export interface Field {
  /** The type without default, optional and nullable. */
  readonly type: core.$ZodType;
  /** The outermost description; empty without one. */
  readonly about: string;
  /** The default; undefined without one. */
  readonly fallback: unknown;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  /** True for a text that is JSON, or may be. */
  readonly isJson: boolean;
}

type Wrapper = core.$ZodDefault | core.$ZodPrefault | core.$ZodOptional | core.$ZodNullable | core.$ZodLazy;

const WRAPPERS: ReadonlySet<string> = new Set(['default', 'prefault', 'optional', 'nullable', 'lazy']);

export function fieldOf(schema: core.$ZodType): Field {
  const { description, contentMediaType, default: inherited } = z.globalRegistry.get(schema) ?? {};
  const own = { about: description ?? '', isJson: contentMediaType === 'application/json' };
  if (!isWrapper(schema))
    return { type: schema, fallback: undefined, isRequired: true, isNullable: false, ...own };
  const { def } = schema._zod;
  const inner = fieldOf(def.type === 'lazy' ? def.getter() : def.innerType);
  return {
    ...inner,
    about: own.about || inner.about,
    isJson: own.isJson || inner.isJson,
    ...(def.type === 'nullable' && { isNullable: true }),
    ...(def.type === 'optional' && { isRequired: false, fallback: inherited ?? inner.fallback }),
    ...((def.type === 'default' || def.type === 'prefault') && {
      fallback: def.defaultValue,
      isRequired: false,
    }),
  };
}

function isWrapper(schema: core.$ZodType): schema is Wrapper {
  return WRAPPERS.has(schema._zod.def.type);
}

/** Returns the fields of an object by their names; null for another type. */
export function shapeOf(type: core.$ZodType): ReadonlyMap<string, Field> | null {
  if (type._zod.def.type !== 'object') return null;
  const { shape } = (type as core.$ZodObject)._zod.def;
  return new Map(Object.entries(shape).map(([name, field]) => [name, fieldOf(field)]));
}

/** Returns the type of the entries of a list; null for another type. */
export function entryOf(type: core.$ZodType): Field | null {
  return type._zod.def.type === 'array' ? fieldOf((type as core.$ZodArray)._zod.def.element) : null;
}

/** Returns the type of the values of a map; null for another type. */
export function valueOfMap(type: core.$ZodType): Field | null {
  return type._zod.def.type === 'record' ? fieldOf((type as core.$ZodRecord)._zod.def.valueType) : null;
}

/** True for an entry of a list of names with values, such as headers. */
export function isNamedValue(type: core.$ZodType): boolean {
  const shape = shapeOf(type);
  return shape?.has('name') === true && shape.has('value') && shape.has('enabled');
}

/** Returns the alternatives of a union by the value of their `type`; null for another type. */
export function alternativesOf(type: core.$ZodType): ReadonlyMap<string, Alternative> | null {
  if (type._zod.def.type !== 'union') return null;
  const { options } = (type as core.$ZodUnion)._zod.def;
  return new Map(
    options.map((option) => {
      const fields = new Map(shapeOf(option));
      const { type: literal, about } = fields.get('type')!;
      fields.delete('type');
      return [String((literal as core.$ZodLiteral)._zod.def.values[0]), { about, fields }];
    }),
  );
}

export interface Alternative {
  readonly about: string;
  /** The fields beside `type`. */
  readonly fields: ReadonlyMap<string, Field>;
}

/** Returns the values of an enumeration; null for another type. */
export function choicesOf(type: core.$ZodType): readonly string[] | null {
  if (type._zod.def.type !== 'enum') return null;
  return Object.values((type as core.$ZodEnum)._zod.def.entries).map(String);
}
