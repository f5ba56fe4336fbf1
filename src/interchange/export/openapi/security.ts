// Converts authorization to security schemes, each of which is written once.
import type {
  OpenApiDocument,
  OpenApiFlow,
  OpenApiSecurity,
  OpenApiSecurityScheme,
} from '../../../documents/openapi/writer.ts';
import type { Auth } from '../../../collections/model/auth.ts';
import type { Interpolate } from '../shared/public-values.ts';
import { UniqueNames } from './unique-names.ts';

export class SecuritySchemes {
  readonly #schemes = new Map<string, OpenApiSecurityScheme>();
  /** The names of schemes by their JSON. */
  readonly #byText = new Map<string, string>();
  readonly #names = new UniqueNames('');
  readonly #interpolate: Interpolate;
  readonly #warnings: Set<string>;

  constructor(interpolate: Interpolate, warnings: Set<string>) {
    this.#interpolate = interpolate;
    this.#warnings = warnings;
  }

  get components(): Pick<OpenApiDocument, 'components'> {
    if (this.#schemes.size === 0) return {};
    return { components: { securitySchemes: Object.fromEntries(this.#schemes) } };
  }

  /** Returns the security of an operation; empty for No Auth. */
  of(auth: Auth): readonly OpenApiSecurity[] {
    const scheme = schemeOf(auth, this.#interpolate);
    if (scheme === null) {
      if (auth.type !== 'none' && auth.type !== 'inherit')
        this.#warnings.add(
          `authorization of the type ${auth.type} cannot be expressed in OpenAPI: it was left out`,
        );
      return [];
    }
    const text = JSON.stringify(scheme);
    const name = this.#byText.get(text) ?? this.#names.take(auth.type);
    this.#byText.set(text, name);
    this.#schemes.set(name, scheme);
    return [{ [name]: [] }];
  }
}

function schemeOf(auth: Auth, interpolate: Interpolate): OpenApiSecurityScheme | null {
  switch (auth.type) {
    case 'basic':
    case 'digest':
    case 'bearer':
      return { type: 'http', scheme: auth.type };
    case 'jwt':
      return { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };
    case 'apiKey':
      return keyOf(auth, interpolate);
    case 'oauth2':
      return oauth2Of(auth, interpolate);
    default:
      return null;
  }
}

function keyOf(
  { key, value, in: location }: Extract<Auth, { type: 'apiKey' }>,
  interpolate: Interpolate,
): OpenApiSecurityScheme {
  const name = interpolate(key) || 'key';
  const cookie = /^cookie$/i.test(name) ? /^[^=;]+(?==)/.exec(value)?.[0] : undefined;
  return cookie === undefined
    ? { type: 'apiKey', in: location, name }
    : { type: 'apiKey', in: 'cookie', name: cookie };
}

type OAuth2 = Extract<Auth, { type: 'oauth2' }>;

/** Converts OAuth 2.0; a fixed token becomes a bearer scheme. */
function oauth2Of(auth: OAuth2, interpolate: Interpolate): OpenApiSecurityScheme {
  const grant = {
    authorizationCodePkce: 'authorizationCode',
    refreshToken: 'authorizationCode',
    // OpenAPI before 3.2 does not know the device flow.
    deviceCode: null,
    token: null,
  }[auth.grant as string];
  const name = grant === undefined ? auth.grant : grant;
  return name === null
    ? { type: 'http', scheme: 'bearer' }
    : { type: 'oauth2', flows: { [name]: flowOf(name, auth, interpolate) } };
}

function flowOf(name: string, auth: OAuth2, interpolate: Interpolate): OpenApiFlow {
  const scopes = interpolate(auth.scope)
    .split(/[\s,]+/)
    .filter((scope) => scope !== '');
  const refreshUrl = urlOf(auth.refreshTokenUrl, interpolate);
  return {
    ...((name === 'authorizationCode' || name === 'implicit') && {
      authorizationUrl: urlOf(auth.authUrl, interpolate),
    }),
    ...(name !== 'implicit' && { tokenUrl: urlOf(auth.accessTokenUrl, interpolate) }),
    ...(auth.refreshTokenUrl !== '' && { refreshUrl }),
    scopes: Object.fromEntries(scopes.map((scope) => [scope, ''])),
  };
}

/** Replaces braces, which a URL cannot contain. */
function urlOf(url: string, interpolate: Interpolate): string {
  return interpolate(url).replace(/[{}]/g, encodeURIComponent) || '/';
}
