// Converts authorization to Postman's v2.1 format.
import type { PostmanAuth, PostmanAuthField } from '../../../../documents/postman.ts';
import { AUTH_NAMES, isSignedByKey, type AuthNames } from '../../../import/shared/postman/auth-fields.ts';
import type { Folder } from '../../../../collections/model/collection.ts';
import { auth as authModel, type Auth } from '../../../../collections/model/auth.ts';

/** Returns nothing for inherited authorization; a type that Postman does not have becomes none. */
export function postmanAuth(auth: Auth): { readonly auth?: PostmanAuth } {
  if (auth.type === 'inherit') return {};
  const names = AUTH_NAMES.find(({ type }) => type === auth.type);
  if (names === undefined) return { auth: { type: 'noauth' } };
  return { auth: { type: names.postman, [names.postman]: authFields(auth, names) } };
}

/** Returns sentences about the types of authorization in a collection that Postman does not have. */
export function lostAuth({ name, auth, items }: Pick<Folder, 'name' | 'auth' | 'items'>): readonly string[] {
  const isLost = auth.type !== 'none' && postmanAuth(auth).auth?.type === 'noauth';
  return [
    ...(isLost
      ? [`${name}: authorization of the type ${auth.type} cannot be expressed: it became No Auth`]
      : []),
    ...items.flatMap((item) =>
      lostAuth(item.kind === 'folder' ? item.folder : { ...item.request, items: [] }),
    ),
  ];
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
