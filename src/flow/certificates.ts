// The certificates of a server, as the detail of an exchange shows them.
import { X509Certificate } from 'node:crypto';
import { knownChain } from '../base/certificate-chains.ts';
import type { TlsDetails } from '../base/tls-details.ts';

export interface CertificateDetail {
  /** Its parts in lines, such as `CN=example.com`. */
  readonly subject: string;
  readonly issuer: string;
  /** The hosts and addresses that it is for; empty for an authority. */
  readonly names: readonly string[];
  /** ISO 8601. */
  readonly validFrom: string;
  readonly validUntil: string;
  readonly serialNumber: string;
  /** The key, such as `RSA, 2048 bits` or `EC, prime256v1`. */
  readonly key: string;
  /** SHA-256, in pairs of digits with colons. */
  readonly fingerprint: string;
}

export interface TlsDetail extends Omit<TlsDetails, 'certificate'> {
  /** The SHA-256 of the server's certificate, in pairs of digits with colons; absent where it is not known. */
  readonly fingerprint?: string;
  /** From the server's certificate on; absent when it is no longer in memory, as in files. */
  readonly certificates?: readonly CertificateDetail[];
}

export function tlsDetail({ certificate, ...tls }: TlsDetails): TlsDetail {
  if (certificate === undefined) return tls;
  const certificates = chainDetail(knownChain(certificate));
  return {
    ...tls,
    fingerprint: withColons(Buffer.from(certificate, 'base64')),
    ...(certificates.length > 0 && { certificates }),
  };
}

/** Returns the certificates of a chain in DER. */
export function chainDetail(chain: readonly Buffer[]): readonly CertificateDetail[] {
  return chain.map(certificateDetail);
}

function certificateDetail(der: Buffer): CertificateDetail {
  const certificate = new X509Certificate(der);
  return {
    subject: nameText(certificate.subject),
    issuer: nameText(certificate.issuer),
    names: namesOf(certificate.subjectAltName ?? ''),
    validFrom: certificate.validFromDate.toISOString(),
    validUntil: certificate.validToDate.toISOString(),
    serialNumber: certificate.serialNumber,
    key: keyText(certificate),
    fingerprint: certificate.fingerprint256,
  };
}

/** Returns a name; Node has undefined for an empty one, whatever its types say. */
function nameText(name: string | undefined): string {
  return name ?? '';
}

/** Reads names as OpenSSL writes them: `DNS:a.test, IP Address:127.0.0.1`, in quotation marks where they are odd. */
function namesOf(text: string): readonly string[] {
  return [...text.matchAll(/(?:^|, )[A-Za-z ]+:(?:"((?:[^"\\]|\\.)*)"|([^,]*))/g)].map(
    ([, odd, plain]) => odd ?? plain ?? '',
  );
}

function keyText({ publicKey }: X509Certificate): string {
  const { asymmetricKeyType = 'unknown', asymmetricKeyDetails: details } = publicKey;
  if (details?.modulusLength !== undefined) return `RSA, ${details.modulusLength} bits`;
  return details?.namedCurve === undefined ? asymmetricKeyType : `EC, ${details.namedCurve}`;
}

function withColons(bytes: Buffer): string {
  return bytes
    .toString('hex')
    .toUpperCase()
    .replace(/(..)(?=.)/g, '$1:');
}
