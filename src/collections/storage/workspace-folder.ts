// Finds the workspace of a command: the one in its options, the one chosen in the app, or the default.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { dataFolder } from '../../base/data-folder.ts';

/** Resolves with an absolute path; the folder need not exist yet. Rejects with an Error for an empty option. */
export async function workspaceFolder(given: string | undefined): Promise<string> {
  // A script with an unset variable passes an empty option; it does not mean the working directory.
  if (given === '') throw new UserError('INVALID_PARAMETER', '--workspace is empty: give a folder');
  if (given !== undefined) return resolve(given);
  const home = dataFolder();
  return (await chosen(join(home, 'settings.json'))) ?? join(home, 'Workspace');
}

/** Reads the folder from the app's settings. Errors in them are reported by the app; here the default applies. */
async function chosen(path: string): Promise<string | null> {
  try {
    const settings: unknown = JSON.parse(await readFile(path, 'utf8'));
    const folder = typeof settings === 'object' && settings !== null && 'workspaceFolder' in settings;
    return folder && typeof settings.workspaceFolder === 'string' ? settings.workspaceFolder || null : null;
  } catch {
    return null;
  }
}
