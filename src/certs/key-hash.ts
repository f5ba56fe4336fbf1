// The hash of a certificate's public key, by which browsers and apps identify keys.
import { createHash, X509Certificate } from 'node:crypto';

/** Returns the SHA-256 of the SubjectPublicKeyInfo in base64, as Chromium's options expect it. */
export function keyHash(pem: string): string {
  const key = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(key).digest('base64');
}
