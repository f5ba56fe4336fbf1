// Masks values of secret variables and of authorization in results. Writing a mask back keeps the value.
import { ParameterError } from '../../../base/errors.ts';
import { isObject } from '../../../base/is-object.ts';
import { maskedFields } from '../../settings/masked-fields.ts';
import { MASK } from '../../settings/secrets.ts';
import type { WorkspaceContext } from '../workspace-context.ts';

/** Returns the value with masks, unless the caller may see secrets. */
export function masked<T>(value: T, { showsSecrets }: Pick<WorkspaceContext, 'showsSecrets'>): T {
  return showsSecrets ? value : maskedFields(value);
}

/**
 * Returns `given` with the values of `old` in place of masks. Throws a ParameterError for a mask without a stored
 * value.
 */
export function unmasked(context: WorkspaceContext, given: unknown, old: unknown, field: string): unknown {
  return withoutMasks(context.unmasked(given, old, field), old, field);
}

function withoutMasks(given: unknown, old: unknown, field: string): unknown {
  if (given === MASK) {
    if (typeof old === 'string' && old !== '') return old;
    throw new ParameterError(
      `${field} is the mask ${MASK}, and there is no value that it stands for: give the value itself`,
      { field },
    );
  }
  if (Array.isArray(given))
    return given.map((each: unknown, at) =>
      withoutMasks(each, counterpart(each, old, at), `${field}[${at}]`),
    );
  if (!isObject(given)) return given;
  const olds = isObject(old) ? old : {};
  return Object.fromEntries(
    Object.entries(given).map(([key, inner]) => [
      key,
      withoutMasks(inner, olds[key], field === '' ? key : `${field}.${key}`),
    ]),
  );
}

/** Returns the entry of the old list with the same id or name, else the one at the same place. */
function counterpart(entry: unknown, old: unknown, at: number): unknown {
  if (!Array.isArray(old)) return undefined;
  const olds: readonly unknown[] = old;
  if (!isObject(entry)) return olds[at];
  const key = entry['id'] === undefined ? 'name' : 'id';
  if (entry[key] === undefined) return olds[at];
  return olds.find((each) => isObject(each) && each[key] === entry[key]);
}
