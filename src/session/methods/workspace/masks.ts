// Masks values of secret variables and of authorization in results. Writing a mask back keeps the value.
import { ParameterError } from '../../../base/errors.ts';
import { isObject } from '../../../base/is-object.ts';
import { MASK } from '../../settings/secrets.ts';
import type { WorkspaceContext } from '../workspace-context.ts';

/** Fields of authorization that are shown to nobody. */
const AUTH_SECRETS: ReadonlySet<string> = new Set([
  'password',
  'token',
  'value',
  'consumerSecret',
  'tokenSecret',
  'privateKey',
  'accessToken',
  'refreshToken',
  'clientSecret',
  'clientToken',
  'secretKey',
  'sessionToken',
  'authKey',
  'secret',
]);

type Fields = Readonly<Record<string, unknown>>;

/** Returns the value with masks, unless the caller may see secrets. */
export function masked<T>(value: T, { showsSecrets }: Pick<WorkspaceContext, 'showsSecrets'>): T {
  return showsSecrets ? value : (maskedValue(value) as T);
}

function maskedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maskedValue);
  if (!isObject(value)) return value;
  if (value['secret'] === true && isPlainText(value['value'])) return { ...value, value: MASK };
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === 'auth' && isObject(inner) ? maskedAuth(inner) : maskedValue(inner),
    ]),
  );
}

function maskedAuth(auth: Fields): Fields {
  return Object.fromEntries(
    Object.entries(auth).map(([key, value]) => [
      key,
      AUTH_SECRETS.has(key) && isPlainText(value) ? MASK : value,
    ]),
  );
}

/** True for text other than the name of a variable, which is no secret. */
function isPlainText(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !/^\{\{[^{}]*\}\}$/.test(value);
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
