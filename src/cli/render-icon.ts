// Copies the files of the icon into a folder.
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { messageOf, UserError } from '../base/errors.ts';
import { makeFolder } from '../base/make-folder.ts';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
/** Drawn by `scripts/draw-icon.ts`. */
const FILES = join(PROJECT, 'assets', 'icon');

/** Copies the files. Resolves with the exit code. Rejects with a UserError that names the folder. */
export async function renderIcon(folder: string): Promise<number> {
  const names = await readdir(FILES);
  try {
    makeFolder(folder);
    for (const name of names) {
      const path = join(folder, name);
      await copyFile(join(FILES, name), path);
      process.stdout.write(`${path}\n`);
    }
  } catch (cause) {
    const message = `--out ${JSON.stringify(folder)} cannot be written: ${messageOf(cause)}`;
    throw new UserError('INVALID_FILE', message, { cause });
  }
  return 0;
}
