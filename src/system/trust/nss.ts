// Certificate databases of NSS: one in each profile of Firefox, and on Linux one for Chromium and its relatives. They
// belong to the user, so no password is needed; `certutil` of NSS reads and writes them.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { RunProgram } from '../commands.ts';
import { holdsRoot, NICKNAME, type Root, type TrustStore } from './store.ts';

/** Returns the databases that exist. On Windows `certutil` is a program of the system, and NSS has none. */
export async function nssStores(
  root: Root,
  platform: NodeJS.Platform,
  env: NodeJS.ProcessEnv,
  run: RunProgram,
): Promise<readonly TrustStore[]> {
  if (platform === 'win32') return [];
  const home = env['HOME'] ?? '';
  const chromium = join(home, '.pki', 'nssdb');
  const profiles = await Promise.all(firefoxFolders(platform, home).map(profilesIn));
  return [
    ...(platform === 'linux' && isDatabase(chromium) ? [nssStore('Chromium', chromium, root, run)] : []),
    ...profiles.flat().map((path) => nssStore(`Firefox, profile ${basename(path)}`, path, root, run)),
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

function nssStore(name: string, folder: string, root: Root, run: RunProgram): TrustStore {
  const database = ['-d', `sql:${folder}`] as const;
  const change = (...args: readonly string[]): TrustStore['add'] => ({
    commands: [['certutil', ...args]],
    needsPassword: false,
  });
  return {
    name,
    async isTrusted() {
      const list = await run('certutil', ['-L', ...database]);
      if (list.code !== 0) return null;
      // Trusted to issue certificates of servers: a C among the first of three groups of letters.
      const flags = new RegExp(`^${NICKNAME} +(\\w*),`, 'm').exec(list.stdout)?.[1] ?? '';
      if (!flags.includes('C')) return false;
      return holdsRoot((await run('certutil', ['-L', ...database, '-n', NICKNAME, '-a'])).stdout, root);
    },
    add: change('-A', ...database, '-n', NICKNAME, '-t', 'C,,', '-i', root.path),
    remove: change('-D', ...database, '-n', NICKNAME),
  };
}
