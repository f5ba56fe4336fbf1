// Tokens in the cache of authorizations, as they are kept beyond a run and shown to the user.
import { hash } from 'node:crypto';
import { z } from 'zod';
import type { AuthContext, AuthOf } from '../contract.ts';
import { authCache } from '../shared/auth-cache.ts';
import type { Token } from './token-endpoint.ts';

/** The token for a set of fields. It is a promise, so that concurrent requests obtain only one. */
export interface TokenSlot {
  token: Promise<Token> | null;
  /** The token once it is there. */
  obtained: KeptToken | null;
}

const keptToken = z.strictObject({
  /** Identifies the fields of the authorization without containing them. */
  id: z.string(),
  grant: z.string(),
  clientId: z.string(),
  /** The host of the token endpoint. */
  server: z.string(),
  scope: z.string(),
  accessToken: z.string(),
  refreshToken: z.string(),
  /** Epoch milliseconds; null for one of an earlier version. */
  obtainedAt: z.number().nullable().default(null),
  expiresAt: z.number().nullable(),
});
export type KeptToken = z.output<typeof keptToken>;

type Cache = Pick<AuthContext, 'cache'>;

export function slotOf(auth: AuthOf<'oauth2'>, context: Cache): TokenSlot {
  const slots = authCache<TokenSlot>('oauth2', context);
  const id = idOf(auth);
  let slot = slots.get(id);
  if (slot === undefined) slots.set(id, (slot = { token: null, obtained: null }));
  return slot;
}

/** Notes a token that was obtained; one of the fields is in them. */
export function keep(auth: AuthOf<'oauth2'>, slot: TokenSlot, token: Token, obtainedAt: number): void {
  const { grant, clientId, scope, accessTokenUrl } = auth;
  if (token.accessToken === auth.accessToken) return;
  slot.obtained = {
    id: idOf(auth),
    grant,
    clientId,
    scope,
    server: URL.parse(accessTokenUrl)?.host ?? '',
    obtainedAt,
    ...token,
  };
}

/** Returns the tokens of a cache. */
export function keptTokens(context: Cache): readonly KeptToken[] {
  return [...authCache<TokenSlot>('oauth2', context).values()].flatMap(({ obtained }) => obtained ?? []);
}

/** Returns the token that requests with this authorization are sent with; null before it was obtained. */
export function tokenOf(auth: AuthOf<'oauth2'>, context: Cache): KeptToken | null {
  return authCache<TokenSlot>('oauth2', context).get(idOf(auth))?.obtained ?? null;
}

/** Adds tokens as `keptTokens` returned them to a cache; anything else adds none. */
export function restoreTokens(tokens: unknown, context: Cache): void {
  const slots = authCache<TokenSlot>('oauth2', context);
  for (const obtained of z.array(keptToken).safeParse(tokens).data ?? []) {
    const { accessToken, refreshToken, expiresAt } = obtained;
    slots.set(obtained.id, { token: Promise.resolve({ accessToken, refreshToken, expiresAt }), obtained });
  }
}

/** Forgets a token; the next request obtains another. Returns whether there was one. */
export function forgetToken(id: string, context: Cache): boolean {
  return authCache<TokenSlot>('oauth2', context).delete(id);
}

function idOf(auth: AuthOf<'oauth2'>): string {
  return hash('sha256', JSON.stringify(auth), 'base64url');
}
