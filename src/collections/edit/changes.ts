// Changes to objects, as callers give them: a JSON merge patch (RFC 7396), validated by the schema of the object.
import type { z } from 'zod';
import { didYouMean } from '../../base/did-you-mean.ts';
import { UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { plainSchemaError } from '../../base/plain-schema-error.ts';
import { fieldPath } from '../../base/schema-error.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the object with the changes: objects merge, lists replace, null resets to the default. An object of another
 * `type`, such as another authorization, replaces the old one. `fixed` names the fields that cannot be changed.
 * Throws a UserError with the path of the invalid value, which begins with `field`.
 */
export function changed<S extends z.ZodObject>(
  schema: S,
  old: z.output<S>,
  changes: Fields,
  { field, fixed }: { readonly field: string; readonly fixed: readonly string[] },
): z.output<S> {
  const known = Object.keys(schema.shape).filter((key) => !fixed.includes(key));
  for (const key of Object.keys(changes))
    if (!known.includes(key)) {
      const reason = fixed.includes(key) ? 'it cannot be changed' : didYouMean(key, known);
      throw new UserError(
        'INVALID_PARAMETER',
        `${field}.${key.slice(0, 60)} is not a field to change: ${reason}`,
        {
          field: `${field}.${key}`,
        },
      );
    }
  const { name } = changes;
  if (typeof name === 'string' && name.trim() === '')
    throw new UserError('INVALID_PARAMETER', `${field}.name is empty: give a name`, {
      field: `${field}.name`,
    });
  return checked(schema, merged(old, changes), field);
}

/** Parses a value. Throws a UserError with the path of the invalid value, which begins with `field`. */
export function checked<S extends z.ZodType>(schema: S, value: unknown, field: string): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const prefix = field === '' ? [] : [field];
  const { path, reason } = plainSchemaError(result.error.issues, prefix);
  throw new UserError('INVALID_PARAMETER', reason, { field: fieldPath([...prefix, ...path]) });
}

function merged(old: Fields, changes: Fields): Fields {
  const result = new Map(Object.entries(old));
  for (const [key, change] of Object.entries(changes)) {
    const before = old[key];
    if (change === null) result.delete(key);
    else result.set(key, isObject(change) && isObject(before) ? mergedValue(before, change) : change);
  }
  return Object.fromEntries(result);
}

function mergedValue(before: Fields, change: Fields): Fields {
  const isOther = change['type'] !== undefined && change['type'] !== before['type'];
  return isOther ? change : merged(before, change);
}
