// Whom we trust as an origin: Node's roots, the system's store and NODE_EXTRA_CA_CERTS.
import tls from 'node:tls';

let context: tls.SecureContext | null = null;

/**
 * The context for TLS to origins, made once: reading the system's store and parsing the certificates
 * takes tens of milliseconds, so it is best called before the first connection needs it.
 */
export function upstreamTrust(): tls.SecureContext {
  context ??= tls.createSecureContext(rootsBeyondDefault());
  return context;
}

/** Every root a client of this machine would trust, each once. */
export function trustedRoots(): string[] {
  return [...new Set([...tls.getCACertificates('default'), ...systemRoots()].map(trimmed))];
}

/** Without roots of its own the context uses Node's, which are parsed already. */
function rootsBeyondDefault(): tls.SecureContextOptions {
  const known = new Set(tls.getCACertificates('default').map(trimmed));
  return systemRoots().some((root) => !known.has(trimmed(root))) ? { ca: trustedRoots() } : {};
}

function systemRoots(): string[] {
  try {
    return tls.getCACertificates('system');
  } catch {
    return []; // a store that cannot be read leaves Node's own roots
  }
}

function trimmed(pem: string): string {
  return pem.trim();
}
