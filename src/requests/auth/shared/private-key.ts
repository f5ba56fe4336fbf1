// Private keys that sign requests.
import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { AuthType } from '../../../collections/model/auth.ts';
import { fieldError } from './fields.ts';

/** Parses a PEM key. Throws an Error that names the field when it is not a private key of the given type. */
export function privateKey(
  type: AuthType,
  field: string,
  pem: string,
  kind: 'rsa' | 'ec' | 'ed25519',
): KeyObject {
  // Environment variables hold PEM in one line.
  const text = pem.includes('\n') ? pem : pem.replaceAll('\\n', '\n');
  let key: KeyObject;
  try {
    key = createPrivateKey(text);
  } catch {
    // The original reason would not help, and might quote the key.
    throw fieldError(type, field, 'is not a private key in PEM, or it has a password');
  }
  if (key.asymmetricKeyType !== kind)
    throw fieldError(type, field, `is a key of the type ${key.asymmetricKeyType}, but must be ${kind}`);
  return key;
}
