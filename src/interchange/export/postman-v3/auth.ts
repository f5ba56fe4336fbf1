// Converts authorization to schema 3.
import type { Auth } from '../../../collections/model/auth.ts';
import { postmanAuth } from '../shared/postman/auth.ts';

/** Returns type and credentials; undefined for inherited authorization. */
export function authFields(auth: Auth): object | undefined {
  const { auth: converted } = postmanAuth(auth);
  if (converted === undefined) return undefined;
  const { type } = converted;
  const fields = converted[type];
  if (!Array.isArray(fields)) return { type };
  const pairs = fields as readonly { readonly key: string; readonly value: unknown }[];
  return { type, credentials: Object.fromEntries(pairs.map(({ key, value }) => [key, value])) };
}
