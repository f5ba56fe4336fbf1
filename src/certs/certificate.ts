// X.509 version 3 certificates (RFC 5280), assembled as DER and signed with one ECDSA signature.
import { type KeyObject, createHash, randomBytes, sign } from 'node:crypto';
import {
  bitString,
  explicit,
  integer,
  objectId,
  octetString,
  sequence,
  set,
  time,
  trueValue,
  utf8String,
} from './der.ts';

/** The content of a certificate. Times are ms since 1970; names, key and extensions are DER. */
export interface CertificateContent {
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  readonly publicKeyInfo: Uint8Array;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly extensions: readonly Uint8Array[];
}

/** Returns the certificate in PEM, signed with the issuer's EC key over SHA-256, with a random serial number. */
export function signedCertificate(content: CertificateContent, issuerKey: KeyObject): string {
  const toBeSigned = sequence(
    VERSION_3,
    integer(...serialNumber()),
    ECDSA_WITH_SHA256,
    content.issuer,
    sequence(time(content.notBefore), time(content.notAfter)),
    content.subject,
    content.publicKeyInfo,
    explicit(3, sequence(...content.extensions)),
  );
  const signature = sign('sha256', toBeSigned, issuerKey);
  return pem('CERTIFICATE', sequence(toBeSigned, ECDSA_WITH_SHA256, bitString(signature)));
}

/** Encodes one extension; `value` is the DER that the definition of the extension demands. */
export function extension(id: Uint8Array, value: Uint8Array, critical = false): Uint8Array {
  return sequence(id, ...(critical ? [trueValue()] : []), octetString(value));
}

/** Encodes a distinguished name of UTF-8 attributes, in the order given, each in its own set. */
export function distinguishedName(
  ...attributes: readonly (readonly [id: Uint8Array, value: string])[]
): Uint8Array {
  return sequence(...attributes.map(([id, value]) => set(sequence(id, utf8String(value)))));
}

/** Returns a key identifier: the first 160 bits of the SHA-256 of the public key (RFC 7093 section 2, method 1). */
export function keyIdentifier(publicKey: Uint8Array): Uint8Array {
  return createHash('sha256').update(publicKey).digest().subarray(0, 20);
}

/** Returns the SubjectPublicKeyInfo of a public key. */
export function publicKeyInfo(publicKey: KeyObject): Uint8Array {
  return publicKey.export({ type: 'spki', format: 'der' });
}

/** The object identifiers that certificates use, in DER. */
export const OID = {
  commonName: objectId('2.5.4.3'),
  organization: objectId('2.5.4.10'),
  subjectKeyIdentifier: objectId('2.5.29.14'),
  keyUsage: objectId('2.5.29.15'),
  subjectAltName: objectId('2.5.29.17'),
  basicConstraints: objectId('2.5.29.19'),
  authorityKeyIdentifier: objectId('2.5.29.35'),
  extendedKeyUsage: objectId('2.5.29.37'),
  serverAuth: objectId('1.3.6.1.5.5.7.3.1'),
} as const;

const VERSION_3 = explicit(0, integer(2));
const ECDSA_WITH_SHA256 = sequence(objectId('1.2.840.10045.4.3.2'));

// Positive, and always 16 octets long without a needless leading zero: the first two bits are 01.
function serialNumber(): Uint8Array {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return bytes;
}

function pem(label: string, der: Uint8Array): string {
  const lines = Buffer.from(der)
    .toString('base64')
    .replace(/.{64}(?=.)/g, '$&\n');
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}
