// The certificate authorities of the system's store, in PEM. On Linux its files are read here: Node parses and keeps
// each certificate of them, most of which it has already, which takes 5 MB and 40 ms at the start of each process.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import tls from 'node:tls';

/** Files with all certificates: of Debian, Alpine and Arch; of Fedora and RHEL; of SUSE; of others. */
const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
];
const FOLDERS = ['/etc/ssl/certs', '/etc/pki/tls/certs'];
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/**
 * Returns the certificates of the system's store, each once; none where it cannot be read. As in OpenSSL,
 * `SSL_CERT_FILE` and `SSL_CERT_DIR` of the environment take the place of the usual files.
 */
export function systemRoots(
  platform: NodeJS.Platform = process.platform,
  { SSL_CERT_FILE, SSL_CERT_DIR }: NodeJS.ProcessEnv = process.env,
): readonly string[] {
  if (platform === 'linux') {
    const found = certificatesOf([
      ...(SSL_CERT_FILE ? [SSL_CERT_FILE] : BUNDLES),
      ...(SSL_CERT_DIR ? SSL_CERT_DIR.split(':') : FOLDERS).flatMap(filesOf),
    ]);
    if (found.length > 0) return found;
  }
  try {
    return tls.getCACertificates('system');
  } catch {
    return []; // without a readable store, Node's own roots remain
  }
}

/** Reads each file once, though folders name most of them several times. */
function certificatesOf(paths: readonly string[]): readonly string[] {
  const seen = new Set<number>();
  const certificates = new Set<string>();
  for (const path of paths) {
    for (const [pem] of fileText(path, seen).matchAll(CERTIFICATE)) certificates.add(pem);
  }
  return [...certificates];
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    return [];
  }
}

/** Empty for what cannot be read, for folders, and for files whose number is in `seen`. */
function fileText(path: string, seen: Set<number>): string {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || seen.has(stats.ino)) return '';
    seen.add(stats.ino);
    return readFileSync(path, 'latin1');
  } catch {
    return '';
  }
}
