// Gives objects back what they were in the last commit. What they are now goes to the trash.
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import type { ChangedObject } from '../../collections/git/object-status.ts';
import type { Repository } from '../../collections/git/repository.ts';
import { presentText } from '../../collections/objects/object-index.ts';
import { refuseLink } from '../../collections/storage/safe-path.ts';
import { copyToTrash } from '../../collections/storage/trash.ts';
import type { Act } from './acts.ts';
import type { ClientFiles } from './index.ts';

/** Discards the changes of objects as one step. */
export async function discardChanges(
  files: ClientFiles,
  repository: Repository,
  objects: readonly ChangedObject[],
  act: Act,
): Promise<void> {
  const paths = objects.flatMap(({ path, from }) => (from === null ? [path] : [path, from]));
  const conflict = objects.find(({ change }) => change === 'conflict');
  if (conflict !== undefined)
    throw new UserError(
      'CONFLICT',
      `${conflict.path} has conflicts of a merge: solve or abort that with Git`,
    );
  await files.act(act, async ({ workspace }) => {
    await workspace.exclusively(async () => {
      const committed = await repository.committedTexts(paths);
      for (const { path, kind, name } of objects)
        if (presentText(files.folder, path) !== null)
          await copyToTrash(files.folder, { kind, name, path: join(files.folder, path) });
      for (const path of paths) await restore(join(files.folder, path), committed.get(path));
    });
    // Git moves by this: what was written before is told apart from what Git writes.
    await repository.unstage(paths);
  });
}

async function restore(file: string, text: string | undefined): Promise<void> {
  refuseLink(file);
  if (text === undefined) await rm(file, { force: true });
  else {
    await mkdir(dirname(file), { recursive: true });
    await replaceFile(file, text, 0o644);
  }
}
