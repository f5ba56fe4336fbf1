// The authorization code grant (RFC 6749 section 4.1), optionally with PKCE (RFC 7636): the user consents in a
// browser, which is then redirected to a loopback address (RFC 8252 section 7.3).
import { createHash } from 'node:crypto';
import { UserError } from '../../../base/errors.ts';
import type { AuthContext, AuthOf } from '../contract.ts';
import { fieldError } from '../shared/fields.ts';
import { parseWebUrl } from './token-endpoint.ts';

type OAuth2 = AuthOf<'oauth2'>;

export interface AuthorizationCode {
  readonly code: string;
  /** The redirect URI as it was sent. */
  readonly redirectUri: string;
  /** Null without PKCE. */
  readonly codeVerifier: string | null;
}

/** Rejects with an Error when there is no user to ask, or when the user refuses. */
export async function requestAuthorizationCode(
  auth: OAuth2,
  scopeParameters: readonly (readonly [name: string, value: string])[],
  context: AuthContext,
): Promise<AuthorizationCode> {
  const { showPage, signal } = context;
  if (showPage === null)
    throw new UserError(
      'INVALID_DATA',
      `the grant ${auth.grant} of the authorization oauth2 needs a user at a terminal to log in with a browser: set the accessToken, or a refreshToken with the grant refreshToken`,
    );
  const page = parseWebUrl('authUrl', auth.authUrl);
  const codeVerifier = auth.grant === 'authorizationCodePkce' ? codeVerifierOf(auth, context) : null;
  const state = auth.state || context.random(16).toString('base64url');
  // Loaded only here, because it is a server that few runs need.
  const { openLoopback } = await import('./loopback.ts');
  const loopback = await openLoopback(auth.redirectUri, state, signal);
  try {
    const parameters = [
      ['response_type', 'code'],
      ['client_id', auth.clientId],
      ['redirect_uri', loopback.redirectUri],
      ['state', state],
      ...scopeParameters,
      ...(codeVerifier === null ? [] : challengeParameters(auth, codeVerifier)),
    ] as const;
    for (const [name, value] of parameters) page.searchParams.append(name, value);
    showPage(page.href);
    return { code: await loopback.code, redirectUri: loopback.redirectUri, codeVerifier };
  } finally {
    loopback.close();
  }
}

/** Returns the verifier (RFC 7636 section 4.1). */
function codeVerifierOf({ codeVerifier }: OAuth2, context: AuthContext): string {
  if (codeVerifier === '') return context.random(32).toString('base64url');
  if (!/^[\w.~-]{43,128}$/.test(codeVerifier))
    throw fieldError('oauth2', 'codeVerifier', 'must be 43 to 128 letters, digits, or any of -._~');
  return codeVerifier;
}

/** Returns the challenge (RFC 7636 section 4.2). */
function challengeParameters(
  { challengeAlgorithm }: OAuth2,
  codeVerifier: string,
): readonly (readonly [string, string])[] {
  const value =
    challengeAlgorithm === 'plain'
      ? codeVerifier
      : createHash('sha256').update(codeVerifier, 'latin1').digest('base64url');
  return [
    ['code_challenge', value],
    ['code_challenge_method', challengeAlgorithm],
  ];
}
