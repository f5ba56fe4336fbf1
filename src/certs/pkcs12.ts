// A trust store for Java: certificates in a PKCS #12 file (RFC 7292), readable by every Java since 8.
import { createHash, createHmac } from 'node:crypto';
import { explicit, integer, objectId, octetString, sequence, set } from './der.ts';

/** One entry: a unique name in ASCII, and the certificate in DER. */
export interface TrustEntry {
  readonly alias: string;
  readonly certificate: Uint8Array;
}

/**
 * Returns the store as bytes, equal for equal entries. Nothing in it is encrypted. The password only protects the
 * integrity of the store, which Java checks.
 */
export function pkcs12TrustStore(entries: readonly TrustEntry[], password: string): Uint8Array {
  const contents = sequence(data(sequence(...entries.map(certificateBag))));
  return sequence(VERSION_3, data(contents), macData(contents, password));
}

const OID = {
  data: objectId('1.2.840.113549.1.7.1'),
  certBag: objectId('1.2.840.113549.1.12.10.1.3'),
  x509Certificate: objectId('1.2.840.113549.1.9.22.1'),
  friendlyName: objectId('1.2.840.113549.1.9.20'),
  /** An attribute of Oracle's: without it Java takes the certificate for part of a chain, and trusts it for nothing. */
  trustedKeyUsage: objectId('2.16.840.1.113894.746875.1.1'),
  anyExtendedKeyUsage: objectId('2.5.29.37.0'),
  sha1: objectId('1.3.14.3.2.26'),
} as const;

const VERSION_3 = integer(3);
const NULL = Uint8Array.of(0x05, 0x00);

/** ContentInfo of type data (RFC 2315 section 8). */
function data(content: Uint8Array): Uint8Array {
  return sequence(OID.data, explicit(0, octetString(content)));
}

/** SafeBag with a CertBag in it (RFC 7292 section 4.2.3). */
function certificateBag({ alias, certificate }: TrustEntry): Uint8Array {
  const bag = sequence(OID.x509Certificate, explicit(0, octetString(certificate)));
  return sequence(
    OID.certBag,
    explicit(0, bag),
    set(
      sequence(OID.friendlyName, set(bmpString(alias))),
      sequence(OID.trustedKeyUsage, set(OID.anyExtendedKeyUsage)),
    ),
  );
}

// SHA-1, since Java 8 supports no other digest before update 301. The salt may be anything.
function macData(contents: Uint8Array, password: string): Uint8Array {
  const salt = createHash('sha1').update(contents).digest();
  const mac = createHmac('sha1', macKey(password, salt)).update(contents).digest();
  const digestInfo = sequence(sequence(OID.sha1, NULL), octetString(mac));
  return sequence(digestInfo, octetString(salt), integer(ITERATIONS >>> 8, ITERATIONS & 0xff));
}

const ITERATIONS = 2048;
/** Block and digest length of SHA-1: `v` and `u` of the derivation. */
const BLOCK = 64;
/** The purpose of the key, `ID`: a MAC. */
const FOR_MAC = 3;

/** Derives a key of 20 bytes (RFC 7292 appendix B). It is one digest long, so the outer loop runs once. */
function macKey(password: string, salt: Uint8Array): Uint8Array {
  const secret = Buffer.concat([utf16(password), Buffer.alloc(2)]);
  let key = Buffer.concat([Buffer.alloc(BLOCK, FOR_MAC), blocks(salt), blocks(secret)]);
  for (let round = 0; round < ITERATIONS; round += 1) key = createHash('sha1').update(key).digest();
  return key;
}

/** Repeats `bytes` up to the end of a block. */
function blocks(bytes: Uint8Array): Buffer {
  return Buffer.alloc(Math.ceil(bytes.length / BLOCK) * BLOCK, bytes);
}

function bmpString(ascii: string): Uint8Array {
  return Buffer.concat([Uint8Array.of(0x1e, 2 * ascii.length), utf16(ascii)]);
}

/** Encodes text as BMPString: UTF-16, big-endian. */
function utf16(text: string): Buffer {
  return Buffer.from(text, 'utf16le').swap16();
}
