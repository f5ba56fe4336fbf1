// Linux and other Unix systems: the bundle of roots that the distribution builds for OpenSSL, and the folders of
// anchors that it builds the bundle from. Paths differ between distributions.
import { existsSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { addToAnchors, ANCHOR_FOLDERS, type AnchorFolder } from '../../base/trust-places.ts';
import {
  administratorChange,
  certificateBodies,
  type Machine,
  type Root,
  type TrustPlace,
  type TrustStore,
} from './store.ts';

const BUNDLES = [
  '/etc/ssl/certs/ca-certificates.crt', // Debian, Ubuntu, Arch, Gentoo
  '/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem', // Fedora, RHEL
  '/etc/pki/tls/certs/ca-bundle.crt', // older RHEL
  '/etc/ssl/ca-bundle.pem', // openSUSE
  '/etc/ssl/cert.pem', // Alpine, the BSDs
];

/** Returns the store of the system; null where no folder of anchors is known. */
export function linuxStore(root: Root, machine: Machine): TrustStore | null {
  const folder = ANCHOR_FOLDERS.find((each) => existsSync(machine.files + each.folder));
  if (folder === undefined) return null;
  return {
    name: 'the system',
    tool: folder.update[0],
    add: administratorChange(addToAnchors(folder, root.path), machine),
    async look() {
      const bundles = BUNDLES.map((path) => machine.files + path);
      const [isTrusted, places] = await Promise.all([
        trustedOnLinux(root.pem, bundles),
        anchorsWith(root, machine),
      ]);
      if (!isTrusted || places.length > 0) return { isTrusted, places };
      // The file was removed by hand, or is where we do not look; rebuilding the bundle shows which.
      const refresh = administratorChange([['sudo', ...folder.updateAfterRemoval]], machine);
      return {
        isTrusted,
        places: [{ where: 'the bundle, but in no folder that is known', remove: refresh }],
      };
    },
  };
}

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

/** Looks through the files of all folders of anchors: another program, or a person, may have put it into any of them. */
async function anchorsWith(root: Root, machine: Machine): Promise<readonly TrustPlace[]> {
  const found = await Promise.all(
    ANCHOR_FOLDERS.map(async (anchors) => {
      const files = await filesIn(machine.files + anchors.folder);
      const places = await Promise.all(files.map((file) => placeAt(file, root, anchors, machine)));
      return places.flatMap((location) => (location === null ? [] : [location]));
    }),
  );
  return found.flat();
}

const MAX_FILES = 2000;
const MAX_BYTES = 4 * 1024 * 1024;

async function filesIn(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .slice(0, MAX_FILES)
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Returns null for a file without the certificate, and for one that cannot be read. */
async function placeAt(
  file: string,
  { pem }: Root,
  { updateAfterRemoval }: AnchorFolder,
  machine: Machine,
): Promise<TrustPlace | null> {
  const { size } = await stat(file).catch(() => ({ size: Infinity }));
  const bytes = size > MAX_BYTES ? null : await readFile(file).catch(() => null);
  const [wanted = ''] = certificateBodies(pem);
  const bodies =
    bytes === null ? [] : [...certificateBodies(bytes.toString('latin1')), bytes.toString('base64')];
  if (!bodies.includes(wanted)) return null;
  const where = file.slice(machine.files.length);
  if (bodies.length > 2) return { where: `${where}, beside other certificates`, remove: null };
  const commands = [
    ['sudo', 'rm', '-f', where],
    ['sudo', ...updateAfterRemoval],
  ] as const;
  return { where, remove: administratorChange(commands, machine) };
}
