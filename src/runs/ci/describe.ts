// A run of the workspace as other machines start it: with names in place of ids, and the secrets that they have to give.
import { dirname, relative, sep } from 'node:path';
import { requestsOf } from '../../collections/model/collection.ts';
import type { RunConfiguration } from '../../collections/model/run-configuration.ts';
import type { Variable } from '../../collections/model/values.ts';
import { gitFolder } from '../../collections/storage/git-branch.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import { workspaceSources } from '../runner/workspace-sources.ts';
import type { CiRun } from './index.ts';

/**
 * Resolves with the run that a configuration describes. `isSaved`: the file of this name has just these options.
 */
export async function describedRun(
  workspace: Workspace,
  configuration: Omit<RunConfiguration, 'id'>,
  isSaved: boolean,
): Promise<CiRun> {
  const { name, environment, ...options } = configuration;
  const sources = await workspaceSources(workspace, {
    collection: options.collection,
    environment: environment ?? undefined,
  });
  const { collection, globals } = sources;
  const own = sources.environment?.variables ?? [];
  const hidden = new Set(own.filter(({ secret }) => !secret).map((each) => each.name));
  const secrets = [...own, ...collection.variables, ...globals]
    .filter(({ secret, enabled, name: variable }: Variable) => secret && enabled && !hidden.has(variable))
    .map((each) => each.name);
  return {
    ...options,
    configuration: isSaved ? name : null,
    collection: collection.name,
    environment: sources.environment?.name ?? null,
    only: options.only.map((each) => uniqueName(collection, each)),
    secrets: [...new Set(secrets)],
    folder: folderInRepository(workspace.folder),
  };
}

/** Returns the name of a request where only one has it, which reads better than its id. */
function uniqueName(collection: Parameters<typeof namesOf>[0], id: string): string {
  const names = namesOf(collection);
  const own = names.find((each) => each.id === id)?.name;
  return own !== undefined && names.filter(({ name }) => name === own).length === 1 ? own : id;
}

function namesOf({ items }: Awaited<ReturnType<typeof workspaceSources>>['collection']) {
  const all = [...requestsOf(items)];
  const folders = new Map(all.flatMap((each) => each.folders).map((folder) => [folder.id, folder]));
  return [...folders.values(), ...all.map(({ request }) => request)].map(({ id, name }) => ({ id, name }));
}

function folderInRepository(folder: string): string {
  const git = gitFolder(folder);
  const inside = git === null ? '' : relative(dirname(git), folder);
  return inside === '' || inside.startsWith('..') ? '.' : inside.replaceAll(sep, '/');
}
