// Finds what a crash, an earlier or a later version, or an uninstalled one has left behind.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { hasProcess } from '../../base/has-process.ts';
import { ANCHOR_FOLDERS } from '../../base/trust-places.ts';
import { isAppRunning } from '../../app/state/instance.ts';
import { loadBackup } from '../../system/system-proxy/backup.ts';
import { error, joined, note, type Finding, type Patient } from './finding.ts';

export async function leftoverFinding({ home }: Patient): Promise<Finding> {
  const names = existsSync(home) ? readdirSync(home) : [];
  const findings = [
    ...(await crashFindings(home, names)),
    ...asideFindings(home, names),
    ...(existsSync(join(home, 'ca')) ? [] : trustedFindings()),
  ];
  return joined(findings, 'there are none');
}

async function crashFindings(home: string, names: readonly string[]): Promise<readonly Finding[]> {
  const backup = await loadBackup(home);
  const dead = names.filter(isOfDeadProcess);
  return [
    ...(backup === null || hasProcess(backup.pid)
      ? []
      : [
          error(
            `the app ended while the system sent its traffic to port ${backup.port}: "proxyctl app" restores the settings`,
          ),
        ]),
    ...(!names.includes('app.json') || (await isAppRunning(home))
      ? []
      : [note('the app was ended by force: its next start offers the traffic that it had')]),
    ...(dead.length === 0
      ? []
      : [
          note(
            `files of processes that are gone, such as ${join(home, dead[0]!)}: the next start removes them`,
          ),
        ]),
  ];
}

/** True for the file of captured bodies of a process that is gone. */
function isOfDeadProcess(name: string): boolean {
  const [, pid] = /^spill-(\d+)-/.exec(name) ?? [];
  return pid !== undefined && !hasProcess(Number(pid));
}

/** Files that this version could not use, and has renamed. */
function asideFindings(home: string, names: readonly string[]): readonly Finding[] {
  const newer = names.filter((name) => name.includes('.json.newer-'));
  const corrupt = names.filter((name) => name.includes('.json.corrupt-'));
  return [
    ...newer.map((name) =>
      note(
        `${join(home, name)} is of a later version: rename it to ${name.replace(/\.newer-.*/, '')} when that is installed again`,
      ),
    ),
    ...corrupt.map((name) =>
      note(`${join(home, name)} could not be read: take over what you need, and delete it`),
    ),
  ];
}

/** Roots that the system trusts although the folder with their key is gone. */
function trustedFindings(): readonly Finding[] {
  return ANCHOR_FOLDERS.filter(({ folder, file }) => existsSync(join(folder, file))).map(
    ({ folder, file, updateAfterRemoval }) =>
      error(
        `the system trusts a root whose key is not here: sudo rm ${folder}/${file} && sudo ${updateAfterRemoval.join(' ')}`,
      ),
  );
}
