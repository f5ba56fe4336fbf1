// Converts authorization of schema 3: `{type, credentials}`, or in definitions a list of them with rules.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { matchesWildcard } from '../../../base/wildcard.ts';
import { type Auth } from '../../../collections/model/auth.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { authOf } from '../shared/postman/auth.ts';

/** Authorizations that apply only to some URLs, in order. */
export type AuthRules = readonly { readonly matches: (url: string) => boolean; readonly auth: Auth }[];

/** Returns the authorization that applies to all URLs; `fallback` when there is none. */
export function authIn(given: unknown, fallback: Auth, context: ImportContext): Auth {
  const [first] = entriesOf(given).filter((entry) => patternOf(entry) === null);
  return first === undefined ? fallback : oneAuth(first, fallback, context);
}

/** Returns nothing unless an authorization is restricted to some URLs. */
export function rulesIn(given: unknown, context: ImportContext): AuthRules {
  const entries = entriesOf(given);
  if (entries.every((entry) => patternOf(entry) === null)) return [];
  return entries.map((entry) => {
    const pattern = patternOf(entry);
    const matches = (url: string): boolean => pattern === null || matchesWildcard(pattern, url);
    return { matches, auth: oneAuth(entry, { type: 'inherit' }, context) };
  });
}

function entriesOf(given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given;
  return given === undefined || given === null ? [] : [given];
}

/** Returns the URLs to which an authorization is restricted; null when it applies to all. */
function patternOf(entry: unknown): string | null {
  const rules = isObject(entry) ? entry['rules'] : undefined;
  const url = isObject(rules) ? scalarText(rules['url']) : undefined;
  return url === undefined || /^\**$/.test(url) ? null : url;
}

function oneAuth(entry: unknown, fallback: Auth, context: ImportContext): Auth {
  if (typeof entry === 'string') return authOf({ type: entry }, fallback, context);
  if (!isObject(entry)) return authOf(entry, fallback, context);
  const type = scalarText(entry['type']) ?? 'inherit';
  const own = entry['credentials'] ?? entry[type];
  // A type without credentials is that of the parent, as Postman writes it for OAuth 2.0.
  const isInherited =
    own === undefined && fallback.type === 'inherit' && type !== 'noauth' && type !== 'none';
  if (isInherited || type === 'inherit') return fallback;
  return authOf({ type: type === 'none' ? 'noauth' : type, [type]: withKeys(own) }, fallback, context);
}

/** Converts a list of `{name, value}`, another form of a list of `{key, value}`. */
function withKeys(credentials: unknown): unknown {
  if (!Array.isArray(credentials)) return credentials ?? {};
  return credentials.map((entry: unknown) =>
    isObject(entry) && entry['key'] === undefined
      ? ({ ...entry, key: entry['name'] } satisfies JsonObject)
      : entry,
  );
}
