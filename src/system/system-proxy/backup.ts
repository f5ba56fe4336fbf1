// A backup, in the data folder, of the system's settings from before they were switched. The file is written before the
// first change and removed after the last change is undone. So if it exists, there are settings to restore.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { replaceFile } from '../../base/replace-file.ts';

export interface SavedSetting {
  readonly key: string;
  /** The value before; null when there was none. */
  readonly previous: string | null;
  /** The value that was set. */
  readonly ours: string | null;
  readonly isSwitch: boolean;
}

export interface Backup {
  /** The process that switched the settings, and the port that they point to. */
  readonly pid: number;
  readonly port: number;
  readonly settings: readonly SavedSetting[];
}

/** Path of the file in the data folder. */
export function backupPath(home: string): string {
  return join(home, 'system-proxy.json');
}

/** Writes the file; resolves when it would survive a power failure. */
export function saveBackup(home: string, backup: Backup): Promise<void> {
  return replaceFile(backupPath(home), `${JSON.stringify({ version: 1, ...backup }, null, 2)}\n`);
}

/** Returns null when the settings are not switched. Rejects with a UserError when the file cannot be used. */
export async function loadBackup(home: string): Promise<Backup | null> {
  const path = backupPath(home);
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (isBackup(value)) return value;
    throw new Error('it does not hold saved settings');
  } catch (cause) {
    if (systemCode(cause) === 'ENOENT') return null;
    const message = `the saved settings in ${path} cannot be used (${messageOf(cause)}): check the proxy in the settings of the system, then remove the file`;
    throw new UserError('INVALID_FILE', message, { cause });
  }
}

export function removeBackup(home: string): Promise<void> {
  return rm(backupPath(home), { force: true });
}

function isBackup(value: unknown): value is Backup {
  if (!isObject(value) || value['version'] !== 1) return false;
  const { pid, port, settings } = value;
  return (
    Number.isInteger(pid) && Number.isInteger(port) && Array.isArray(settings) && settings.every(isSaved)
  );
}

function isSaved(value: unknown): value is SavedSetting {
  if (!isObject(value)) return false;
  const isValue = (name: string): boolean => value[name] === null || typeof value[name] === 'string';
  return (
    typeof value['key'] === 'string' &&
    isValue('previous') &&
    isValue('ours') &&
    typeof value['isSwitch'] === 'boolean'
  );
}
