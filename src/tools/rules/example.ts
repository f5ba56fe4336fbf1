// Examples of rules with every field, including blank entries for lists and conditions. Entries that are still blank
// are left out of a rule that is made from the example.
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { isObject } from '../../base/is-object.ts';

/** Returns a value with all fields of a schema: its defaults, null or an empty text, and one entry in lists of objects. */
export function exampleOf(schema: z.core.$ZodType): unknown {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape).map(([name, field]) => [name, exampleOf(field)]));
    case 'array':
      return isComposite(def.element) ? [exampleOf(def.element)] : [];
    case 'default':
    case 'prefault':
      return isComposite(def.innerType) ? exampleOf(def.innerType) : def.defaultValue;
    case 'optional':
      return isComposite(def.innerType) ? exampleOf(def.innerType) : null;
    case 'enum':
      return Object.values(def.entries)[0];
    default:
      return '';
  }
}

/** True for an object, and for a list of objects. */
function isComposite(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'object' || (def.type === 'array' && isComposite(def.element));
}

/** Returns a copy of the user's input without list entries and inner objects that equal those of the example. */
export function withoutBlanks(value: unknown, example: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(example) && isObject(example[0]))
    return value
      .filter((entry) => !isDeepStrictEqual(entry, example[0]))
      .map((entry: unknown) => withoutBlanks(entry, example[0]));
  if (!isObject(value) || !isObject(example)) return value;
  const fields = Object.entries(value).filter(([name, inner]) => !isBlank(inner, example[name]));
  return Object.fromEntries(fields.map(([name, inner]) => [name, withoutBlanks(inner, example[name])]));
}

function isBlank(value: unknown, example: unknown): boolean {
  return value === null ? example === null : isObject(value) && isDeepStrictEqual(value, example);
}
