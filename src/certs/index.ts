// The certificate authority of a data folder. It signs leaves for server names with the root in `ca/`, which is
// created on first use and never replaced. The proxy presents leaves to clients; `proxyctl ca`, the certificate page
// and wrapped commands hand out the root.
import { UserError } from '../base/errors.ts';
import { Lru } from '../base/lru.ts';
import { type Leaf, type LeafKey, leafMint } from './leaf.ts';
import { serverNames } from './names.ts';
import { openRootFiles, remedy } from './root-files.ts';
import { readRoot } from './root.ts';

export type { Leaf, LeafKey } from './leaf.ts';

/**
 * A certificate authority that can sign leaves. `name` is the root's common name, `certPem` the certificate that
 * clients must trust.
 */
export interface CertificateAuthority {
  readonly name: string;
  readonly certPath: string;
  readonly keyPath: string;
  readonly certPem: string;
  /**
   * Returns a leaf for these host names and IP addresses, signed by the root. The same object is returned for the same
   * names and kind of key until it expires in less than a day, so that callers can cache by it. Names that no certificate can carry,
   * such as wildcards, are left out; throws an Error when none remains.
   */
  leafFor(names: readonly string[], key?: LeafKey): Leaf;
}

/**
 * Opens the authority in `<home>/ca`, and creates it on first use (RFC 5280, EC P-256). When the files are
 * incomplete, corrupt, mismatched or expired, it leaves them as they are and rejects with an Error that names the
 * file and the remedy.
 */
export async function openCertificateAuthority(home: string): Promise<CertificateAuthority> {
  const { certPath, keyPath, ...pem } = await openRootFiles(home);
  const root = readRoot(pem);
  if (root.type === 'error') {
    throw new UserError(
      'INVALID_DATA',
      `${root.file === 'key' ? keyPath : certPath} ${root.reason}; ${remedy(home)}`,
    );
  }
  const { name, certPem } = root;
  return { name, certPath, keyPath, certPem, leafFor: cachedLeaves(leafMint(root)) };
}

const CACHED_LEAVES = 1000;
const DAY = 24 * 60 * 60 * 1000;

function cachedLeaves(mint: ReturnType<typeof leafMint>): CertificateAuthority['leafFor'] {
  const leaves = new Lru<string, Leaf>(CACHED_LEAVES);
  return (names, kind = 'ec') => {
    const usable = serverNames(names);
    if (usable.length === 0)
      throw new UserError(
        'INVALID_DATA',
        `no certificate can be made for ${quoted(names)}: not a host name or an IP address`,
      );
    const key = [kind, ...usable.map(({ text }) => text)].join(' ');
    const known = leaves.get(key);
    if (known && known.notAfter - Date.now() >= DAY) return known;
    const leaf = mint(usable, kind);
    leaves.set(key, leaf);
    return leaf;
  };
}

function quoted(names: readonly string[]): string {
  return JSON.stringify(names.join(', ').slice(0, 100));
}
