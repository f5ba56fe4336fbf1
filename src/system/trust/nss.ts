// Certificate databases of NSS: one in each profile of Firefox, and on Linux one for Chromium and its relatives. They
// belong to the user, so no password is needed; `certutil` of NSS reads and writes them.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { addToNss, CHROMIUM_DATABASE, type Command } from '../../base/trust-places.ts';
import { holdsRoot, type Machine, type Root, type TrustChange, type TrustStore } from './store.ts';

/** Returns the databases that exist. On Windows `certutil` is a program of the system, and NSS has none. */
export async function nssStores(root: Root, machine: Machine): Promise<readonly TrustStore[]> {
  const { platform, env } = machine;
  if (platform === 'win32') return [];
  const home = env['HOME'] ?? '';
  const chromium = join(home, CHROMIUM_DATABASE);
  const profiles = await Promise.all(firefoxFolders(platform, home).map(profilesIn));
  return [
    ...(platform === 'linux' && isDatabase(chromium) ? [nssStore('Chromium', chromium, root, machine)] : []),
    ...profiles.flat().map((path) => nssStore(`Firefox, profile ${basename(path)}`, path, root, machine)),
  ];
}

function firefoxFolders(platform: NodeJS.Platform, home: string): readonly string[] {
  if (platform === 'darwin') return [join(home, 'Library', 'Application Support', 'Firefox', 'Profiles')];
  return [
    join(home, '.mozilla', 'firefox'),
    join(home, 'snap', 'firefox', 'common', '.mozilla', 'firefox'),
    join(home, '.var', 'app', 'org.mozilla.firefox', '.mozilla', 'firefox'),
  ];
}

async function profilesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.map((name) => join(folder, name)).filter(isDatabase);
}

function isDatabase(folder: string): boolean {
  return existsSync(join(folder, 'cert9.db'));
}

function nssStore(name: string, folder: string, root: Root, { run }: Machine): TrustStore {
  const database = ['-d', `sql:${folder}`] as const;
  const change = (commands: readonly Command[]): TrustChange => ({ commands, needsPassword: false });
  return {
    name,
    tool: 'certutil of NSS',
    add: change(addToNss(folder, root.path)),
    async look() {
      const entries = await entriesIn(folder, root, run);
      if (entries === null) return { isTrusted: null, places: [] };
      return {
        // A C in the first of three groups of letters means that the root may issue server certificates.
        isTrusted: entries.some(({ flags }) => flags.includes('C')),
        places: entries.map(({ nickname }) => ({
          where: `its entry ${nickname}`,
          remove: change([['certutil', '-D', ...database, '-n', nickname]]),
        })),
      };
    },
  };
}

interface NssEntry {
  readonly nickname: string;
  readonly flags: string;
}

/** Returns the entries with the certificate, whatever they are called; null when the database cannot be read. */
async function entriesIn(
  folder: string,
  root: Root,
  run: Machine['run'],
): Promise<readonly NssEntry[] | null> {
  const database = ['-d', `sql:${folder}`] as const;
  const list = await run('certutil', ['-L', ...database]);
  if (list.code !== 0) return null;
  const entries: NssEntry[] = [];
  for (const [, nickname = '', flags = ''] of list.stdout.matchAll(/^(\S.*?) +(\w*),\w*,\w*\s*$/gm))
    if (holdsRoot((await run('certutil', ['-L', ...database, '-n', nickname, '-a'])).stdout, root))
      entries.push({ nickname, flags });
  return entries;
}
