// Authorization as v2.1 of Postman's format has it.
import type { PostmanAuth, PostmanAuthField } from '../../../documents/postman.ts';
import { AUTH_NAMES, isSignedByKey, type AuthNames } from '../../import/shared/postman/auth-fields.ts';
import { auth as authModel, type Auth } from '../../model/auth.ts';

/** What is inherited is not said. */
export function postmanAuth(auth: Auth): { readonly auth?: PostmanAuth } {
  if (auth.type === 'none') return { auth: { type: 'noauth' } };
  const names = AUTH_NAMES.find(({ type }) => type === auth.type);
  return names === undefined ? {} : { auth: { type: names.postman, [names.postman]: fieldsOf(auth, names) } };
}

function fieldsOf(auth: Auth, { type, fields }: AuthNames): readonly PostmanAuthField[] {
  const given = new Map<string, unknown>(Object.entries(auth));
  const usual = new Map<string, unknown>(Object.entries(authModel.parse({ type })));
  return fields.flatMap(({ own, postman, notation }): PostmanAuthField[] => {
    const value = notation.write(given.get(own));
    const isSaid = value !== undefined && (value !== '' || usual.get(own) !== '');
    const key = own === 'secret' && isSignedByKey(given.get('algorithm')) ? 'privateKey' : postman;
    return isSaid ? [{ key, value, type: typeof value }] : [];
  });
}
