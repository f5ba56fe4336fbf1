// Leaf certificates for clients: one for each server. All leaves of one kind share a key of this process.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { OID, distinguishedName, extension, publicKeyInfo, signedCertificate } from './certificate.ts';
import { bitString, implicit, sequence } from './der.ts';
import { type ServerName } from './names.ts';
import { type Root } from './root.ts';

/** The kind of key: EC P-256, or RSA for old clients that support nothing else. */
export type LeafKey = 'ec' | 'rsa';

/**
 * A server certificate and its private key in PEM. `chainPem` is the certificate followed by the root, so that
 * clients can be told to accept it by the root's key. `notAfter` is its expiry in ms since 1970.
 */
export interface Leaf {
  readonly certPem: string;
  readonly chainPem: string;
  readonly keyPem: string;
  readonly notAfter: number;
}

/**
 * Returns a function that signs a leaf for one or more names. A call costs one signature. The first call for RSA also
 * generates the key.
 */
export function leafMint(root: Root): (names: readonly ServerName[], key?: LeafKey) => Leaf {
  const ec = leafKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }), DIGITAL_SIGNATURE);
  let rsa: KeyParts | null = null;
  const identifier = authorityKeyIdentifier(root.keyId);
  return (names, key = 'ec') => {
    if (key === 'rsa')
      rsa ??= leafKey(generateKeyPairSync('rsa', { modulusLength: 2048 }), SIGNATURE_OR_ENCIPHERMENT);
    const { keyPem, keyInfo, keyUsage } = key === 'rsa' && rsa !== null ? rsa : ec;
    const commonName = names[0] && names[0].text.length <= LONGEST_COMMON_NAME ? names[0].text : null;
    const now = wholeSecond(Date.now());
    const notAfter = Math.min(now + LIFE - BACK_DATED, wholeSecond(root.notAfter));
    const content = {
      issuer: root.subject,
      subject: commonName === null ? distinguishedName() : distinguishedName([OID.commonName, commonName]),
      publicKeyInfo: keyInfo,
      notBefore: now - BACK_DATED,
      notAfter,
      extensions: [keyUsage, SERVER_AUTH, ...identifier, subjectAltName(names, commonName === null)],
    };
    const certPem = signedCertificate(content, root.key);
    return { certPem, chainPem: certPem + root.certPem, keyPem, notAfter };
  };
}

interface KeyPair {
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** The parts of a certificate that depend on its key. */
interface KeyParts {
  readonly keyPem: string;
  readonly keyInfo: Uint8Array;
  readonly keyUsage: Uint8Array;
}

function leafKey({ publicKey, privateKey }: KeyPair, usage: Uint8Array): KeyParts {
  return {
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    keyInfo: publicKeyInfo(publicKey),
    keyUsage: extension(OID.keyUsage, usage, true),
  };
}

const DAY = 24 * 60 * 60 * 1000;
// Both ends of the validity are included (RFC 5280 section 4.1.2.5), so 45 days are a second less.
const LIFE = 45 * DAY - 1000;
// Devices whose clocks are slow must accept the certificate too.
const BACK_DATED = 2 * DAY;
// ub-common-name (RFC 5280 appendix A.1).
const LONGEST_COMMON_NAME = 64;
// digitalSignature, bit 0 of KeyUsage (RFC 5280 section 4.2.1.3): the only use of an ECDSA key in TLS.
const DIGITAL_SIGNATURE = bitString(Uint8Array.of(0b1000_0000), 7);

// keyEncipherment, bit 2, is needed for the TLS 1.2 key exchange without (EC)DHE.
const SIGNATURE_OR_ENCIPHERMENT = bitString(Uint8Array.of(0b1010_0000), 5);

const SERVER_AUTH = extension(OID.extendedKeyUsage, sequence(OID.serverAuth));

function authorityKeyIdentifier(keyId: Uint8Array | null): readonly Uint8Array[] {
  return keyId ? [extension(OID.authorityKeyIdentifier, sequence(implicit(0, keyId)))] : [];
}

// Critical when the subject is empty (RFC 5280 section 4.2.1.6). The tags are dNSName and iPAddress.
function subjectAltName(names: readonly ServerName[], critical: boolean): Uint8Array {
  const entries = names.map(({ type, bytes }) => implicit(type === 'dns' ? 2 : 7, bytes));
  return extension(OID.subjectAltName, sequence(...entries), critical);
}

function wholeSecond(ms: number): number {
  return Math.floor(ms / 1000) * 1000;
}
