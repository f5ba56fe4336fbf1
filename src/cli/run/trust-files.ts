// Whom a wrapped command trusts: files with our root beside those that it would trust without us.
import { readFile, stat } from 'node:fs/promises';
import { pkcs12TrustStore } from '../../certs/pkcs12.ts';
import { trustedRoots } from '../../net/trust.ts';
import { certificatesIn, isCertificate, pemBundle } from './pem.ts';
import type { RunFolder } from './run-folder.ts';

export interface TrustFiles {
  /** PEM: our root, those of the system, and those of the files in `own`. */
  readonly bundle: string;
  /** The same for Java, as PKCS #12. */
  readonly javaStore: string;
  /** PEM: our root, and the certificates of one file that the user had named. */
  beside(own: string | undefined): Promise<string>;
}

/** Java wants one, and hides nothing behind it: all of this is public. */
export const JAVA_STORE_PASSWORD = 'changeit';

/**
 * `own` are the files that the user's variables name; one that is missing or holds no certificate adds nothing, as it
 * added nothing before.
 */
export async function trustFiles(
  folder: RunFolder,
  ca: { readonly pem: string; readonly path: string },
  own: readonly string[],
): Promise<TrustFiles> {
  const files = await Promise.all([...new Set(own)].map(certificatesOf));
  const ours = certificatesIn(ca.pem);
  const roots = certificatesIn(trustedRoots().join('\n'));
  const all = pemBundle([...ours, ...files.flat(), ...roots]);
  return {
    bundle: await folder.file('roots-*.pem', all),
    javaStore: await folder.file('roots-v1-*.p12', all, () => javaStore(all)),
    async beside(path) {
      const others = path === undefined ? [] : await certificatesOf(path);
      return others.length === 0 ? ca.path : folder.file('extra-*.pem', pemBundle([...ours, ...others]));
    },
  };
}

async function certificatesOf(path: string): Promise<Uint8Array[]> {
  try {
    // Reading a pipe would take its content from whom it is meant for.
    if (!(await stat(path)).isFile()) return [];
    return certificatesIn(await readFile(path, 'utf8')).filter(isCertificate);
  } catch {
    return [];
  }
}

/** Our root comes first in the bundle. */
function javaStore(bundle: string): Uint8Array {
  const entries = certificatesIn(bundle).map((certificate, index) => ({
    alias: index === 0 ? 'proxyctl' : `root-${index}`,
    certificate,
  }));
  return pkcs12TrustStore(entries, JAVA_STORE_PASSWORD);
}
