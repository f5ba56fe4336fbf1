// Certificates for origins of tests: valid ones, which this process then trusts, and invalid ones.
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import tls from 'node:tls';
import {
  distinguishedName,
  extension,
  OID,
  publicKeyInfo,
  signedCertificate,
} from '../../src/certs/certificate.ts';
import { implicit, sequence } from '../../src/certs/der.ts';
import { leafMint } from '../../src/certs/leaf.ts';
import { serverNames } from '../../src/certs/names.ts';
import { makeRoot, readRoot, type Root } from '../../src/certs/root.ts';

export interface KeyAndCert {
  readonly key: string;
  readonly cert: string;
}

export interface TestAuthority {
  /** Certificate and key in PEM. */
  readonly ca: string;
  /** Issues a valid certificate. */
  issue(...names: readonly string[]): KeyAndCert;
  /** Issues a certificate that expired yesterday. */
  issueExpired(name: string): KeyAndCert;
}

let trusted: TestAuthority | null = null;

/**
 * Returns the authority that this process trusts: one for all, since trusted certificates are read once. The first call
 * comes before an engine starts.
 */
export function trustedAuthority(): TestAuthority {
  if (trusted !== null) return trusted;
  trusted = untrustedAuthority();
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), trusted.ca]);
  return trusted;
}

export function untrustedAuthority(): TestAuthority {
  const pem = makeRoot();
  const root = readRoot(pem);
  if (root.type === 'error') throw new Error(root.reason);
  const mint = leafMint(root);
  return {
    ca: pem.certPem,
    issue: (...names) => {
      const leaf = mint(serverNames(names));
      return { key: leaf.keyPem, cert: leaf.certPem };
    },
    issueExpired: (name) => expired(root, mint(serverNames([name])).keyPem, name),
  };
}

/** Creates a self-signed certificate. */
export function selfSigned(name: string): KeyAndCert {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' });
  return { key, cert: certificate(publicKey, name, [-1, 1], { subject: nameOf(name), key: privateKey }) };
}

const DAY = 24 * 60 * 60 * 1000;

function expired(root: Root, key: string, name: string): KeyAndCert {
  return { key, cert: certificate(createPublicKey(createPrivateKey(key)), name, [-30, -1], root) };
}

/** Creates a server certificate, valid from and until these days from now. */
function certificate(
  publicKey: KeyObject,
  name: string,
  [from, until]: readonly [number, number],
  issuer: Pick<Root, 'subject' | 'key'>,
): string {
  const now = Math.floor(Date.now() / 1000) * 1000;
  const content = {
    issuer: issuer.subject,
    subject: nameOf(name),
    publicKeyInfo: publicKeyInfo(publicKey),
    notBefore: now + from * DAY,
    notAfter: now + until * DAY,
    extensions: [
      extension(OID.extendedKeyUsage, sequence(OID.serverAuth)),
      extension(OID.subjectAltName, sequence(implicit(2, Buffer.from(name)))),
    ],
  };
  return signedCertificate(content, issuer.key);
}

function nameOf(name: string): Uint8Array {
  return distinguishedName([OID.commonName, name]);
}
