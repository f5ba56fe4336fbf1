// Linux and other Unix systems: reads the bundle of roots that the distribution generates for OpenSSL, whose path
// differs.
import { readFile, stat } from 'node:fs/promises';
import { certificateBodies } from './store.ts';

const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt', // Debian, Ubuntu, Arch, Gentoo
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem', // Fedora, RHEL
  '/etc/pki/tls/certs/ca-bundle.crt', // older RHEL
  '/etc/ssl/ca-bundle.pem', // openSUSE
  '/etc/ssl/cert.pem', // Alpine, the BSDs
];

/** Resolves with true when the first bundle that exists contains the certificate. */
export async function trustedOnLinux(pem: string, bundles: readonly string[] = BUNDLES): Promise<boolean> {
  const [wanted] = certificateBodies(pem);
  if (wanted === undefined) return false;
  for (const path of bundles) {
    const bodies = await bundleAt(path);
    if (bodies !== null) return bodies.has(wanted);
  }
  return false;
}

interface Bundle {
  /** Changes when the file changes. */
  readonly state: string;
  readonly bodies: ReadonlySet<string>;
}

const known = new Map<string, Bundle>();

/** Reads the bundle again only when the file has changed; null when it cannot be read. */
async function bundleAt(path: string): Promise<ReadonlySet<string> | null> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    const state = `${mtimeMs} ${size} ${ino}`;
    const before = known.get(path);
    if (before?.state === state) return before.bodies;
    const bodies = new Set(certificateBodies(await readFile(path, 'latin1')));
    known.set(path, { state, bodies });
    return bodies;
  } catch {
    return null;
  }
}
