// ASAP, which authenticates services by signed tokens (s2sauth.bitbucket.io/spec). Each request gets a new token.
import { fieldError, requireFields } from './shared/fields.ts';
import { defineAuth, type AuthContext, type AuthOf } from './contract.ts';
import { parseObject } from './shared/json-field.ts';
import { withHeader } from './shared/signable-request.ts';
import { keySigner, writeToken } from './shared/token-signature.ts';

type Asap = AuthOf<'asap'>;

const DEFAULT_EXPIRY_SECONDS = 3600;
const TOKEN_ID_BYTES = 16;

export const asap = defineAuth({
  type: 'asap',
  apply: (auth, request, context) =>
    Promise.resolve().then(() =>
      withHeader(request, 'Authorization', `Bearer ${createToken(auth, context)}`),
    ),
});

function createToken(auth: Asap, context: AuthContext): string {
  const { kid, ...claims } = {
    kid: auth.keyId,
    iss: auth.issuer,
    aud: auth.audience,
    ...parseObject('asap', 'claims', auth.claims),
  };
  const { privateKey } = auth;
  requireFields('asap', {
    issuer: shown(claims.iss),
    audience: shown(claims.aud),
    keyId: shown(kid),
    privateKey,
  });
  const algorithm = auth.algorithm.trim();
  const signer = keySigner({ type: 'asap', field: 'privateKey', pem: pemOf(privateKey, kid) }, algorithm);
  if (signer === null)
    throw fieldError('asap', 'algorithm', 'must be RS, PS or ES followed by 256, 384 or 512');
  const issuedAt = Math.floor(context.now() / 1000);
  const payload = {
    sub: auth.subject || claims.iss,
    jti: context.random(TOKEN_ID_BYTES).toString('hex'),
    iat: issuedAt,
    exp: issuedAt + expirySeconds(auth),
    ...claims,
  };
  return writeToken({ alg: algorithm, kid }, JSON.stringify(payload), signer);
}

/** Returns a claim as text, to see if it is empty. */
function shown(claim: unknown): string {
  return typeof claim === 'string' ? claim : JSON.stringify(claim);
}

function expirySeconds({ expiry }: Asap): number {
  const seconds = expiry.trim() === '' ? DEFAULT_EXPIRY_SECONDS : Number(expiry);
  if (Number.isSafeInteger(seconds) && seconds > 0) return seconds;
  throw fieldError('asap', 'expiry', 'must be a number of seconds');
}

/** Returns the key in PEM; a data URI holds PKCS#8 and the id of the key. */
function pemOf(key: string, kid: unknown): string {
  const uri = decodedUri(key.trim().replace(/^"(.*)"$/s, '$1'));
  if (!uri.startsWith('data:')) return key;
  const [, uriKid, base64] = /^data:application\/pkcs8;kid=([^;]+);base64,([\w+/=\s]+)$/.exec(uri) ?? [];
  if (base64 === undefined)
    throw fieldError('asap', 'privateKey', 'must be PEM, or data:application/pkcs8;kid=<id>;base64,<key>');
  if (uriKid !== kid) throw fieldError('asap', 'privateKey', 'names another key than keyId');
  return `-----BEGIN PRIVATE KEY-----\n${base64}\n-----END PRIVATE KEY-----\n`;
}

function decodedUri(text: string): string {
  if (!/^data(?::|%3a)/i.test(text)) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
