// Certificates in PEM (RFC 7468), as bundles hold them: one after the other, with anything in between.
import { X509Certificate } from 'node:crypto';

/** The certificates of a text, in DER; what does not parse as one is left out. */
export function certificatesIn(text: string): Uint8Array[] {
  return [...text.matchAll(BLOCK)].flatMap(([, base64 = '']) => {
    const certificate = Buffer.from(base64, 'base64');
    return isCertificate(certificate) ? [certificate] : [];
  });
}

/** A bundle of certificates, each once. */
export function pemBundle(certificates: readonly Uint8Array[]): string {
  return [...new Set(certificates.map(pem))].join('');
}

const BLOCK = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

// A bundle with one bad certificate is refused as a whole by some programs.
function isCertificate(der: Uint8Array): boolean {
  try {
    new X509Certificate(der);
    return true;
  } catch {
    return false;
  }
}

function pem(certificate: Uint8Array): string {
  const lines = Buffer.from(certificate)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
