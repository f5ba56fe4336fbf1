// Finds the request of a file `NAME.request.yaml`, in a workspace or outside of one.
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { requestsOf } from '../../collections/model/collection.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import { COLLECTION_FILE, REQUEST_SUFFIX } from '../../collections/storage/collection-files.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import { ownFolder } from './own-folder.ts';
import type { SourceFlags } from './source-files.ts';
import { runSources, type RunSources } from './sources.ts';

export function isSavedFile(name: string): boolean {
  return name.endsWith(REQUEST_SUFFIX) && existsSync(name);
}

/** Rejects with a UserError for a file that lies in no collection, or cannot be read. */
export async function savedRequest(
  file: string,
  flags: SourceFlags,
  workspace: Workspace,
): Promise<{ readonly request: SavedRequest; readonly sources: RunSources }> {
  const folder = collectionFolder(file);
  const { paths } = await ownFolder(folder, true);
  const id = [...paths].find(([, path]) => resolve(path) === resolve(file))?.[0];
  const sources = await runSources(
    folder,
    { ...flags, allowBroken: id === undefined ? undefined : true },
    workspace,
  );
  const found = [...requestsOf(sources.collection.items)].find(({ request }) => request.id === id);
  if (found === undefined) throw new UserError('INVALID_FILE', `${file} cannot be read as a request`);
  return { request: found.request, sources };
}

function collectionFolder(file: string): string {
  for (let folder = dirname(resolve(file)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, COLLECTION_FILE))) return folder;
    if (folder === dirname(folder))
      throw new UserError(
        'NOT_FOUND',
        `${file} lies in no collection: no folder above it has a ${COLLECTION_FILE}`,
      );
  }
}
