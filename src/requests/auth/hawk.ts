// Hawk authentication (github.com/mozilla/hawk, version 1 of its header): a MAC over the request, and optionally over
// its payload.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { parseChallenges } from './shared/challenges.ts';
import { defineAuth, type AuthContext, type AuthOf, type SignableRequest } from './contract.ts';
import { quotedString, requireFields, requirePrintable, fieldError } from './shared/fields.ts';
import { authCache } from './shared/auth-cache.ts';
import { mediaType, requestTarget, signableUrl, withHeader } from './shared/signable-request.ts';

type Hawk = AuthOf<'hawk'>;

/** The difference between the clock of a server and ours. */
interface ClockOffset {
  readonly seconds: number;
}

export const hawk = defineAuth({
  type: 'hawk',
  signsRequest: true,
  apply(auth, request, context) {
    return Promise.resolve().then(() => {
      const { authId, authKey, nonce, extraData, app, delegation } = auth;
      requireFields('hawk', { authId, authKey });
      requirePrintable('hawk', { authId, nonce, extraData, app, delegation });
      const clockOffset = authCache<ClockOffset>('hawk', context).get(cacheKey(auth, request))?.seconds ?? 0;
      return withHeader(request, 'Authorization', headerValue(auth, request, clockOffset, context));
    });
  },
  /** Corrects the clock: a server whose time differs sends its own, with a proof that it knows the key. */
  answerChallenge(auth, request, challenge, context) {
    const parameters = parseChallenges(challenge).find(({ scheme }) => scheme === 'hawk')?.parameters;
    const time = parameters?.get('ts') ?? '';
    if (auth.timestamp !== '' || !/^\d{1,15}$/.test(time)) return Promise.resolve(null);
    const proof = mac(auth, `hawk.1.ts\n${time}\n`);
    if (!isEqualMac(proof, parameters?.get('tsm') ?? '')) return Promise.resolve(null);
    const seconds = Number(time) - Math.floor(context.now() / 1000);
    authCache<ClockOffset>('hawk', context).set(cacheKey(auth, request), { seconds });
    const value = headerValue(auth, request, seconds, context);
    return Promise.resolve(withHeader(request, 'Authorization', value));
  },
});

function cacheKey({ authId }: Hawk, request: SignableRequest): string {
  return `${signableUrl(request).authority} ${authId}`;
}

function headerValue(
  auth: Hawk,
  request: SignableRequest,
  clockOffset: number,
  context: AuthContext,
): string {
  const { authId, extraData, app, delegation } = auth;
  const time = auth.timestamp.trim() || String(Math.floor(context.now() / 1000) + clockOffset);
  if (!/^\d{1,15}$/.test(time))
    throw fieldError('hawk', 'timestamp', 'must be a number of seconds since 1970');
  const nonce = auth.nonce || context.random(6).toString('base64url');
  const hash = auth.includePayloadHash ? payloadHash(auth, request) : '';
  const fields: readonly (readonly [string, string])[] = [
    ['id', authId],
    ['ts', time],
    ['nonce', nonce],
    ['hash', hash],
    ['ext', extraData],
    ['mac', mac(auth, normalizedRequest(auth, request, { time, nonce, hash }))],
    ['app', app],
    ['dlg', app === '' ? '' : delegation],
  ];
  const present = fields.filter(([, value]) => value !== '');
  return `Hawk ${present.map(([name, value]) => `${name}=${quotedString(value)}`).join(', ')}`;
}

interface MacInput {
  readonly time: string;
  readonly nonce: string;
  readonly hash: string;
}

function normalizedRequest(
  { extraData, app, delegation }: Hawk,
  request: SignableRequest,
  { time, nonce, hash }: MacInput,
): string {
  const { host, port } = signableUrl(request);
  const lines = [
    'hawk.1.header',
    time,
    nonce,
    request.method.toUpperCase(),
    requestTarget(request),
    host,
    port,
    hash,
    extraData.replaceAll('\\', '\\\\'),
    ...(app === '' ? [] : [app, delegation]),
  ];
  return `${lines.join('\n')}\n`;
}

function payloadHash({ algorithm }: Hawk, request: SignableRequest): string {
  return createHash(algorithm)
    .update(`hawk.1.payload\n${mediaType(request)}\n`, 'utf8')
    .update(request.body)
    .update('\n')
    .digest('base64');
}

function mac({ algorithm, authKey }: Hawk, text: string): string {
  return createHmac(algorithm, authKey).update(text, 'utf8').digest('base64');
}

function isEqualMac(expected: string, parameters: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(parameters)];
  return a.length === b.length && timingSafeEqual(a, b);
}
