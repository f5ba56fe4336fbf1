// The cookies and tokens that the workspace keeps for this machine.
import { z } from 'zod';
import type { KeptToken } from '../../../requests/auth/oauth2/kept-tokens.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flag } from '../fields.ts';
import { onScreen } from './live-fields.ts';
import { previewRequest } from './screen-request.ts';

const cookie = z.strictObject({
  name: z.string(),
  value: z.string(),
  domain: z.string(),
  path: z.string(),
  expires: z.number().nullable().describe('Epoch milliseconds; null until the browser would close'),
  httpOnly: z.boolean(),
  secure: z.boolean(),
});

export const clientCookies = defineMethod({
  name: 'client.cookies',
  summary: 'Lists the cookies that requests of the workspace have been given on this machine',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({}),
  result: z.strictObject({ cookies: z.array(cookie).readonly() }),
  async run({ clientState }: AppContext) {
    const { cookies } = await clientState.credentials();
    return { cookies: await cookies.all() };
  },
});

const DOMAIN = 'a host, such as shop.example.com';

export const setClientCookie = defineMethod({
  name: 'client.set_cookie',
  summary: 'Sets a cookie, in place of the one with this name, domain and path',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    domain: z.string(DOMAIN).regex(/^[^\s/;,]+$/, DOMAIN),
    path: z.string().startsWith('/', 'a path that begins with /').default('/'),
    name: z.string().regex(/^[^\s;=,]+$/, 'a name without spaces, ";", "=" and ","'),
    value: z.string().regex(/^[^;\r\n]*$/, 'a value without ";" and line breaks'),
    expires: z.number().nullable().default(null),
    httpOnly: flag.default(false),
    secure: flag.default(false),
  }),
  result: z.strictObject({ notSaved: z.string().nullable() }),
  async run({ clientState }: AppContext, { domain, path, name, value, expires, httpOnly, secure }) {
    const { cookies } = await clientState.credentials();
    const attributes = [
      `${name}=${value}`,
      `Path=${path}`,
      ...(expires === null ? [] : [`Expires=${new Date(expires).toUTCString()}`]),
      ...(httpOnly ? ['HttpOnly'] : []),
      ...(secure ? ['Secure'] : []),
    ];
    await cookies.set(`${secure ? 'https' : 'http'}://${domain}${path}`, attributes.join('; '));
    return { notSaved: await clientState.save() };
  },
});

export const deleteClientCookies = defineMethod({
  name: 'client.delete_cookies',
  summary: 'Deletes the cookies of a domain, a path or a name; all of them without any',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    domain: z.string().optional(),
    path: z.string().optional(),
    name: z.string().optional(),
  }),
  result: z.strictObject({ deleted: z.int(), notSaved: z.string().nullable() }),
  async run({ clientState }: AppContext, wanted) {
    const { cookies } = await clientState.credentials();
    const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
    const deleted = await cookies.removeMatching(given);
    return { deleted, notSaved: await clientState.save() };
  },
});

const token = z.strictObject({
  id: z.string(),
  grant: z.string(),
  clientId: z.string(),
  server: z.string(),
  scope: z.string(),
  obtainedAt: z.number().nullable().describe('Epoch milliseconds; null where it is not known'),
  expiresAt: z.number().nullable().describe('Epoch milliseconds; null where it is not known'),
  canRenew: z.boolean(),
});

export const clientTokens = defineMethod({
  name: 'client.tokens',
  summary: 'Lists the OAuth 2.0 tokens that requests of the workspace have obtained on this machine',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({}),
  result: z.strictObject({
    tokens: z.array(token),
  }),
  async run({ clientState }: AppContext) {
    const { keptTokens } = await import('../../../requests/auth/oauth2/kept-tokens.ts');
    const { authCache } = await clientState.credentials();
    return {
      tokens: keptTokens({ cache: authCache }).map(shownToken),
    };
  },
});

export const requestToken = defineMethod({
  name: 'client.request_token',
  summary: 'Returns the OAuth 2.0 token that a request would be sent with, its own or that of its collection',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject(onScreen),
  result: z.strictObject({
    grant: z.string().nullable().describe('Null where the request has no authorization by OAuth 2.0'),
    token: token.nullable().describe('Null before it was obtained'),
  }),
  async run(app: AppContext, given) {
    const { tokenOf } = await import('../../../requests/auth/oauth2/kept-tokens.ts');
    const { resolvedAuth } = await import('../../live/preview.ts');
    const auth = resolvedAuth(await previewRequest(app, given));
    if (auth.type !== 'oauth2') return { grant: null, token: null };
    const { authCache } = await app.clientState.credentials();
    const found = tokenOf(auth, { cache: authCache });
    return { grant: auth.grant, token: found === null ? null : shownToken(found) };
  },
});

function shownToken({ accessToken, refreshToken, ...shown }: KeptToken): z.output<typeof token> {
  return { ...shown, canRenew: accessToken !== '' && refreshToken !== '' };
}

export const forgetClientToken = defineMethod({
  name: 'client.forget_token',
  summary: 'Forgets a token; the next request obtains another one',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ id: z.string() }),
  result: z.strictObject({ forgotten: z.boolean(), notSaved: z.string().nullable() }),
  async run({ clientState }: AppContext, { id }) {
    const { forgetToken } = await import('../../../requests/auth/oauth2/kept-tokens.ts');
    const { authCache } = await clientState.credentials();
    const forgotten = forgetToken(id, { cache: authCache });
    return { forgotten, notSaved: await clientState.save() };
  },
});
