// The state of the workspace under Git, as the methods of the window read it.
import { ParameterError } from '../../../../base/errors.ts';
import type { ChangedObject, ObjectStatus } from '../../../../collections/git/object-status.ts';
import type { Repository } from '../../../../collections/git/repository.ts';
import type { ClientFiles } from '../../../client-files/index.ts';
import type { AppContext } from '../../context.ts';

export interface ReadStatus {
  readonly repository: Repository;
  readonly status: ObjectStatus;
  readonly files: ClientFiles;
  /** That of the workspace. */
  readonly folder: string;
}

export async function readStatus(app: AppContext, signal: AbortSignal): Promise<ReadStatus> {
  const { objectStatus } = await import('../../../../collections/git/object-status.ts');
  const files = await app.clientFiles();
  const { folder } = files;
  const repository = await repositoryOf(folder, signal);
  return { repository, status: await objectStatus(repository, folder), files, folder };
}

/** Returns the changed object at the path. Throws a ParameterError for another path. */
export function changedObject({ objects }: ObjectStatus, path: string, field = 'path'): ChangedObject {
  const found = objects.find((each) => each.path === path);
  if (found !== undefined) return found;
  throw new ParameterError(`${path.slice(0, 200)} is not a changed object: see client.git_status`, { field });
}

export async function repositoryOf(folder: string, signal: AbortSignal): Promise<Repository> {
  const { Repository: Opened } = await import('../../../../collections/git/repository.ts');
  return new Opened(folder, signal);
}
