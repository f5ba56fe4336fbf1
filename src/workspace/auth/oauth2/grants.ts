// How a token is come by: each grant of RFC 6749, and the refresh token.
import type { AuthContext, AuthOf } from '../contract.ts';
import { requireFields } from '../shared/fields.ts';
import { authorizationCode } from './authorization-code.ts';
import { askForToken, TokenRefused, type Token } from './token-endpoint.ts';

type OAuth2 = AuthOf<'oauth2'>;
type Parameters = readonly (readonly [name: string, value: string])[];

/** Rejects with an Error that names what is missing or was refused. */
export async function obtained(auth: OAuth2, context: AuthContext): Promise<Token> {
  const { accessTokenUrl, clientId, username, password, refreshToken } = auth;
  switch (auth.grant) {
    case 'clientCredentials':
      requireFields('oauth2', { accessTokenUrl, clientId });
      return askForToken(auth, forGrant(auth, [['grant_type', 'client_credentials']]), context);
    case 'password':
      requireFields('oauth2', { accessTokenUrl, username });
      return askForToken(
        auth,
        forGrant(auth, [
          ['grant_type', 'password'],
          ['username', username],
          ['password', password],
        ]),
        context,
      );
    case 'refreshToken':
      requireFields('oauth2', { refreshToken });
      return refreshed(auth, refreshToken, wishes(auth), context);
    case 'authorizationCode':
    case 'authorizationCodePkce':
      requireFields('oauth2', { authUrl: auth.authUrl, accessTokenUrl, clientId });
      return byCode(auth, context);
    case 'implicit':
      throw new Error(
        'the grant implicit of the authorization oauth2 gives its token to pages in a browser only: give the accessToken, or choose authorizationCodePkce',
      );
    case 'token':
      throw new Error('the authorization oauth2 lacks accessToken: give it a value, or choose another grant');
  }
}

/** With the refresh token; anew where there is none, or it is no longer good. */
export async function renewed(auth: OAuth2, token: Token, context: AuthContext): Promise<Token> {
  if (token.refreshToken === '') return obtained(auth, context);
  try {
    return await refreshed(auth, token.refreshToken, [], context);
  } catch (error) {
    const isSpent = error instanceof TokenRefused && error.code === 'invalid_grant';
    // With this grant it would be the same token again, or an older one.
    if (!isSpent || auth.grant === 'refreshToken' || auth.grant === 'token') throw error;
    return obtained(auth, context);
  }
}

/** RFC 6749 section 6: the old one goes on where no new one comes. */
async function refreshed(
  auth: OAuth2,
  refreshToken: string,
  more: Parameters,
  context: AuthContext,
): Promise<Token> {
  const field = auth.refreshTokenUrl === '' ? 'accessTokenUrl' : 'refreshTokenUrl';
  requireFields('oauth2', { [field]: auth[field] });
  const parameters: Parameters = [['grant_type', 'refresh_token'], ['refresh_token', refreshToken], ...more];
  const token = await askForToken(auth, { field, url: auth[field], parameters }, context);
  return token.refreshToken === '' ? { ...token, refreshToken } : token;
}

async function byCode(auth: OAuth2, context: AuthContext): Promise<Token> {
  const { code, redirectUri, codeVerifier } = await authorizationCode(auth, wishes(auth), context);
  const parameters: Parameters = [
    ['grant_type', 'authorization_code'],
    ['code', code],
    ['redirect_uri', redirectUri],
    ...(codeVerifier === null ? [] : [['code_verifier', codeVerifier] as const]),
    ...resources(auth),
  ];
  return askForToken(auth, { field: 'accessTokenUrl', url: auth.accessTokenUrl, parameters }, context);
}

function forGrant(
  auth: OAuth2,
  parameters: Parameters,
): { readonly field: 'accessTokenUrl'; readonly url: string; readonly parameters: Parameters } {
  return { field: 'accessTokenUrl', url: auth.accessTokenUrl, parameters: [...parameters, ...wishes(auth)] };
}

/** What the token is to be good for; several resources stand apart by blanks (RFC 8707). */
function wishes(auth: OAuth2): Parameters {
  const { scope, audience } = auth;
  const said: Parameters = [
    ['scope', scope],
    ['audience', audience],
  ];
  return [...said.filter(([, value]) => value !== ''), ...resources(auth)];
}

function resources({ resource }: OAuth2): Parameters {
  return resource
    .split(/\s+/)
    .filter((each) => each !== '')
    .map((each) => ['resource', each] as const);
}
