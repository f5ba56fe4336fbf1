// A JSON Web Token that is created and signed for each request (RFC 7519, RFC 7515, RFC 7518, RFC 8037).
import { constants, createHmac, sign, type KeyObject } from 'node:crypto';
import { messageOf } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { parseJson } from '../../base/json.ts';
import { defineAuth, type AuthOf } from './contract.ts';
import { requireFields, fieldError } from './shared/fields.ts';
import { privateKey } from './shared/private-key.ts';
import { withHeader, withoutQuery, withQuery } from './shared/signable-request.ts';

type Jwt = AuthOf<'jwt'>;

export const jwt = defineAuth({
  type: 'jwt',
  apply(auth, request) {
    return Promise.resolve().then(() => {
      const token = createToken(auth);
      if (auth.addTo === 'header') {
        const value = `${auth.headerPrefix.trim()} ${token}`.trimStart();
        return withHeader(request, 'Authorization', value);
      }
      requireFields('jwt', { queryParam: auth.queryParam });
      const clean = withoutQuery(request, new Set([auth.queryParam]));
      return withQuery(clean, [[auth.queryParam, token]]);
    });
  },
});

function createToken(auth: Jwt): string {
  const algorithm = auth.algorithm.trim();
  requireFields('jwt', { algorithm, secret: auth.secret });
  const signer = signerFor(auth, algorithm);
  // The algorithm of the signature overrides that of the headers.
  const header = JSON.stringify({ ...parseObject('headers', auth.headers), alg: algorithm });
  parseObject('payload', auth.payload);
  // The payload is sent as typed, since JSON.parse would round large numbers.
  const payload = withoutWhitespace(auth.payload) || '{}';
  const text = [header, payload].map((part) => Buffer.from(part, 'utf8').toString('base64url')).join('.');
  return `${text}.${signer(Buffer.from(text, 'latin1')).toString('base64url')}`;
}

/** Parses a field. Throws an Error that names it when it is not a JSON object. */
function parseObject(field: 'headers' | 'payload', json: string): object {
  if (json.trim() === '') return {};
  let value: unknown;
  try {
    value = parseJson(json);
  } catch (error) {
    throw fieldError('jwt', field, `cannot be used: ${messageOf(error)}`);
  }
  if (!isObject(value)) throw fieldError('jwt', field, 'must be a JSON object');
  return value;
}

function withoutWhitespace(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

type Signer = (text: Buffer) => Buffer;

const CURVES: Readonly<Record<string, string>> = { 256: 'prime256v1', 384: 'secp384r1', 512: 'secp521r1' };

function signerFor(auth: Jwt, algorithm: string): Signer {
  if (algorithm === 'EdDSA') {
    const key = privateKey('jwt', 'secret', auth.secret, 'ed25519');
    return (text) => sign(null, text, key);
  }
  const [, kind, bits = ''] = /^(HS|RS|PS|ES)(256|384|512)$/.exec(algorithm) ?? [];
  const hash = `sha${bits}`;
  switch (kind) {
    case 'HS': {
      const secret = sharedSecret(auth);
      return (text) => createHmac(hash, secret).update(text).digest();
    }
    case 'RS':
    case 'PS':
      return rsaSigner(privateKey('jwt', 'secret', auth.secret, 'rsa'), hash, kind);
    case 'ES':
      return ecSigner(privateKey('jwt', 'secret', auth.secret, 'ec'), hash, bits);
    default:
      throw fieldError(
        'jwt',
        'algorithm',
        'must be EdDSA, or one of HS, RS, PS and ES followed by 256, 384 or 512',
      );
  }
}

function sharedSecret({ secret, isSecretBase64 }: Jwt): Buffer {
  if (!isSecretBase64) return Buffer.from(secret, 'utf8');
  if (!/^[\w+/-]+={0,2}$/.test(secret.trim())) throw fieldError('jwt', 'secret', 'is not base64');
  return Buffer.from(secret.trim(), 'base64');
}

function rsaSigner(key: KeyObject, hash: string, kind: 'RS' | 'PS'): Signer {
  const padding = kind === 'RS' ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_PSS_PADDING;
  const saltOptions = kind === 'RS' ? {} : { saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return (text) => {
    try {
      return sign(hash, text, { key, padding, ...saltOptions });
    } catch {
      throw fieldError('jwt', 'secret', 'is a key that is too short for this algorithm');
    }
  };
}

function ecSigner(key: KeyObject, hash: string, bits: string): Signer {
  const curve = CURVES[bits];
  if (key.asymmetricKeyDetails?.namedCurve !== curve)
    throw fieldError('jwt', 'secret', `must be a key of the curve ${curve} for ES${bits}`);
  return (text) => sign(hash, text, { key, dsaEncoding: 'ieee-p1363' });
}
