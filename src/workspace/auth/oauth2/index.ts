// OAuth 2.0 (RFC 6749): a token is asked for once, kept for the run, and renewed when it expires or is refused.
import { askedSchemes } from '../shared/challenges.ts';
import { defineAuth, type AuthContext, type AuthOf, type SignableRequest } from '../contract.ts';
import { wrongField } from '../shared/fields.ts';
import { keptBy } from '../shared/auth-cache.ts';
import { obtained, renewed } from './grants.ts';
import type { Token } from './token-endpoint.ts';
import { withHeader, withoutQuery, withQuery } from '../shared/signable-request.ts';

type OAuth2 = AuthOf<'oauth2'>;

export const oauth2 = defineAuth({
  type: 'oauth2',
  async apply(auth, request, context) {
    if (auth.tokenType.trim().toLowerCase() === 'mac')
      throw wrongField('oauth2', 'tokenType', 'is MAC, which nobody speaks any more: it has to be Bearer');
    return withToken(auth, request, await current(auth, context));
  },
  /** RFC 6750 section 3.1: only a token that is no longer good is worth another. */
  async answer(auth, request, challenge, context) {
    const slot = slotOf(auth, context);
    const refused = slot.coming;
    const isRefused = askedSchemes(challenge).some(
      ({ parameters }) => parameters.get('error') === 'invalid_token',
    );
    if (!isRefused || refused === null || !isRenewable(auth, await refused)) return null;
    return withToken(
      auth,
      request,
      await replaced(slot, refused, async () => renewed(auth, await refused, context)),
    );
  },
});

/** A token for each set of fields. A promise, so that requests at the same time ask for one only. */
interface Slot {
  coming: Promise<Token> | null;
}

function slotOf(auth: OAuth2, context: AuthContext): Slot {
  const slots = keptBy<Slot>('oauth2', context);
  const key = JSON.stringify(auth);
  let slot = slots.get(key);
  if (slot === undefined) slots.set(key, (slot = { coming: null }));
  return slot;
}

async function current(auth: OAuth2, context: AuthContext): Promise<Token> {
  const slot = slotOf(auth, context);
  const kept = slot.coming;
  if (kept === null) return replaced(slot, null, async () => given(auth) ?? obtained(auth, context));
  const token = await kept;
  const isGood = token.expiresAt === null || context.now() < token.expiresAt;
  return isGood ? token : replaced(slot, kept, () => renewed(auth, token, context));
}

function given({ accessToken, refreshToken }: OAuth2): Token | null {
  return accessToken === '' ? null : { accessToken, refreshToken, expiresAt: null };
}

/** What the fields themselves give is replaced only with the refresh token they give. */
function isRenewable(auth: OAuth2, { accessToken, refreshToken }: Token): boolean {
  if (refreshToken !== '') return auth.refreshTokenUrl !== '' || auth.accessTokenUrl !== '';
  const asksNobody = auth.grant === 'clientCredentials' || auth.grant === 'password';
  return asksNobody && accessToken !== auth.accessToken;
}

/** What `next` gives in place of `kept`, unless somebody else was quicker. When it fails, the next request tries again. */
async function replaced(slot: Slot, kept: Promise<Token> | null, next: () => Promise<Token>): Promise<Token> {
  if (slot.coming !== null && slot.coming !== kept) return slot.coming;
  const coming = next();
  slot.coming = coming;
  try {
    return await coming;
  } catch (error) {
    slot.coming = kept;
    throw error;
  }
}

/** RFC 6750 section 2. */
function withToken(auth: OAuth2, request: SignableRequest, { accessToken }: Token): SignableRequest {
  const clean = withoutQuery(request, new Set(['access_token']));
  if (auth.addTokenTo === 'query') return withQuery(clean, [['access_token', accessToken]]);
  return withHeader(clean, 'Authorization', `${auth.headerPrefix.trim()} ${accessToken}`.trimStart());
}
