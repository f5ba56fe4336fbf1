// Signatures of JSON Web Tokens (RFC 7515, RFC 7518) by a private key.
import { constants, sign, type KeyObject } from 'node:crypto';
import type { AuthType } from '../../../collections/model/auth.ts';
import { fieldError } from './fields.ts';
import { privateKey } from './private-key.ts';

export type Signer = (text: Buffer) => Buffer;

const CURVES: Readonly<Record<string, string>> = { 256: 'prime256v1', 384: 'secp384r1', 512: 'secp521r1' };

/** Writes a token whose payload is JSON. */
export function writeToken(header: object, payload: string, signer: Signer): string {
  const text = [JSON.stringify(header), payload]
    .map((part) => Buffer.from(part, 'utf8').toString('base64url'))
    .join('.');
  return `${text}.${signer(Buffer.from(text, 'latin1')).toString('base64url')}`;
}

/**
 * Returns the signer for `RS`, `PS` or `ES` with `256`, `384` or `512`; null for other algorithms. Throws an Error that
 * names the field when its key does not fit.
 */
export function keySigner(
  { type, field, pem }: { readonly type: AuthType; readonly field: string; readonly pem: string },
  algorithm: string,
): Signer | null {
  const [, kind, bits = ''] = /^(RS|PS|ES)(256|384|512)$/.exec(algorithm) ?? [];
  const hash = `sha${bits}`;
  if (kind === undefined) return null;
  if (kind === 'ES') return ecSigner(type, field, privateKey(type, field, pem, 'ec'), bits);
  const key = privateKey(type, field, pem, 'rsa');
  const padding = kind === 'RS' ? constants.RSA_PKCS1_PADDING : constants.RSA_PKCS1_PSS_PADDING;
  const saltOptions = kind === 'RS' ? {} : { saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return (text) => {
    try {
      return sign(hash, text, { key, padding, ...saltOptions });
    } catch {
      throw fieldError(type, field, 'is a key that is too short for this algorithm');
    }
  };
}

function ecSigner(type: AuthType, field: string, key: KeyObject, bits: string): Signer {
  const curve = CURVES[bits];
  if (key.asymmetricKeyDetails?.namedCurve !== curve)
    throw fieldError(type, field, `must be a key of the curve ${curve} for ES${bits}`);
  return (text) => sign(`sha${bits}`, text, { key, dsaEncoding: 'ieee-p1363' });
}
