// Ways to obtain a token: the grants of RFC 6749, and the refresh token.
import { UserError } from '../../../base/errors.ts';
import type { AuthContext, AuthOf } from '../contract.ts';
import { requireFields } from '../shared/fields.ts';
import { requestAuthorizationCode } from './authorization-code.ts';
import { deviceToken } from './device-code.ts';
import { requestToken, TokenError, type Token } from './token-endpoint.ts';

type OAuth2 = AuthOf<'oauth2'>;
type Parameters = readonly (readonly [name: string, value: string])[];

/** Obtains a token. Rejects with an Error that names the missing field or the reason for the refusal. */
export async function obtainToken(auth: OAuth2, context: AuthContext): Promise<Token> {
  const { accessTokenUrl, clientId, username, password, refreshToken } = auth;
  switch (auth.grant) {
    case 'clientCredentials':
      requireFields('oauth2', { accessTokenUrl, clientId });
      return requestToken(auth, tokenRequest(auth, [['grant_type', 'client_credentials']]), context);
    case 'password':
      requireFields('oauth2', { accessTokenUrl, username });
      return requestToken(
        auth,
        tokenRequest(auth, [
          ['grant_type', 'password'],
          ['username', username],
          ['password', password],
        ]),
        context,
      );
    case 'refreshToken':
      requireFields('oauth2', { refreshToken });
      return requestWithRefreshToken(auth, refreshToken, scopeParameters(auth), context);
    case 'authorizationCode':
    case 'authorizationCodePkce':
      requireFields('oauth2', { authUrl: auth.authUrl, accessTokenUrl, clientId });
      return exchangeCode(auth, context);
    case 'deviceCode':
      requireFields('oauth2', { deviceUrl: auth.deviceUrl, accessTokenUrl, clientId });
      return deviceToken(auth, scopeParameters(auth), context);
    case 'implicit':
      throw new UserError(
        'INVALID_DATA',
        'the grant implicit of the authorization oauth2 returns its token only to web pages: set the accessToken, or choose authorizationCodePkce',
      );
    case 'token':
      throw new UserError(
        'INVALID_DATA',
        'the authorization oauth2 needs an accessToken: set it, or choose another grant',
      );
  }
}

/** Renews a token with its refresh token. Obtains a new token when the refresh token is missing or expired. */
export async function renewToken(auth: OAuth2, token: Token, context: AuthContext): Promise<Token> {
  if (token.refreshToken === '') return obtainToken(auth, context);
  try {
    return await requestWithRefreshToken(auth, token.refreshToken, [], context);
  } catch (error) {
    const isExpired = error instanceof TokenError && error.code === 'invalid_grant';
    // With these grants the result would be the same token again, or an older one.
    if (!isExpired || auth.grant === 'refreshToken' || auth.grant === 'token') throw error;
    return obtainToken(auth, context);
  }
}

/**
 * Requests a token with a refresh token (RFC 6749 section 6), which stays valid when the response contains no other.
 */
async function requestWithRefreshToken(
  auth: OAuth2,
  refreshToken: string,
  extra: Parameters,
  context: AuthContext,
): Promise<Token> {
  const field = auth.refreshTokenUrl === '' ? 'accessTokenUrl' : 'refreshTokenUrl';
  requireFields('oauth2', { [field]: auth[field] });
  const parameters: Parameters = [['grant_type', 'refresh_token'], ['refresh_token', refreshToken], ...extra];
  const token = await requestToken(auth, { field, url: auth[field], parameters }, context);
  return token.refreshToken === '' ? { ...token, refreshToken } : token;
}

async function exchangeCode(auth: OAuth2, context: AuthContext): Promise<Token> {
  const { code, redirectUri, codeVerifier } = await requestAuthorizationCode(
    auth,
    scopeParameters(auth),
    context,
  );
  const parameters: Parameters = [
    ['grant_type', 'authorization_code'],
    ['code', code],
    ['redirect_uri', redirectUri],
    ...(codeVerifier === null ? [] : [['code_verifier', codeVerifier] as const]),
    ...resourceParameters(auth),
  ];
  return requestToken(auth, { field: 'accessTokenUrl', url: auth.accessTokenUrl, parameters }, context);
}

function tokenRequest(
  auth: OAuth2,
  parameters: Parameters,
): { readonly field: 'accessTokenUrl'; readonly url: string; readonly parameters: Parameters } {
  return {
    field: 'accessTokenUrl',
    url: auth.accessTokenUrl,
    parameters: [...parameters, ...scopeParameters(auth)],
  };
}

/** Returns the parameters for the scope of the token; several resources are separated by blanks (RFC 8707). */
function scopeParameters(auth: OAuth2): Parameters {
  const { scope, audience } = auth;
  const named: Parameters = [
    ['scope', scope],
    ['audience', audience],
  ];
  return [...named.filter(([, value]) => value !== ''), ...resourceParameters(auth)];
}

function resourceParameters({ resource }: OAuth2): Parameters {
  return resource
    .split(/\s+/)
    .filter((each) => each !== '')
    .map((each) => ['resource', each] as const);
}
