// Which workspace a command works on: the one it is told, the one chosen in the app, or the usual one.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { dataFolder } from '../../base/data-folder.ts';

/** An absolute path; there need not be such a folder yet. Rejects with an Error when none is named. */
export async function workspaceFolder(given: string | undefined): Promise<string> {
  // As a script gives whose variable is empty: it does not mean the folder that it stands in.
  if (given === '') throw new Error('--workspace is empty: give a folder');
  if (given !== undefined) return resolve(given);
  const home = dataFolder();
  return (await chosen(join(home, 'settings.json'))) ?? join(home, 'Workspace');
}

/** The app is who says what is wrong with its settings; here the usual folder does. */
async function chosen(path: string): Promise<string | null> {
  try {
    const settings: unknown = JSON.parse(await readFile(path, 'utf8'));
    const folder = typeof settings === 'object' && settings !== null && 'workspaceFolder' in settings;
    return folder && typeof settings.workspaceFolder === 'string' ? settings.workspaceFolder || null : null;
  } catch {
    return null;
  }
}
