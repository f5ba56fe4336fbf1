// The archive of the executable of this system, with its licences: what package managers and people download.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { completion, manPages } from './companions.ts';
import { output } from './programs.ts';
import type { Release } from './release.ts';

/** Systems as archives are named after them: those of Node.js, `windows` in place of `win32`. */
type System = `${'linux' | 'darwin' | 'windows'}-${'x64' | 'arm64'}`;

export function thisSystem(): System {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  return `${platform}-${process.arch}` as System;
}

/** Returns the name of an archive. */
export function archiveName(version: string, system: System): string {
  return `proxyctl-${version}-${system}.${system.startsWith('windows') ? 'zip' : 'tar.gz'}`;
}

/** Returns the folder in an archive that has the files. */
const archiveFolder = (version: string, system: System): string => `proxyctl-${version}-${system}`;

/** Packs an executable of this system with its licences, manual pages and completions. */
export function packArchive(release: Release, executable: string, licences: string): void {
  const { project, folder, version, date } = release;
  const work = mkdtempSync(join(tmpdir(), 'proxyctl-archive-'));
  try {
    const name = archiveFolder(version, thisSystem());
    const content = join(work, name);
    mkdirSync(content);
    copyFileSync(executable, join(content, basename(executable)));
    copyFileSync(join(project, 'LICENSE'), join(content, 'LICENSE'));
    writeFileSync(join(content, 'THIRD-PARTY-LICENSES.txt'), licences);
    if (process.platform !== 'win32') writeCompanions(project, content);
    const archive = join(folder, archiveName(version, thisSystem()));
    output('tar', [...tarFlags(date), archive, name], { cwd: work });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function writeCompanions(project: string, content: string): void {
  for (const folder of ['man', 'completions']) mkdirSync(join(content, folder));
  for (const { name, text } of manPages(project)) writeFileSync(join(content, 'man', name), text);
  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    const { name, text } = completion(shell);
    writeFileSync(join(content, 'completions', shell === 'bash' ? `${name}.bash` : name), text);
  }
}

/** Returns flags for the tar of this system. GNU's makes the same archive of the same files. */
function tarFlags(date: string): readonly string[] {
  if (process.platform === 'win32') return ['-a', '-cf'];
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', `--mtime=${date} 00:00:00 UTC`];
  return [...(process.platform === 'linux' ? same : []), '-czf'];
}
