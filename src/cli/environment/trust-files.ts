// Trust stores for a wrapped command: files with our root and the roots that the command trusts anyway.
import { readFile, stat } from 'node:fs/promises';
import { pkcs12TrustStore } from '../../certs/pkcs12.ts';
import { trustedRoots } from '../../net/trust.ts';
import { certificatesIn, isCertificate, pemBundle } from './pem.ts';
import type { RunFolder } from './run-folder.ts';

export interface TrustFiles {
  /** PEM file with our root, those of the system, and those of the files in `own`. */
  readonly bundle: string;
  /** The same as PKCS #12, for Java. */
  readonly javaStore: string;
  /** Resolves with a PEM file of our root and the certificates of a file that the user's variable names. */
  beside(own: string | undefined): Promise<string>;
}

/** The password of the Java store. Java requires one; it protects nothing, because the content is public. */
export const JAVA_STORE_PASSWORD = 'changeit';

/**
 * Writes the files. `own` is the files named by the user's variables. A file that is missing or has no certificate is
 * ignored.
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
    // Reading a pipe would take its content away from its reader.
    if (!(await stat(path)).isFile()) return [];
    return certificatesIn(await readFile(path, 'utf8')).filter(isCertificate);
  } catch {
    return [];
  }
}

/** Builds the store for Java. Our root comes first in the bundle. */
function javaStore(bundle: string): Uint8Array {
  const entries = certificatesIn(bundle).map((certificate, index) => ({
    alias: index === 0 ? 'proxyctl' : `root-${index}`,
    certificate,
  }));
  return pkcs12TrustStore(entries, JAVA_STORE_PASSWORD);
}
