// Loads the collection and the variables of a run, from the workspace or from files.
import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import type { Environment } from '../../workspace/model/environment.ts';
import type { Imported } from '../../workspace/model/imported.ts';
import type { Variable } from '../../workspace/model/values.ts';
import type { RunOptions } from '../../workspace/runner/options.ts';
import { readDataset } from '../../workspace/storage/datasets.ts';
import type { StoredCollection } from '../../workspace/storage/read-collection.ts';
import type { Workspace } from '../../workspace/storage/workspace.ts';
import { environmentBeside, environmentsBeside, folderSource, type FolderSource } from './folder-source.ts';
import { isFolder, readImport, tellWarnings } from './import.ts';
import { activeEnvironment, collectionNamed, environmentNamed } from './named.ts';

export interface SourceFlags {
  readonly environment?: string | undefined;
  readonly globals?: string | undefined;
  readonly iterationData?: string | undefined;
  readonly envVar: readonly string[];
}

export interface RunSources extends Pick<RunOptions, 'collection' | 'environment' | 'globals' | 'data'> {
  /** The folder whose files may be sent, for a collection outside of the workspace; null for one in it. */
  readonly root: string | null;
  /** The collection in the workspace; null for that of a file. */
  readonly stored: StoredCollection | null;
}

/** Rejects with an Error that names what cannot be found or read. */
export async function runSources(
  name: string,
  flags: SourceFlags,
  workspace: Workspace,
): Promise<RunSources> {
  if (await isRunnableFolder(name, workspace)) return folderSources(name, flags, workspace);
  const root = (await isFile(name)) ? dirname(resolve(name)) : null;
  const stored = root === null ? await collectionFor(workspace, name) : null;
  return {
    root,
    stored,
    collection: stored?.collection ?? (await collectionIn(name)),
    environment: withVariables(await environmentFor(flags, workspace), flags.envVar),
    globals: flags.globals === undefined ? await workspace.globals() : await globalsIn(flags.globals),
    data: await dataFor(flags, workspace),
  };
}

/** True for a folder, unless it has the name of a collection in the workspace and could mean that. */
async function isRunnableFolder(name: string, workspace: Workspace): Promise<boolean> {
  if (!(await isFolder(name))) return false;
  if (/[./\\]/.test(name)) return true;
  return !(await workspace.collectionHeads()).some((head) => head.name === name || head.id === name);
}

async function folderSources(path: string, flags: SourceFlags, workspace: Workspace): Promise<RunSources> {
  const source = folderSource(path, flags.environment !== undefined);
  const environment = await environmentFor(flags, workspace, source);
  const globals = source.globalsBeside ?? (await workspace.globals());
  return {
    root: resolve(path),
    stored: null,
    collection: source.collection,
    environment: withVariables(environment, flags.envVar),
    globals: flags.globals === undefined ? globals : await globalsIn(flags.globals),
    data: await dataFor(flags, workspace),
  };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

async function collectionFor(workspace: Workspace, name: string): Promise<StoredCollection> {
  try {
    return await collectionNamed(workspace, name);
  } catch (error) {
    // A name that looks like a path may have been meant as one.
    if (!/[./\\]/.test(name)) throw error;
    throw new UserError('NOT_FOUND', `there is not a file ${name}, and ${messageOf(error)}`, {
      cause: error,
    });
  }
}

async function collectionIn(path: string): Promise<RunOptions['collection']> {
  const imported = await imports(path, 'collection');
  const [collection] = imported.collections;
  if (collection === undefined) throw new UserError('NOT_FOUND', `${path} holds no collection`);
  return collection;
}

async function environmentFor(
  { environment }: SourceFlags,
  workspace: Workspace,
  beside: FolderSource | null = null,
): Promise<Environment | null> {
  if (environment === undefined) return activeEnvironment(workspace);
  const own = beside === null ? null : environmentBeside(beside, environment);
  if (own !== null) return own;
  if (!(await isFile(environment))) return namedEnvironment(environment, workspace, beside);
  const [found] = (await imports(environment, 'environment')).environments;
  if (found === undefined) throw new UserError('NOT_FOUND', `${environment} holds no environment`);
  return found;
}

async function namedEnvironment(
  name: string,
  workspace: Workspace,
  beside: FolderSource | null,
): Promise<Environment> {
  try {
    return await environmentNamed(workspace, name);
  } catch (error) {
    if (beside === null) throw error;
    const places = environmentsBeside(beside, name);
    throw new UserError('NOT_FOUND', `there is no environment ${JSON.stringify(name)}: ${places}`, {
      cause: error,
    });
  }
}

/** Later variables override earlier ones of the same name. */
function withVariables(environment: Environment | null, pairs: readonly string[]): Environment | null {
  if (pairs.length === 0) return environment;
  const added = pairs.map((pair): Variable => {
    const at = pair.indexOf('=');
    if (at < 1)
      throw new UserError(
        'INVALID_PARAMETER',
        `--env-var ${JSON.stringify(pair.slice(0, 100))} is no variable: write KEY=VALUE`,
      );
    return { name: pair.slice(0, at), value: pair.slice(at + 1), enabled: true, secret: false, docs: '' };
  });
  const base = environment ?? { id: randomUUID(), name: 'CLI', variables: [] };
  return { ...base, variables: [...base.variables, ...added] };
}

async function globalsIn(path: string): Promise<readonly Variable[]> {
  const { globals, environments } = await imports(path, 'globals');
  // Some exports of globals are not marked as such.
  return globals.length > 0 ? globals : (environments[0]?.variables ?? []);
}

async function dataFor({ iterationData }: SourceFlags, workspace: Workspace): Promise<RunOptions['data']> {
  if (iterationData === undefined) return [];
  const dataset = (await isFile(iterationData))
    ? await readDataset(iterationData)
    : await workspace.dataset(iterationData);
  if (dataset === null)
    throw new UserError(
      'INVALID_DATA',
      `there is neither a file nor a dataset ${JSON.stringify(iterationData)} in ${workspace.folder}`,
    );
  if (dataset.rows.length === 0)
    throw new UserError('INVALID_DATA', `the data file ${iterationData} has no rows`);
  return dataset.rows;
}

async function imports(path: string, what: string): Promise<Imported> {
  try {
    // The user runs this file now; `fileRoots` of the run restricts what it can name.
    const imported = await readImport(path, { keepsFilePaths: true });
    tellWarnings(path, imported);
    return imported;
  } catch (error) {
    throw new UserError('INVALID_FILE', `the ${what} ${path} cannot be used: ${messageOf(error)}`, {
      cause: error,
    });
  }
}
