// A JSON Web Token that is created and signed for each request (RFC 7519, RFC 7515, RFC 7518, RFC 8037).
import { createHmac, sign } from 'node:crypto';
import { defineAuth, type AuthOf } from './contract.ts';
import { requireFields, fieldError } from './shared/fields.ts';
import { parseObject } from './shared/json-field.ts';
import { privateKey } from './shared/private-key.ts';
import { withHeader, withoutQuery, withQuery } from './shared/signable-request.ts';
import { keySigner, writeToken, type Signer } from './shared/token-signature.ts';

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
  const header = { ...parseObject('jwt', 'headers', auth.headers), alg: algorithm };
  parseObject('jwt', 'payload', auth.payload);
  // The payload is sent as typed, since JSON.parse would round large numbers.
  return writeToken(header, withoutWhitespace(auth.payload) || '{}', signer);
}

function withoutWhitespace(json: string): string {
  return json.replace(/("(?:[^"\\]|\\.)*")|\s+/g, '$1');
}

function signerFor(auth: Jwt, algorithm: string): Signer {
  if (algorithm === 'EdDSA') {
    const key = privateKey('jwt', 'secret', auth.secret, 'ed25519');
    return (text) => sign(null, text, key);
  }
  const [, bits] = /^HS(256|384|512)$/.exec(algorithm) ?? [];
  if (bits !== undefined) {
    const secret = sharedSecret(auth);
    return (text) => createHmac(`sha${bits}`, secret).update(text).digest();
  }
  const signer = keySigner({ type: 'jwt', field: 'secret', pem: auth.secret }, algorithm);
  if (signer !== null) return signer;
  throw fieldError(
    'jwt',
    'algorithm',
    'must be EdDSA, or one of HS, RS, PS and ES followed by 256, 384 or 512',
  );
}

function sharedSecret({ secret, isSecretBase64 }: Jwt): Buffer {
  if (!isSecretBase64) return Buffer.from(secret, 'utf8');
  if (!/^[\w+/-]+={0,2}$/.test(secret.trim())) throw fieldError('jwt', 'secret', 'is not base64');
  return Buffer.from(secret.trim(), 'base64');
}
