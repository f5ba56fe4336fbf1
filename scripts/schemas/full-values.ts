// Values that have every field of a model, none of them with its default: what `proxyctl` may write.
import type * as core from 'zod/v4/core';
import { z } from 'zod';
import { alternativesOf, choicesOf, entryOf, shapeOf, valueOfMap, type Field } from './field.ts';

const MAX_DEPTH = 3;

/** Returns values of a model which together have every field, and every alternative of its unions. */
export function fullValues(model: z.ZodObject): readonly object[] {
  return variants(new Map(shapeOf(model)), 0);
}

/** Returns as many objects as the field with the most values needs. */
function variants(fields: ReadonlyMap<string, Field>, depth: number): readonly object[] {
  const values = [...fields].map(([name, field]) => [name, valuesOf(field, depth)] as const);
  const count = Math.max(1, ...values.map(([, each]) => each.length));
  return Array.from({ length: count }, (_, at) =>
    Object.fromEntries(
      values.filter(([, each]) => each.length > 0).map(([name, each]) => [name, each[at % each.length]]),
    ),
  );
}

function valuesOf({ type }: Field, depth: number): readonly unknown[] {
  const choices = choicesOf(type);
  if (choices !== null) return choices;
  const entry = entryOf(type);
  if (entry !== null) return depth > MAX_DEPTH ? [[]] : [valuesOf(entry, depth + 1)];
  const value = valueOfMap(type);
  if (value !== null) return [Object.fromEntries(valuesOf(value, depth + 1).map((each) => ['name', each]))];
  const alternatives = alternativesOf(type);
  if (alternatives !== null)
    return [...alternatives].flatMap(([value, { fields }]) =>
      variants(fields, depth + 1).map((each) => ({ type: value, ...each })),
    );
  const shape = shapeOf(type);
  return shape === null ? [plainValue(type)] : variants(shape, depth + 1);
}

function plainValue(type: core.$ZodType): unknown {
  const { type: name, minimum = 0 } = z.toJSONSchema(type, { io: 'input' });
  if (name === 'boolean') return true;
  if (name === 'string') return '{{value}}: 1';
  return Math.max(minimum, 1);
}
