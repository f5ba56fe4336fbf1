// Trust towards origins: Node's roots, the system's store and NODE_EXTRA_CA_CERTS; and the client
// certificates for servers that request one.
import { readFileSync } from 'node:fs';
import tls from 'node:tls';
import { messageOf, SettingError, type ProxyError } from '../base/errors.ts';
import { readHostPattern } from '../base/host-pattern.ts';
import { defaultMinTlsVersion, minVersionOptions, type TlsVersion } from '../base/tls-version.ts';
import { matchesWildcard } from '../base/wildcard.ts';
import { systemRoots } from './system-roots.ts';

/** A client certificate for the hosts that match. */
export interface ClientCertificate {
  /** Host name or address, with `*` and `?`. */
  readonly host: string;
  /** PEM with the certificate and its chain, or PKCS#12 that includes the key; the content decides. */
  readonly certPath: string;
  /** PEM; null or empty when `certPath` includes the key. */
  readonly keyPath?: string | null | undefined;
  readonly passphrase?: string | null | undefined;
}

export interface Trust {
  readonly context: tls.SecureContext;
  /** False: any certificate is accepted. */
  readonly isVerified: boolean;
  /** Identifies the client certificate; empty for none. */
  readonly identity: string;
  /** Verifies the server after the handshake, in place of Node.js; null accepts it. */
  readonly verify?: ((socket: tls.TLSSocket) => ProxyError | null) | undefined;
}

/** Returns the trust for a server name or address, and its port. */
export type TrustOf = (servername: string, port: number) => Trust;

let context: tls.SecureContext | null = null;

/**
 * Returns the TLS context for origins, which is created once and on first need: reading the system's store and parsing
 * the certificates takes tens of milliseconds, and several megabytes that a proxy without traffic does not need.
 */
export function upstreamTrust(): tls.SecureContext {
  context ??= tls.createSecureContext(extraRoots());
  return context;
}

/**
 * Returns the trust by host. Reads the certificates at once and throws an Error that names the file, or the
 * pattern, that is invalid. The first certificate whose pattern matches is presented. `moreRoots`: certificate
 * authorities in PEM that are trusted too; `minVersion`: the lowest version of TLS.
 */
export function trustByHost(
  certificates: readonly ClientCertificate[],
  insecureHosts: readonly string[],
  moreRoots: readonly string[] = [],
  minVersion: TlsVersion = defaultMinTlsVersion,
): (servername: string) => Trust {
  generation += 1;
  const isUsual = moreRoots.length === 0 && minVersion === defaultMinTlsVersion;
  const roots = {
    ...rootsOf(isUsual ? certificates.length : 1, moreRoots),
    ...minVersionOptions(minVersion),
  };
  const common = isUsual ? null : tls.createSecureContext(roots);
  const insecure = insecureHosts.map((text) => patternOf(text, 'insecureUpstreamHosts'));
  const identities = certificates.map((certificate, index) => ({
    pattern: patternOf(certificate.host, `clientCertificates[${index}].host`),
    context: identityContext(certificate, `clientCertificates[${index}]`, roots),
    name: `${generation} ${index}`,
  }));
  return (servername) => {
    const name = servername.toLowerCase();
    const identity = identities.find(({ pattern }) => matchesWildcard(pattern, name));
    return {
      context: identity?.context ?? common ?? upstreamTrust(),
      isVerified: !insecure.some((pattern) => matchesWildcard(pattern, name)),
      identity: identity?.name ?? '',
    };
  };
}

/** Reads nothing where no context is made of it. */
function rootsOf(contexts: number, moreRoots: readonly string[]): tls.SecureContextOptions {
  // Servers rarely show the root: then an authority below it is what can be trusted.
  if (moreRoots.length > 0) return { ca: [...trustedRoots(), ...moreRoots], allowPartialTrustChain: true };
  return contexts > 0 ? extraRoots() : {};
}

/**
 * A file may contain another certificate each time it is read: sessions of the one before are not resumed.
 */
let generation = 0;

/** Returns the current content of the certificate files; null when one of them cannot be read. */
export function certificateFiles(certificates: readonly ClientCertificate[]): readonly Buffer[] | null {
  const paths = certificates.flatMap(({ certPath, keyPath }) => [certPath, keyPath].filter(hasPath));
  try {
    return paths.map((path) => readFileSync(path));
  } catch {
    return null;
  }
}

/** Returns every root that a client on this machine would trust, each once. */
export function trustedRoots(): string[] {
  return [...new Set([...tls.getCACertificates('default'), ...systemRoots()].map(trimmed))];
}

function patternOf(text: string, setting: string): string {
  const pattern = readHostPattern(text);
  if (pattern === null) {
    throw new SettingError(
      `${setting}: ${JSON.stringify(text)} is not a host pattern: write a host such as api.example.com or *.example.com`,
    );
  }
  return pattern;
}

function identityContext(
  { certPath, keyPath, passphrase }: ClientCertificate,
  field: string,
  roots: tls.SecureContextOptions,
): tls.SecureContext {
  const secret = passphrase === null || passphrase === undefined || passphrase === '' ? {} : { passphrase };
  const cert = readSetting(certPath, 'certificate', `${field}.certPath`);
  const isPem = cert.includes('-----BEGIN');
  const key = !isPem ? null : hasPath(keyPath) ? readSetting(keyPath, 'key', `${field}.keyPath`) : cert;
  try {
    return tls.createSecureContext({
      ...roots,
      ...secret,
      ...(key === null ? { pfx: cert } : { cert, key }),
    });
  } catch (error) {
    throw new SettingError(
      `the client certificate ${certPath} cannot be used: ${messageOf(error)}. It must be PEM with its key, or PKCS#12, and the passphrase must be right`,
      { cause: error, field },
    );
  }
}

function hasPath(path: string | null | undefined): path is string {
  return path !== null && path !== undefined && path !== '';
}

function readSetting(path: string, what: string, field: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new SettingError(`the client ${what} ${path} cannot be read: ${messageOf(error)}`, {
      cause: error,
      field,
    });
  }
}

/** Without extra roots the context uses Node's, which are parsed already. */
function extraRoots(): tls.SecureContextOptions {
  const known = new Set(tls.getCACertificates('default').map(trimmed));
  return systemRoots().some((root) => !known.has(trimmed(root))) ? { ca: trustedRoots() } : {};
}

function trimmed(pem: string): string {
  return pem.trim();
}
