// Certificates in PEM (RFC 7468), as in bundles: in sequence, with any text between them.
import { X509Certificate } from 'node:crypto';

/** Returns the certificates in a text as DER, unparsed. */
export function certificatesIn(text: string): Uint8Array[] {
  return [...text.matchAll(BLOCK)].map(([, base64 = '']) => Buffer.from(base64, 'base64'));
}

/**
 * Returns true when the bytes are exactly one certificate. Some programs refuse a bundle that contains anything else.
 */
export function isCertificate(der: Uint8Array): boolean {
  try {
    new X509Certificate(der);
    return true;
  } catch {
    return false;
  }
}

/** Returns a bundle of the certificates, each once. */
export function pemBundle(certificates: readonly Uint8Array[]): string {
  return [...new Set(certificates.map(pem))].join('');
}

const BLOCK = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g;

const LINE_CHARS = 64;

function pem(certificate: Uint8Array): string {
  const text = Buffer.from(certificate).toString('base64');
  let lines = '';
  // A regular expression would take twice as long, at the start of every run with a command.
  for (let at = 0; at < text.length; at += LINE_CHARS) lines += `${text.slice(at, at + LINE_CHARS)}\n`;
  return `-----BEGIN CERTIFICATE-----\n${lines}-----END CERTIFICATE-----\n`;
}
