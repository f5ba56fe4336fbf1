// Converts authorization to Postman's v2.1 format.
import type { PostmanAuth, PostmanAuthField } from '../../../../documents/postman.ts';
import { AUTH_NAMES, isSignedByKey, type AuthNames } from '../../../import/shared/postman/auth-fields.ts';
import { auth as authModel, type Auth } from '../../../model/auth.ts';

/** Returns nothing for inherited authorization. */
export function postmanAuth(auth: Auth): { readonly auth?: PostmanAuth } {
  if (auth.type === 'none') return { auth: { type: 'noauth' } };
  const names = AUTH_NAMES.find(({ type }) => type === auth.type);
  return names === undefined
    ? {}
    : { auth: { type: names.postman, [names.postman]: authFields(auth, names) } };
}

function authFields(auth: Auth, { type, fields }: AuthNames): readonly PostmanAuthField[] {
  const values = new Map<string, unknown>(Object.entries(auth));
  const defaults = new Map<string, unknown>(Object.entries(authModel.parse({ type })));
  return fields.flatMap(({ field, postman, conversion }): PostmanAuthField[] => {
    const value = conversion.write(values.get(field));
    const isWritten = value !== undefined && (value !== '' || defaults.get(field) !== '');
    const key = field === 'secret' && isSignedByKey(values.get('algorithm')) ? 'privateKey' : postman;
    return isWritten ? [{ key, value, type: typeof value }] : [];
  });
}
