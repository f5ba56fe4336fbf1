// Converts authorization of Postman, which is an object in v2.0 and a list in v2.1.
import { isObject } from '../../../../base/is-object.ts';
import { describeType, scalarText } from '../../../../documents/json-values.ts';
import { auth as authModel, INHERIT, NO_AUTH, type Auth } from '../../../../collections/model/auth.ts';
import type { ImportContext } from '../import-context.ts';
import { AUTH_NAMES, isSignedByKey, type AuthNames } from './auth-fields.ts';

/** Returns `fallback` when there is no authorization. */
export function authOf(given: unknown, fallback: Auth, context: ImportContext): Auth {
  if (given === undefined || given === null) return fallback;
  if (!isObject(given)) return replaceAuth(`the authorization is ${describeType(given)}`, fallback, context);
  const { type } = given;
  if (type === undefined || type === null || type === 'inherit') return fallback;
  if (type === 'noauth') return NO_AUTH;
  const names = AUTH_NAMES.find(({ postman }) => postman === type);
  if (names === undefined)
    return replaceAuth(
      `authorization of the type ${JSON.stringify(type).slice(0, 60)} is not supported`,
      NO_AUTH,
      context,
    );
  return namedAuth(names, valuesOf(given[names.postman], context), context);
}

function replaceAuth(reason: string, auth: Auth, context: ImportContext): Auth {
  context.warn(`${reason}: it became ${auth === INHERIT ? 'the authorization of its parent' : 'No Auth'}`);
  return auth;
}

/** Returns values by name, from an object or from a list of pairs. */
function valuesOf(given: unknown, context: ImportContext): ReadonlyMap<string, unknown> {
  if (isObject(given)) return new Map(Object.entries(given));
  const values = new Map<string, unknown>();
  for (const entry of context.list(given, 'the authorization'))
    if (isObject(entry) && typeof entry['key'] === 'string') values.set(entry['key'], entry['value']);
  return values;
}

function namedAuth(names: AuthNames, values: ReadonlyMap<string, unknown>, context: ImportContext): Auth {
  const fields = new Map<string, unknown>([['type', names.type]]);
  for (const { field, postman, conversion } of names.fields) {
    const value = values.get(postman);
    if (value === undefined || value === null) continue;
    const converted = conversion.read(value);
    if (converted === undefined)
      context.warn(`"${postman}" of the authorization has a value that is not supported, and was left out`);
    else fields.set(field, converted);
  }
  if (names.type === 'oauth2' && !fields.has('grant')) fields.set('grant', defaultGrant(values));
  if (names.type === 'oauth1' && !fields.has('addTo')) fields.set('addTo', 'query');
  if (names.type === 'jwt' && isSignedByKey(values.get('algorithm')))
    fields.set('secret', scalarText(values.get('privateKey')) ?? '');
  const { success, data } = authModel.safeParse(Object.fromEntries(fields));
  return success ? data : replaceAuth('the authorization has values of the wrong type', NO_AUTH, context);
}

/** Returns the default grant, which Postman does not write. */
function defaultGrant(values: ReadonlyMap<string, unknown>): string {
  return (values.get('authUrl') ?? '') === '' ? 'token' : 'authorizationCode';
}
