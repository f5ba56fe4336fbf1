// Loads the collection and the variables of a run from the workspace.
import { UserError } from '../../base/errors.ts';
import { activeEnvironment, collectionNamed, environmentNamed } from '../../collections/storage/named.ts';
import { refuseFileErrors } from '../../collections/storage/needed-files.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import type { RunOptions } from './options.ts';

export type WorkspaceSources = Pick<RunOptions, 'collection' | 'environment' | 'globals' | 'data'>;

/** The names or ids of a run's sources. Without an environment the active one is used. */
export interface SourceNames {
  /** True to leave out files of the collection that cannot be read. */
  readonly allowBroken?: boolean | undefined;
  readonly collection: string;
  readonly environment?: string | undefined;
  readonly dataset?: string | undefined;
}

/** Loads the sources. Rejects with an Error that names a missing or unreadable source. */
export async function workspaceSources(workspace: Workspace, names: SourceNames): Promise<WorkspaceSources> {
  const stored = await collectionNamed(workspace, names.collection);
  const sources = {
    collection: stored.collection,
    ...(await workspaceVariables(workspace, names.environment)),
    data: names.dataset === undefined ? [] : await rowsOf(workspace, names.dataset),
  };
  if (names.allowBroken !== true) refuseFileErrors(workspace, stored);
  return sources;
}

/** Resolves with the environment and the globals of a request. */
export async function workspaceVariables(
  workspace: Workspace,
  environment: string | undefined,
): Promise<Pick<WorkspaceSources, 'environment' | 'globals'>> {
  return {
    environment:
      environment === undefined
        ? await activeEnvironment(workspace)
        : await environmentNamed(workspace, environment),
    globals: await workspace.globals(),
  };
}

async function rowsOf(workspace: Workspace, name: string): Promise<RunOptions['data']> {
  const dataset = await workspace.dataset(name);
  if (dataset !== null && dataset.rows.length > 0) return dataset.rows;
  const names = (await workspace.datasetNames()).join(', ') || 'none';
  throw new UserError(
    'NOT_FOUND',
    dataset === null
      ? `there is no dataset ${JSON.stringify(name)} in ${workspace.folder}: there are ${names}`
      : `the dataset ${name} has no rows`,
    { field: 'dataset' },
  );
}
