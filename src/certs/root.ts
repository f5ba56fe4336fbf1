// The root certificate: creates it, and reads it back with the fields that leaves must repeat.
import { type KeyObject, X509Certificate, createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { hostname } from 'node:os';
import {
  OID,
  distinguishedName,
  extension,
  keyIdentifier,
  publicKeyInfo,
  signedCertificate,
} from './certificate.ts';
import { type DerElement, bitString, elements, integer, octetString, sequence, trueValue } from './der.ts';

/** A root certificate and its private key, as the files hold them. */
export interface RootPem {
  readonly certPem: string;
  readonly keyPem: string;
}

/** A root ready to sign. `subject` is DER; `keyId` is null when the certificate has none; `notAfter` is in ms. */
export interface Root {
  readonly name: string;
  readonly certPem: string;
  readonly key: KeyObject;
  readonly subject: Uint8Array;
  readonly keyId: Uint8Array | null;
  readonly notAfter: number;
}

/** The reason why a root is unusable, and the file concerned, to be read as `<file> <reason>`. */
export interface RootError {
  readonly type: 'error';
  readonly file: 'certificate' | 'key';
  readonly reason: string;
}

/**
 * Creates a self-signed root with a new P-256 key, valid for 10 years. It may sign leaves but no further authorities.
 */
export function makeRoot(): RootPem {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const keyInfo = publicKeyInfo(publicKey);
  const name = distinguishedName([OID.organization, 'Traffic Proxy'], [OID.commonName, rootName(hostname())]);
  const now = Date.now();
  const certPem = signedCertificate(
    {
      issuer: name,
      subject: name,
      publicKeyInfo: keyInfo,
      notBefore: now - BACK_DATED,
      notAfter: now - BACK_DATED + TEN_YEARS,
      extensions: [
        extension(OID.basicConstraints, sequence(trueValue(), integer(0)), true),
        extension(OID.keyUsage, CERT_AND_CRL_SIGNING, true),
        extension(OID.subjectKeyIdentifier, octetString(keyIdentifier(keyInfo))),
      ],
    },
    privateKey,
  );
  return { certPem, keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
}

/** Reads a root from any source, and checks that it can sign leaves that clients accept today. */
export function readRoot({ certPem, keyPem }: RootPem): (Root & { readonly type: 'root' }) | RootError {
  const certificate = parsed(() => new X509Certificate(certPem));
  if (!certificate) return rootError('certificate', 'is not a certificate in PEM form');
  const key = parsed(() => createPrivateKey(keyPem));
  if (!key) return rootError('key', 'is not an unencrypted private key in PEM form');
  if (!certificate.checkPrivateKey(key))
    return rootError('key', 'is not the key of the certificate beside it');
  if (!certificate.ca) return rootError('certificate', 'is not the certificate of an authority (CA:TRUE)');
  if (key.asymmetricKeyType !== 'ec') return rootError('key', 'is not an elliptic-curve key');
  const notAfter = certificate.validToDate.getTime();
  if (notAfter <= Date.now()) return rootError('certificate', `expired on ${certificate.validTo}`);
  const { CN } = certificate.toLegacyObject().subject;
  const subject = parsed(() => subjectOf(certificate.raw));
  if (!subject) return rootError('certificate', 'is not encoded in DER');
  const name = typeof CN === 'string' ? CN : certificate.subject;
  return { type: 'root', name, certPem: certificate.toString(), key, notAfter, ...subject };
}

const DAY = 24 * 60 * 60 * 1000;
const TEN_YEARS = 3652 * DAY;
// Devices whose clocks are slow must accept the certificate too.
const BACK_DATED = 2 * DAY;
// keyCertSign and cRLSign, bits 5 and 6 of KeyUsage (RFC 5280 section 4.2.1.3).
const CERT_AND_CRL_SIGNING = bitString(Uint8Array.of(0b0000_0110), 1);
const LONGEST_COMMON_NAME = 64;

function rootName(host: string): string {
  const shell = 'Traffic Proxy CA ()';
  return `Traffic Proxy CA (${Array.from(host)
    .slice(0, LONGEST_COMMON_NAME - shell.length)
    .join('')})`;
}

function rootError(file: RootError['file'], text: string): RootError {
  return { type: 'error', file, reason: text };
}

function parsed<T>(parse: () => T): T | null {
  try {
    return parse();
  } catch {
    return null;
  }
}

// Certificate and TBSCertificate (RFC 5280 section 4.1). A version 1 certificate, which has one field fewer, was
// refused earlier, because it cannot state that it is an authority.
function subjectOf(certificate: Uint8Array): Pick<Root, 'subject' | 'keyId'> {
  const [whole] = elements(certificate);
  const [toBeSigned] = children(whole);
  const [, , , , , subject, , ...optional] = children(toBeSigned);
  const [extensions] = children(optional.find(({ tag }) => tag === 0xa3));
  const named = children(extensions).find((each) => isKeyIdentifier(children(each)[0]));
  const [keyId] = children(children(named).at(-1));
  return { subject: subject?.whole ?? sequence(), keyId: keyId?.content ?? null };
}

function children(element: DerElement | undefined): readonly DerElement[] {
  return element ? elements(element.content) : [];
}

function isKeyIdentifier(id: DerElement | undefined): boolean {
  return id !== undefined && Buffer.compare(id.whole, OID.subjectKeyIdentifier) === 0;
}
