// The archive of the executable of this system, with its licences: what package managers download.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildExecutable } from '../executable/build.ts';
import { output } from './programs.ts';
import type { Release } from './release.ts';

/** Systems as archives are named after them: those of Node.js, `windows` in place of `win32`. */
export type System = `${'linux' | 'darwin' | 'windows'}-${'x64' | 'arm64'}`;

export function thisSystem(): System {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `${platform}-${process.arch}` as System;
}

/** Returns the name of an archive. */
export function archiveName(version: string, system: System): string {
  return `proxyctl-${version}-${system}.${system.startsWith('windows') ? 'zip' : 'tar.gz'}`;
}

/** Returns the folder in an archive that has the files. */
export const archiveFolder = (version: string, system: System): string => `proxyctl-${version}-${system}`;

/** Builds the executable from the package in dist/, and packs it. Returns its path beside the archive. */
export async function buildArchive(release: Release, licences: string): Promise<void> {
  const { project, folder, version, date } = release;
  const work = mkdtempSync(join(tmpdir(), 'proxyctl-archive-'));
  try {
    const name = archiveFolder(version, thisSystem());
    const content = join(work, name);
    mkdirSync(content);
    await buildExecutable(project, content);
    copyFileSync(join(project, 'LICENSE'), join(content, 'LICENSE'));
    writeFileSync(join(content, 'THIRD-PARTY-LICENSES.txt'), licences);
    const archive = join(folder, archiveName(version, thisSystem()));
    output('tar', [...tarFlags(date), archive, name], { cwd: work, env: { ...process.env, GZIP: '-9' } });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Returns flags for the tar of this system. GNU's makes the same archive of the same files. */
function tarFlags(date: string): readonly string[] {
  if (process.platform === 'win32') return ['-a', '-cf'];
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=${date} 00:00:00 UTC`];
  return [...(process.platform === 'linux' ? same : []), '-czf'];
}
