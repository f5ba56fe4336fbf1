// Masks what fields of objects say is secret: values of secret variables, and parts of authorization.
import { isObject } from '../../base/is-object.ts';
import { MASK } from './secrets.ts';

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

/** Returns the value with masks in place of secret variables, and of the secrets of authorization. */
export function maskedFields<T>(value: T): T {
  return maskedValue(value) as T;
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
