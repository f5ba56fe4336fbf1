// Writes the files of the icon into a folder.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, UserError } from '../base/errors.ts';
import { makeFolder } from '../base/make-folder.ts';
import { iconFiles } from '../system/icon/index.ts';

/** Resolves with the exit code. Rejects with a UserError that names the folder. */
export async function renderIcon(folder: string): Promise<number> {
  try {
    makeFolder(folder);
    for (const [name, content] of iconFiles()) {
      const path = join(folder, name);
      await writeFile(path, content);
      process.stdout.write(`${path}\n`);
    }
  } catch (cause) {
    const message = `--out ${JSON.stringify(folder)} cannot be written: ${messageOf(cause)}`;
    throw new UserError('INVALID_FILE', message, { cause });
  }
  return 0;
}
