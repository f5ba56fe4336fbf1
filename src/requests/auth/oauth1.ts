// OAuth 1.0 (RFC 5849) with the body hash of draft-eaton-oauth-bodyhash.
import { constants, createHash, createHmac, sign } from 'node:crypto';
import { defineAuth, type AuthContext, type AuthOf, type SignableRequest } from './contract.ts';
import { quotedString, requireFields, requirePrintable, fieldError } from './shared/fields.ts';
import { compareBytes, percentEncode, parseForm, toByteString } from './shared/byte-strings.ts';
import { privateKey } from './shared/private-key.ts';
import {
  removeFromForm,
  mediaType,
  signableUrl,
  withHeader,
  withoutQuery,
  withQuery,
} from './shared/signable-request.ts';

type OAuth1 = AuthOf<'oauth1'>;
type Parameters = readonly (readonly [name: string, value: string])[];

const FORM = 'application/x-www-form-urlencoded';

export const oauth1 = defineAuth({
  type: 'oauth1',
  signsRequest: true,
  apply(auth, request, context) {
    return Promise.resolve().then(() => {
      const method = signatureMethodOf(auth);
      const unsigned = withoutOAuthParameters(request);
      const oauthParameters = parametersOf(auth, method, unsigned, context);
      const signature = method.sign(baseString(unsigned, oauthParameters), auth);
      return withParameters(auth, unsigned, [...oauthParameters, ['oauth_signature', signature]]);
    });
  },
});

interface SignatureMethod {
  readonly name: string;
  /** The hash for the body hash; null for none. */
  readonly hash: string | null;
  sign(base: string, auth: OAuth1): string;
}

/**
 * Returns the method of RFC 5849 section 3.4, or one of its SHA-2 variants. Throws an Error that names a wrong or
 * missing field.
 */
function signatureMethodOf(auth: OAuth1): SignatureMethod {
  const name = auth.signatureMethod.trim().toUpperCase() || 'HMAC-SHA1';
  const match = /^(?:(HMAC|RSA)-SHA(1|256|512)|PLAINTEXT)$/.exec(name);
  if (match === null)
    throw fieldError(
      'oauth1',
      'signatureMethod',
      'must be HMAC-SHA1, HMAC-SHA256, HMAC-SHA512, RSA-SHA1, RSA-SHA256, RSA-SHA512 or PLAINTEXT',
    );
  const [, kind, bits] = match;
  return { name, hash: bits === undefined ? null : `sha${bits}`, sign: signerFor(auth, kind, `sha${bits}`) };
}

function signerFor(auth: OAuth1, kind: string | undefined, hash: string): SignatureMethod['sign'] {
  const { consumerKey, consumerSecret } = auth;
  if (kind === 'RSA') {
    requireFields('oauth1', { consumerKey, privateKey: auth.privateKey });
    const key = privateKey('oauth1', 'privateKey', auth.privateKey, 'rsa');
    return (base) =>
      sign(hash, Buffer.from(base, 'latin1'), { key, padding: constants.RSA_PKCS1_PADDING }).toString(
        'base64',
      );
  }
  requireFields('oauth1', { consumerKey, consumerSecret });
  const secrets = [consumerSecret, auth.tokenSecret]
    .map((each) => percentEncode(toByteString(each)))
    .join('&');
  if (kind === undefined) return () => secrets;
  return (base) => createHmac(hash, secrets).update(base, 'latin1').digest('base64');
}

/** Removes the parameters of an earlier signature. */
function withoutOAuthParameters(request: SignableRequest): SignableRequest {
  const unsigned = withoutQuery(request, OAUTH_PARAMETERS);
  if (mediaType(request) !== FORM) return unsigned;
  const form = request.body.toString('latin1');
  const remaining = removeFromForm(form, OAUTH_PARAMETERS);
  return remaining === form ? unsigned : { ...unsigned, body: Buffer.from(remaining, 'latin1') };
}

const OAUTH_PARAMETERS: ReadonlySet<string> = new Set(
  [
    'consumer_key',
    'token',
    'signature_method',
    'timestamp',
    'nonce',
    'version',
    'body_hash',
    'callback',
    'verifier',
    'signature',
  ].map((name) => `oauth_${name}`),
);

/** Returns the parameters except for the signature, as text in UTF-16. */
function parametersOf(
  auth: OAuth1,
  { name, hash }: SignatureMethod,
  request: SignableRequest,
  context: AuthContext,
): Parameters {
  const timestamp = auth.timestamp.trim() || String(Math.floor(context.now() / 1000));
  if (!/^\d{1,15}$/.test(timestamp))
    throw fieldError('oauth1', 'timestamp', 'must be a number of seconds since 1970');
  const standard: Parameters = [
    ['oauth_consumer_key', auth.consumerKey],
    ['oauth_token', auth.token],
    ['oauth_signature_method', name],
    ['oauth_timestamp', timestamp],
    ['oauth_nonce', auth.nonce || context.random(16).toString('hex')],
    ['oauth_version', auth.version],
  ];
  const optional: Parameters = [
    ['oauth_body_hash', auth.includeBodyHash ? bodyHash(request, hash) : ''],
    ['oauth_callback', auth.callback],
    ['oauth_verifier', auth.verifier],
  ];
  return [
    ...standard.filter(([, value]) => auth.addEmptyParams || value !== ''),
    ...optional.filter(([, value]) => value !== ''),
  ];
}

/** Returns the body hash; empty for forms, which are signed anyway, and for methods without a hash. */
function bodyHash(request: SignableRequest, hash: string | null): string {
  if (hash === null || mediaType(request) === FORM) return '';
  return createHash(hash).update(request.body).digest('base64');
}

/** Returns the signature base string (RFC 5849 section 3.4.1). */
function baseString(request: SignableRequest, oauthParameters: Parameters): string {
  const { scheme, host, port, path, query } = signableUrl(request);
  const isDefaultPort = port === (scheme === 'https' ? '443' : '80');
  const form = mediaType(request) === FORM ? parseForm(request.body.toString('latin1')) : [];
  const all = [
    ...parseForm(toByteString(query)),
    ...oauthParameters.map((pair) => pair.map(toByteString) as [string, string]),
    ...form,
  ];
  const normalized = all
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .sort(([a, x], [b, y]) => compareBytes(a, b) || compareBytes(x, y))
    .map((pair) => pair.join('='))
    .join('&');
  const uri = `${scheme}://${host}${isDefaultPort ? '' : `:${port}`}${path}`;
  return [request.method.toUpperCase(), toByteString(uri), normalized].map(percentEncode).join('&');
}

/** Adds the parameters to the request (RFC 5849 section 3.5). */
function withParameters(auth: OAuth1, request: SignableRequest, parameters: Parameters): SignableRequest {
  if (auth.addTo === 'query') return withQuery(request, parameters);
  const encoded = parameters.map(
    ([name, value]) => [percentEncode(toByteString(name)), percentEncode(toByteString(value))] as const,
  );
  if (auth.addTo === 'body')
    return withFormParameters(request, encoded.map((pair) => pair.join('=')).join('&'));
  requirePrintable('oauth1', { realm: auth.realm });
  const fields = encoded.map(([name, value]) => `${name}="${value}"`);
  const realm = auth.realm === '' ? [] : [`realm=${quotedString(auth.realm)}`];
  return withHeader(request, 'Authorization', `OAuth ${[...realm, ...fields].join(', ')}`);
}

function withFormParameters(request: SignableRequest, encoded: string): SignableRequest {
  const existing = request.body.toString('latin1');
  if (existing !== '' && mediaType(request) !== FORM)
    throw fieldError(
      'oauth1',
      'addTo',
      `is body, but the body is not a form (${FORM}): choose header or query`,
    );
  const body = Buffer.from(existing === '' ? encoded : `${existing}&${encoded}`, 'latin1');
  return { ...withHeader(request, 'Content-Type', FORM), body };
}
