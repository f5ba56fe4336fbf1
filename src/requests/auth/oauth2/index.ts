// OAuth 2.0 (RFC 6749). A token is obtained once, reused for the run, and renewed when it expires or is rejected.
import { parseChallenges } from '../shared/challenges.ts';
import { defineAuth, type AuthContext, type AuthOf, type SignableRequest } from '../contract.ts';
import { fieldError } from '../shared/fields.ts';
import { obtainToken, renewToken } from './grants.ts';
import { keep, slotOf, type TokenSlot } from './kept-tokens.ts';
import type { Token } from './token-endpoint.ts';
import { withHeader, withoutQuery, withQuery } from '../shared/signable-request.ts';

type OAuth2 = AuthOf<'oauth2'>;

export const oauth2 = defineAuth({
  type: 'oauth2',
  async apply(auth, request, context) {
    if (auth.tokenType.trim().toLowerCase() === 'mac')
      throw fieldError('oauth2', 'tokenType', 'is MAC, which is not supported: it must be Bearer');
    return withToken(auth, request, await currentToken(auth, context));
  },
  /** Renews a token that the server rejects as invalid (RFC 6750 section 3.1). */
  async answerChallenge(auth, request, challenge, context) {
    const slot = slotOf(auth, context);
    const rejected = slot.token;
    const isTokenInvalid = parseChallenges(challenge).some(
      ({ parameters }) => parameters.get('error') === 'invalid_token',
    );
    if (!isTokenInvalid || rejected === null || !isRenewable(auth, await rejected)) return null;
    return withToken(
      auth,
      request,
      await replaceToken(
        auth,
        slot,
        rejected,
        async () => renewToken(auth, await rejected, context),
        context,
      ),
    );
  },
});

async function currentToken(auth: OAuth2, context: AuthContext): Promise<Token> {
  const slot = slotOf(auth, context);
  const previous = slot.token;
  if (previous === null)
    return replaceToken(
      auth,
      slot,
      null,
      async () => presetToken(auth) ?? obtainToken(auth, context),
      context,
    );
  const token = await previous;
  const isValid = token.expiresAt === null || context.now() < token.expiresAt;
  return isValid
    ? token
    : replaceToken(auth, slot, previous, () => renewToken(auth, token, context), context);
}

function presetToken({ accessToken, refreshToken }: OAuth2): Token | null {
  return accessToken === '' ? null : { accessToken, refreshToken, expiresAt: null };
}

/** True when another token can be obtained. A token of the fields is only replaced with their refresh token. */
function isRenewable(auth: OAuth2, { accessToken, refreshToken }: Token): boolean {
  if (refreshToken !== '') return auth.refreshTokenUrl !== '' || auth.accessTokenUrl !== '';
  const isNonInteractive = auth.grant === 'clientCredentials' || auth.grant === 'password';
  return isNonInteractive && accessToken !== auth.accessToken;
}

/**
 * Replaces `previous` by the result of `obtain`, unless a concurrent request has done so. After a failure the next
 * request tries again.
 */
async function replaceToken(
  auth: OAuth2,
  slot: TokenSlot,
  previous: Promise<Token> | null,
  obtain: () => Promise<Token>,
  context: AuthContext,
): Promise<Token> {
  if (slot.token !== null && slot.token !== previous) return slot.token;
  const pending = obtain();
  slot.token = pending;
  try {
    const token = await pending;
    keep(auth, slot, token, context.now());
    return token;
  } catch (error) {
    slot.token = previous;
    throw error;
  }
}

/** Adds the token (RFC 6750 section 2). */
function withToken(auth: OAuth2, request: SignableRequest, { accessToken }: Token): SignableRequest {
  const unsigned = withoutQuery(request, new Set(['access_token']));
  if (auth.addTokenTo === 'query') return withQuery(unsigned, [['access_token', accessToken]]);
  return withHeader(unsigned, 'Authorization', `${auth.headerPrefix.trim()} ${accessToken}`.trimStart());
}
