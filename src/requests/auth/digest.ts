// Digest authentication (RFC 7616, and its predecessors RFC 2617 and RFC 2069).
import { createHash, getHashes } from 'node:crypto';
import { parseChallenges, type Challenge } from './shared/challenges.ts';
import { defineAuth, type AuthContext, type AuthOf, type SignableRequest } from './contract.ts';
import { quotedString, requireFields, fieldError } from './shared/fields.ts';
import { authCache } from './shared/auth-cache.ts';
import { toByteString } from './shared/byte-strings.ts';
import { requestTarget, signableUrl, withHeaderBytes } from './shared/signable-request.ts';

/** The parameters of a challenge. Values hold one char per byte. */
interface DigestChallenge {
  readonly realm: string;
  readonly nonce: string;
  /** The algorithm as the server names it; empty when it does not. */
  readonly algorithm: string;
  readonly qop: '' | 'auth' | 'auth-int';
  readonly opaque: string | null;
  readonly hashesUser: boolean;
}

/** The state for one nonce of the server. */
interface DigestSession {
  readonly challenge: DigestChallenge;
  /** The client nonce, which is the same for the whole session because `-sess` mixes the first one into its key. */
  readonly clientNonce: string;
  count: number;
}

export const digest = defineAuth({
  type: 'digest',
  signsRequest: true,
  apply(auth, request, context) {
    return Promise.resolve().then(() => {
      requireFields('digest', { username: auth.username });
      const key = cacheKey(auth, request);
      const preset = challengeOfFields(auth);
      const session =
        authCache<DigestSession>('digest', context).get(key) ??
        (preset && startSession(preset, key, context));
      return session === null ? request : withCredentials(auth, request, session);
    });
  },
  answerChallenge(auth, request, response, context) {
    const key = cacheKey(auth, request);
    const challenge = chooseChallenge(auth, parseChallenges(response));
    const previousNonce = authCache<DigestSession>('digest', context).get(key)?.challenge.nonce;
    // The server repeats its nonce, so it rejects the user name or the password.
    if (challenge === null || challenge.nonce === previousNonce) return Promise.resolve(null);
    return Promise.resolve(withCredentials(auth, request, startSession(challenge, key, context)));
  },
});

/** Returns the cache key: a session belongs to one server and to one set of fields. */
function cacheKey(auth: AuthOf<'digest'>, request: SignableRequest): string {
  const { scheme, authority } = signableUrl(request);
  return `${scheme}://${authority} ${JSON.stringify(auth)}`;
}

function startSession(challenge: DigestChallenge, key: string, context: AuthContext): DigestSession {
  const session = { challenge, clientNonce: context.random(33).toString('base64'), count: 0 };
  authCache<DigestSession>('digest', context).set(key, session);
  return session;
}

const HASHES: ReadonlyMap<string, string> = new Map(
  (
    [
      ['MD5', 'md5'],
      ['SHA-256', 'sha256'],
      ['SHA-512-256', 'sha512-256'],
    ] as const
  ).filter(([, name]) => getHashes().includes(name)),
);

/** Returns the name of the hash in Node.js; null for an unknown algorithm. */
function hashOf(algorithm: string): string | null {
  return HASHES.get(algorithm.toUpperCase().replace(/-SESS$/, '') || 'MD5') ?? null;
}

/** Returns the challenge that the fields describe; null without realm and nonce, which the server must send then. */
function challengeOfFields({
  realm,
  nonce,
  algorithm,
  qop,
  opaque,
}: AuthOf<'digest'>): DigestChallenge | null {
  if (hashOf(algorithm) === null)
    throw fieldError(
      'digest',
      'algorithm',
      `must be one of ${[...HASHES.keys()].join(', ')}, or -sess of it`,
    );
  if (!/^(auth(-int)?)?$/.test(qop)) throw fieldError('digest', 'qop', 'must be auth or auth-int');
  if (realm === '' || nonce === '') return null;
  return {
    realm: toByteString(realm),
    nonce: toByteString(nonce),
    algorithm: toByteString(algorithm),
    qop: qop as DigestChallenge['qop'],
    opaque: opaque === '' ? null : toByteString(opaque),
    hashesUser: false,
  };
}

/** Chooses the first supported challenge (RFC 7616 section 3.7), or the one with the algorithm of the fields. */
function chooseChallenge(auth: AuthOf<'digest'>, challenges: readonly Challenge[]): DigestChallenge | null {
  const challenge = challenges
    .filter(({ scheme, parameters }) => scheme === 'digest' && parameters.has('nonce'))
    .map(({ parameters }) => parseDigestChallenge(parameters, auth.qop))
    .filter((each) => each !== null);
  const preferred = challenge.find(
    ({ algorithm }) => algorithm.toUpperCase() === auth.algorithm.toUpperCase(),
  );
  return preferred ?? challenge[0] ?? null;
}

function parseDigestChallenge(
  parameters: Challenge['parameters'],
  preferred: string,
): DigestChallenge | null {
  const algorithm = parameters.get('algorithm') ?? '';
  const offered =
    parameters
      .get('qop')
      ?.toLowerCase()
      .split(/[\s,]+/)
      .filter((each) => each !== '') ?? [];
  const qop = [preferred, 'auth', 'auth-int'].find((each) => offered.includes(each)) ?? '';
  if (hashOf(algorithm) === null || (offered.length > 0 && qop === '')) return null;
  return {
    realm: parameters.get('realm') ?? '',
    nonce: parameters.get('nonce') ?? '',
    algorithm,
    qop: qop as DigestChallenge['qop'],
    opaque: parameters.get('opaque') ?? null,
    hashesUser: parameters.get('userhash')?.toLowerCase() === 'true',
  };
}

/** Adds the Authorization header (RFC 7616 section 3.4). */
function withCredentials(
  auth: AuthOf<'digest'>,
  request: SignableRequest,
  session: DigestSession,
): SignableRequest {
  const { challenge, clientNonce } = session;
  session.count += 1;
  const count = session.count.toString(16).padStart(8, '0');
  const uri = toByteString(requestTarget(request));
  const isSession = /-sess$/i.test(challenge.algorithm);
  const fields = [
    ...usernameFields(auth.username, challenge),
    `realm=${quotedString(challenge.realm)}`,
    `uri=${quotedString(uri)}`,
    ...(challenge.algorithm === '' ? [] : [`algorithm=${challenge.algorithm}`]),
    `nonce=${quotedString(challenge.nonce)}`,
    ...(challenge.qop === '' ? [] : [`nc=${count}`]),
    ...(challenge.qop === '' && !isSession ? [] : [`cnonce=${quotedString(clientNonce)}`]),
    ...(challenge.qop === '' ? [] : [`qop=${challenge.qop}`]),
    `response="${responseDigest(auth, request, session, uri, count)}"`,
    ...(challenge.opaque === null ? [] : [`opaque=${quotedString(challenge.opaque)}`]),
    ...(challenge.hashesUser ? ['userhash=true'] : []),
  ];
  return withHeaderBytes(request, 'Authorization', `Digest ${fields.join(', ')}`);
}

/** Returns the user name in the form of RFC 7616 section 3.4.4. */
function usernameFields(
  username: string,
  { algorithm, realm, hashesUser }: DigestChallenge,
): readonly string[] {
  const bytes = toByteString(username);
  if (hashesUser) return [`username="${hashHex(algorithm, `${bytes}:${realm}`)}"`];
  if (/^[\x20-\x7e]*$/.test(bytes)) return [`username=${quotedString(bytes)}`];
  return [`username*=UTF-8''${encodeURIComponent(username).replace(/['()*]/g, percentEscape)}`];
}

function percentEscape(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

function responseDigest(
  { username, password }: AuthOf<'digest'>,
  { method, body }: SignableRequest,
  { challenge, clientNonce }: DigestSession,
  uri: string,
  count: string,
): string {
  const { algorithm, realm, nonce, qop } = challenge;
  const hash = (text: string): string => hashHex(algorithm, text);
  const secret = hash(`${toByteString(username)}:${realm}:${toByteString(password)}`);
  const a1 = /-sess$/i.test(algorithm) ? hash(`${secret}:${nonce}:${clientNonce}`) : secret;
  const a2 = hash(
    qop === 'auth-int' ? `${method}:${uri}:${hash(body.toString('latin1'))}` : `${method}:${uri}`,
  );
  return hash(qop === '' ? `${a1}:${nonce}:${a2}` : `${a1}:${nonce}:${count}:${clientNonce}:${qop}:${a2}`);
}

function hashHex(algorithm: string, bytes: string): string {
  return createHash(hashOf(algorithm) ?? 'md5')
    .update(bytes, 'latin1')
    .digest('hex');
}
