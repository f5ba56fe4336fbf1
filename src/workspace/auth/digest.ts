// Digest authentication (RFC 7616, and what came before it: RFC 2617 and RFC 2069).
import { createHash, getHashes } from 'node:crypto';
import { askedSchemes, type AskedScheme } from './shared/challenges.ts';
import { defineAuth, type AuthContext, type AuthOf, type SignableRequest } from './contract.ts';
import { quoted, requireFields, wrongField } from './shared/fields.ts';
import { keptBy } from './shared/auth-cache.ts';
import { octetsOf } from './shared/byte-strings.ts';
import { requestTarget, targetOf, withOctets } from './shared/signable-request.ts';

/** What a server wants. Values hold one char per byte. */
interface Wanted {
  readonly realm: string;
  readonly nonce: string;
  /** As it says; empty where it does not. */
  readonly algorithm: string;
  readonly qop: '' | 'auth' | 'auth-int';
  readonly opaque: string | null;
  readonly hidesUser: boolean;
}

/** From one nonce of the server to its next. */
interface Session {
  readonly wanted: Wanted;
  /** One for all of it: `-sess` mixes the first one into its key. */
  readonly clientNonce: string;
  count: number;
}

export const digest = defineAuth({
  type: 'digest',
  apply(auth, request, context) {
    return Promise.resolve().then(() => {
      requireFields('digest', { username: auth.username });
      const key = keyOf(auth, request);
      const given = wantedByFields(auth);
      const session =
        keptBy<Session>('digest', context).get(key) ?? (given && sessionFor(given, key, context));
      return session === null ? request : answered(auth, request, session);
    });
  },
  answer(auth, request, challenge, context) {
    const key = keyOf(auth, request);
    const wanted = wantedByServer(auth, askedSchemes(challenge));
    const before = keptBy<Session>('digest', context).get(key)?.wanted.nonce;
    // The same nonce once more: it is user or password that it does not take.
    if (wanted === null || wanted.nonce === before) return Promise.resolve(null);
    return Promise.resolve(answered(auth, request, sessionFor(wanted, key, context)));
  },
});

/** What was learnt counts for one server, and for as long as the fields say the same. */
function keyOf(auth: AuthOf<'digest'>, request: SignableRequest): string {
  const { scheme, authority } = targetOf(request);
  return `${scheme}://${authority} ${JSON.stringify(auth)}`;
}

function sessionFor(wanted: Wanted, key: string, context: AuthContext): Session {
  const session = { wanted, clientNonce: context.random(33).toString('base64'), count: 0 };
  keptBy<Session>('digest', context).set(key, session);
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

/** Null for what is not known here. */
function hashOf(algorithm: string): string | null {
  return HASHES.get(algorithm.toUpperCase().replace(/-SESS$/, '') || 'MD5') ?? null;
}

/** With realm and nonce there is no need to be asked. */
function wantedByFields({ realm, nonce, algorithm, qop, opaque }: AuthOf<'digest'>): Wanted | null {
  if (hashOf(algorithm) === null)
    throw wrongField(
      'digest',
      'algorithm',
      `has to be one of ${[...HASHES.keys()].join(', ')}, or -sess of it`,
    );
  if (!/^(auth(-int)?)?$/.test(qop)) throw wrongField('digest', 'qop', 'has to be auth or auth-int');
  if (realm === '' || nonce === '') return null;
  return {
    realm: octetsOf(realm),
    nonce: octetsOf(nonce),
    algorithm: octetsOf(algorithm),
    qop: qop as Wanted['qop'],
    opaque: opaque === '' ? null : octetsOf(opaque),
    hidesUser: false,
  };
}

/** RFC 7616 section 3.7: the first that is known here; the one that the fields name goes before it. */
function wantedByServer(auth: AuthOf<'digest'>, asked: readonly AskedScheme[]): Wanted | null {
  const wanted = asked
    .filter(({ scheme, parameters }) => scheme === 'digest' && parameters.has('nonce'))
    .map(({ parameters }) => read(parameters, auth.qop))
    .filter((each) => each !== null);
  const named = wanted.find(({ algorithm }) => algorithm.toUpperCase() === auth.algorithm.toUpperCase());
  return named ?? wanted[0] ?? null;
}

function read(parameters: AskedScheme['parameters'], preferred: string): Wanted | null {
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
    qop: qop as Wanted['qop'],
    opaque: parameters.get('opaque') ?? null,
    hidesUser: parameters.get('userhash')?.toLowerCase() === 'true',
  };
}

/** RFC 7616 section 3.4. */
function answered(auth: AuthOf<'digest'>, request: SignableRequest, session: Session): SignableRequest {
  const { wanted, clientNonce } = session;
  session.count += 1;
  const count = session.count.toString(16).padStart(8, '0');
  const uri = octetsOf(requestTarget(request));
  const isSession = /-sess$/i.test(wanted.algorithm);
  const fields = [
    ...userFields(auth.username, wanted),
    `realm=${quoted(wanted.realm)}`,
    `uri=${quoted(uri)}`,
    ...(wanted.algorithm === '' ? [] : [`algorithm=${wanted.algorithm}`]),
    `nonce=${quoted(wanted.nonce)}`,
    ...(wanted.qop === '' ? [] : [`nc=${count}`]),
    ...(wanted.qop === '' && !isSession ? [] : [`cnonce=${quoted(clientNonce)}`]),
    ...(wanted.qop === '' ? [] : [`qop=${wanted.qop}`]),
    `response="${responseOf(auth, request, session, uri, count)}"`,
    ...(wanted.opaque === null ? [] : [`opaque=${quoted(wanted.opaque)}`]),
    ...(wanted.hidesUser ? ['userhash=true'] : []),
  ];
  return withOctets(request, 'Authorization', `Digest ${fields.join(', ')}`);
}

/** RFC 7616 section 3.4.4. */
function userFields(username: string, { algorithm, realm, hidesUser }: Wanted): readonly string[] {
  const octets = octetsOf(username);
  if (hidesUser) return [`username="${hashed(algorithm, `${octets}:${realm}`)}"`];
  if (/^[\x20-\x7e]*$/.test(octets)) return [`username=${quoted(octets)}`];
  return [`username*=UTF-8''${encodeURIComponent(username).replace(/['()*]/g, asEscape)}`];
}

function asEscape(char: string): string {
  return `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
}

function responseOf(
  { username, password }: AuthOf<'digest'>,
  { method, body }: SignableRequest,
  { wanted, clientNonce }: Session,
  uri: string,
  count: string,
): string {
  const { algorithm, realm, nonce, qop } = wanted;
  const hash = (text: string): string => hashed(algorithm, text);
  const secret = hash(`${octetsOf(username)}:${realm}:${octetsOf(password)}`);
  const a1 = /-sess$/i.test(algorithm) ? hash(`${secret}:${nonce}:${clientNonce}`) : secret;
  const a2 = hash(
    qop === 'auth-int' ? `${method}:${uri}:${hash(body.toString('latin1'))}` : `${method}:${uri}`,
  );
  return hash(qop === '' ? `${a1}:${nonce}:${a2}` : `${a1}:${nonce}:${count}:${clientNonce}:${qop}:${a2}`);
}

function hashed(algorithm: string, octets: string): string {
  return createHash(hashOf(algorithm) ?? 'md5')
    .update(octets, 'latin1')
    .digest('hex');
}
