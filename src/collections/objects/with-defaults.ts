// Objects as they are once saved: what was typed may leave fields out that a file has by default.
import type { z } from 'zod';
import { FILE_SCHEMAS } from './kinds.ts';
import type { ObjectKind } from './object-kinds.ts';

/** Returns a field with the defaults of its schema; as it is when it does not fit the schema, or there is none. */
export function fieldWithDefaults(kind: ObjectKind, name: string, value: unknown): unknown {
  if (kind === 'spec' || kind === 'dataset') return value;
  const shape: Readonly<Record<string, z.ZodType>> = FILE_SCHEMAS[kind].shape;
  const parsed = shape[name]?.safeParse(value);
  return parsed?.success === true ? parsed.data : value;
}

/** Returns an object with the defaults of its schema in each field. */
export function withDefaults(
  kind: ObjectKind,
  fields: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, fieldWithDefaults(kind, name, value)]),
  );
}
