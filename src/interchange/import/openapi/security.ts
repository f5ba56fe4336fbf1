// Converts security schemes to authorization, with variables for the credentials.
import { isObject } from '../../../base/is-object.ts';
import type { ApiDocument } from '../../../documents/openapi/document.ts';
import { describeType, scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { auth as authModel, INHERIT, NO_AUTH, type Auth } from '../../../collections/model/auth.ts';
import type { Pair } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import type { CollectionVariables } from './variables.ts';

/** The authorization of one request. */
export interface Authorized {
  readonly auth: Auth;
  /** API keys in addition to `auth`. */
  readonly headers: readonly Pair[];
  readonly query: readonly Pair[];
}

type Requirement = readonly (readonly [name: string, scopes: unknown])[];

const MAX_SCOPES = 50;

export class SecuritySchemes {
  readonly #document: ApiDocument;
  readonly #schemes: ReadonlyMap<string, JsonObject>;
  readonly #variables: CollectionVariables;
  readonly #context: ImportContext;
  /** The name of the scheme of the collection; null for none. */
  readonly #collectionScheme: string | null;
  readonly #converted = new Map<string, Auth>();
  readonly auth: Auth;

  constructor(document: ApiDocument, variables: CollectionVariables, context: ImportContext) {
    this.#document = document;
    this.#schemes = document.securitySchemes;
    this.#variables = variables;
    this.#context = context;
    const [required] = this.#requirement(document.root['security']) ?? [];
    const [first] = this.#schemes.keys();
    this.#collectionScheme = required?.[0] ?? first ?? null;
    this.auth =
      this.#collectionScheme === null ? NO_AUTH : this.#authOf(this.#collectionScheme, required?.[1]);
  }

  /** Returns the authorization of an operation with the given security. */
  of(security: unknown, context: ImportContext): Authorized {
    const requirement = this.#requirement(security);
    if (requirement === null) return { auth: INHERIT, headers: [], query: [] };
    const [first, ...others] = requirement;
    if (first === undefined) return { auth: NO_AUTH, headers: [], query: [] };
    const [name, scopes] = first;
    const auth = name === this.#collectionScheme ? INHERIT : this.#authOf(name, scopes);
    const more = others.map((other) => this.#authOf(...other)).filter(({ type }) => type !== 'none');
    const keys = more.filter((each) => each.type === 'apiKey');
    if (keys.length < more.length)
      context.warn('it requires several kinds of authorization at once: only the first one was kept');
    const pairsIn = (location: 'header' | 'query'): readonly Pair[] =>
      keys
        .filter((key) => key.in === location)
        .map(({ key, value }) => ({ name: key, value, enabled: true, docs: '' }));
    return { auth, headers: pairsIn('header'), query: pairsIn('query') };
  }

  /**
   * Returns the first requirement that is not empty; an empty one when nothing is required, null when nothing is
   * declared.
   */
  #requirement(security: unknown): Requirement | null {
    if (!Array.isArray(security)) return null;
    const required = security.find((each) => isObject(each) && Object.keys(each).length > 0) as
      | JsonObject
      | undefined;
    return Object.entries(required ?? {}).slice(0, 10);
  }

  #authOf(name: string, scopes: unknown): Auth {
    const converted = this.#converted.get(name);
    if (converted !== undefined) return converted;
    const scheme = this.#schemes.get(name);
    const fields =
      scheme === undefined ? this.#unknown(name, 'is not described') : this.#fieldsOf(name, scheme, scopes);
    const auth = fields === null ? NO_AUTH : authModel.parse(fields);
    this.#converted.set(name, auth);
    return auth;
  }

  #unknown(name: string, reason: string): null {
    this.#context.warn(
      `the security scheme ${JSON.stringify(name.slice(0, 60).toWellFormed())} ${reason}: it became No Auth`,
    );
    return null;
  }

  #fieldsOf(name: string, scheme: JsonObject, scopes: unknown): Readonly<Record<string, string>> | null {
    switch (scheme['type']) {
      case 'http':
        return this.#http(name, scheme);
      case 'apiKey':
        return this.#apiKey(name, scheme);
      case 'oauth2':
        return this.#oauth2(name, scheme, scopes);
      case 'openIdConnect':
        this.#context.warn('its OpenID Connect configuration is not fetched: set a token as a variable');
        return { type: 'oauth2', grant: 'token', accessToken: this.#secret('accessToken', name) };
      default:
        return this.#unknown(name, `is of the type ${quoteValue(scheme['type'])}, which is not supported`);
    }
  }

  #http(name: string, { scheme }: JsonObject): Readonly<Record<string, string>> | null {
    const type = scalarText(scheme)?.toLowerCase() ?? '';
    if (type === 'bearer') return { type, token: this.#secret('bearerToken', name) };
    if (type !== 'basic' && type !== 'digest')
      return this.#unknown(name, `is of the HTTP scheme ${quoteValue(scheme)}, which is not supported`);
    return { type, username: this.#plain('username', name), password: this.#secret('password', name) };
  }

  #apiKey(name: string, scheme: JsonObject): Readonly<Record<string, string>> {
    const key = scalarText(scheme['name']) ?? 'X-API-Key';
    const value = this.#secret('apiKey', name);
    if (scheme['in'] === 'cookie')
      return { type: 'apiKey', key: 'Cookie', value: `${key}=${value}`, in: 'header' };
    return { type: 'apiKey', key, value, in: scheme['in'] === 'query' ? 'query' : 'header' };
  }

  #oauth2(name: string, scheme: JsonObject, scopes: unknown): Readonly<Record<string, string>> {
    const flows = isObject(scheme['flows']) ? scheme['flows'] : {};
    const grant = GRANTS.find((each) => isObject(flows[each]));
    if (grant === undefined)
      return { type: 'oauth2', grant: 'token', accessToken: this.#secret('accessToken', name) };
    const flow = this.#document.references.fields(flows[grant]);
    return {
      type: 'oauth2',
      grant,
      clientId: this.#plain('clientId', name),
      ...(grant !== 'implicit' && { clientSecret: this.#secret('clientSecret', name) }),
      ...(grant === 'password' && {
        username: this.#plain('username', name),
        password: this.#secret('password', name),
      }),
      // Without a user at a browser, a run needs a token.
      ...((grant === 'implicit' || grant === 'authorizationCode') && {
        accessToken: this.#secret('accessToken', name),
      }),
      authUrl: urlOf(flow['authorizationUrl']),
      accessTokenUrl: urlOf(flow['tokenUrl']),
      refreshTokenUrl: urlOf(flow['refreshUrl']),
      scope: scopeOf(scopes, flow['scopes']),
    };
  }

  #plain(name: string, scheme: string): string {
    return this.#variables.credential(name, scheme, false);
  }

  #secret(name: string, scheme: string): string {
    return this.#variables.credential(name, scheme, true);
  }
}

/** Grants, those without a browser first. */
const GRANTS = ['clientCredentials', 'password', 'authorizationCode', 'implicit'] as const;

/** Returns a URL; one without a host belongs to the server. */
function urlOf(url: unknown): string {
  const text = scalarText(url) ?? '';
  return text.startsWith('/') ? `{{baseUrl}}${text}` : text;
}

/** Returns the required scopes, or else all of them. */
function scopeOf(required: unknown, all: unknown): string {
  const named = Array.isArray(required) ? required.filter((scope) => typeof scope === 'string') : [];
  const scopes = named.length > 0 ? named : Object.keys(isObject(all) ? all : {});
  return scopes.slice(0, MAX_SCOPES).join(' ').toWellFormed();
}

function quoteValue(value: unknown): string {
  const text = scalarText(value);
  return text === undefined ? describeType(value) : JSON.stringify(text.slice(0, 60).toWellFormed());
}
