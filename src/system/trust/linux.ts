// Linux and its like: the bundle of roots that the distribution makes for OpenSSL and others. Each has it elsewhere.
import { readFile, stat } from 'node:fs/promises';

const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt', // Debian, Ubuntu, Arch, Gentoo
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem', // Fedora, RHEL
  '/etc/pki/tls/certs/ca-bundle.crt', // older RHEL
  '/etc/ssl/ca-bundle.pem', // openSUSE
  '/etc/ssl/cert.pem', // Alpine, the BSDs
];

/** Whether one of the bundles, the first that there is, holds the certificate. */
export async function trustedOnLinux(pem: string, bundles: readonly string[] = BUNDLES): Promise<boolean> {
  const [wanted] = bodiesOf(pem);
  if (wanted === undefined) return false;
  for (const path of bundles) {
    const bodies = await bundleAt(path);
    if (bodies !== null) return bodies.has(wanted);
  }
  return false;
}

interface Bundle {
  /** What tells one state of the file from another. */
  readonly state: string;
  readonly bodies: ReadonlySet<string>;
}

const known = new Map<string, Bundle>();

/** Read anew only when the file has changed; null when it cannot be read. */
async function bundleAt(path: string): Promise<ReadonlySet<string> | null> {
  try {
    const { mtimeMs, size, ino } = await stat(path);
    const state = `${mtimeMs} ${size} ${ino}`;
    const before = known.get(path);
    if (before?.state === state) return before.bodies;
    const bodies = new Set(bodiesOf(await readFile(path, 'latin1')));
    known.set(path, { state, bodies });
    return bodies;
  } catch {
    return null;
  }
}

/** The certificates' base64, without what differs between files. */
function bodiesOf(pem: string): string[] {
  const found = pem.matchAll(/-----BEGIN (?:TRUSTED )?CERTIFICATE-----([^-]+)-----END/g);
  return Array.from(found, ([, body = '']) => body.replaceAll(/\s/g, ''));
}
