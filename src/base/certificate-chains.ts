// The certificates that servers have shown lately, each chain once. An exchange keeps the fingerprint of the first one.
import { hash, type X509Certificate } from 'node:crypto';
import { Lru } from './lru.ts';

/** The chains that are kept: some 5 KB each. */
const MAX_CHAINS = 500;
/** Certificates of a chain; a server may send any number. */
const MAX_LENGTH = 10;

const chains = new Lru<string, readonly Buffer[]>(MAX_CHAINS);

/** Notes the chain that begins with a certificate. Returns its fingerprint: the SHA-256 in base64. */
export function noteChain(first: X509Certificate): string {
  const fingerprint = hash('sha256', first.raw, 'base64');
  const known = chains.get(fingerprint);
  // A session that is resumed has the first certificate alone.
  if (known === undefined || known.length === 1) chains.set(fingerprint, chainOf(first));
  return fingerprint;
}

/** Returns a chain in DER, from the server's certificate on; empty when it is no longer known. */
export function knownChain(fingerprint: string): readonly Buffer[] {
  return chains.get(fingerprint) ?? [];
}

function chainOf(first: X509Certificate): readonly Buffer[] {
  const chain = [first.raw];
  for (let next = first.issuerCertificate; next !== undefined && chain.length < MAX_LENGTH;) {
    const { raw, issuerCertificate } = next;
    if (chain.some((each) => each.equals(raw))) break;
    chain.push(raw);
    next = issuerCertificate;
  }
  return chain;
}
