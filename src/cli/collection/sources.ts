// Loads the collection and the variables of a run, from the workspace or from files.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import type { Environment } from '../../collections/model/environment.ts';
import type { RequestLocation } from '../../interchange/import/shared/import-context.ts';
import type { ImportedSpec } from '../../collections/model/imported.ts';
import type { Variable } from '../../collections/model/values.ts';
import { addedVariables } from '../../runs/runner/added-variables.ts';
import type { RunOptions } from '../../runs/runner/options.ts';
import { download, isUrl, urlOf } from '../../runs/newman/download.ts';
import { readDataset, rowsOf } from '../../collections/storage/datasets.ts';
import { decodeText } from '../../documents/decode-text.ts';
import type { StoredCollection } from '../../collections/storage/read-collection.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import {
  environmentBeside,
  environmentsBeside,
  fileSource,
  folderSource,
  type FolderSource,
} from './folder-source.ts';
import { HTTP_FILE } from '../../interchange/import/http-file/folder.ts';
import { isOwnFolder, ownFolder } from './own-folder.ts';
import { isFolder } from '../../interchange/files/import-file.ts';
import { variablesIn, withOwnVariables } from './own-variables.ts';
import { downloadOptions, imports, isFile, type SourceFlags } from './source-files.ts';
import { activeEnvironment, collectionNamed, environmentNamed } from '../../collections/storage/named.ts';

export interface RunSources extends Pick<RunOptions, 'collection' | 'environment' | 'globals' | 'data'> {
  /** The folder whose files may be sent, for a collection outside of the workspace; null for one in it. */
  readonly root: string | null;
  /** The collection in the workspace; null for that of a file. */
  readonly stored: StoredCollection | null;
  /** Places of requests by their ids, for files that hold several. */
  readonly locations?: ReadonlyMap<string, RequestLocation> | undefined;
  /** The API description that the collection was made of; null for others. */
  readonly spec: ImportedSpec | null;
}

/** Loads the sources. Rejects with an Error that names a missing or unreadable source. */
export async function runSources(
  name: string,
  flags: SourceFlags,
  workspace: Workspace,
): Promise<RunSources> {
  if (await isRunnableFolder(name, workspace)) return folderSources(name, flags, workspace);
  if (HTTP_FILE.test(name) && (await isFile(name))) return fileSources(name, flags, workspace);
  const url = urlOf(name, 'collections', flags.postmanApiKey);
  // The collection names the files to send, so it runs in a folder whose files may be sent.
  const root = url !== null ? process.cwd() : (await isFile(name)) ? dirname(resolve(name)) : null;
  const stored = root === null ? await collectionFor(workspace, name) : null;
  const given = stored === null ? await collectionIn(url ?? name, flags) : { ...stored, spec: null };
  return {
    root,
    stored,
    spec: given.spec,
    collection: given.collection,
    environment: await withOwnVariables(await environmentFor(flags, workspace), flags),
    globals: await globalsFor(flags, () => workspace.globals()),
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
  if (isOwnFolder(path)) {
    const { collection, around } = await ownFolder(path, flags.allowBroken === true);
    const home = around ?? workspace;
    return {
      root: around?.folder ?? resolve(path),
      stored: null,
      spec: null,
      collection,
      environment: await withOwnVariables(await environmentFor(flags, home), flags),
      globals: await globalsFor(flags, () => home.globals()),
      data: await dataFor(flags, home),
    };
  }
  const source = folderSource(path, flags.environment !== undefined, flags.allowBroken === true);
  return sourcesIn(source, resolve(path), flags, workspace);
}

/** Loads a file that has environments beside it, as a folder has. */
async function fileSources(path: string, flags: SourceFlags, workspace: Workspace): Promise<RunSources> {
  const source = await fileSource(path, flags.allowBroken === true);
  return sourcesIn(source, dirname(resolve(path)), flags, workspace);
}

async function sourcesIn(
  source: FolderSource,
  root: string,
  flags: SourceFlags,
  workspace: Workspace,
): Promise<RunSources> {
  const environment = await environmentFor(flags, workspace, source);
  return {
    root,
    stored: null,
    locations: source.locations,
    spec: null,
    collection: source.collection,
    environment: await withOwnVariables(environment, flags),
    globals: await globalsFor(flags, async () => source.globalsBeside ?? workspace.globals()),
    data: await dataFor(flags, workspace),
  };
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

async function collectionIn(
  path: string,
  flags: SourceFlags,
): Promise<Pick<RunSources, 'collection' | 'spec'>> {
  const imported = await imports(path, 'collection', flags);
  const [collection] = imported.collections;
  if (collection === undefined) throw new UserError('NOT_FOUND', `${path} holds no collection`);
  return { collection, spec: imported.specs[0] ?? null };
}

async function environmentFor(
  flags: SourceFlags,
  workspace: Workspace,
  beside: FolderSource | null = null,
): Promise<Environment | null> {
  const { environment } = flags;
  if (environment === undefined) return activeEnvironment(workspace);
  const own = beside === null ? null : environmentBeside(beside, environment);
  if (own !== null) return own;
  const url = urlOf(environment, 'environments', flags.postmanApiKey);
  if (url === null && !(await isFile(environment))) return namedEnvironment(environment, workspace, beside);
  const [found] = (await imports(url ?? environment, 'environment', flags)).environments;
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
    const locations = environmentsBeside(beside, name);
    throw new UserError('NOT_FOUND', `there is no environment ${JSON.stringify(name)}: ${locations}`, {
      cause: error,
    });
  }
}

async function globalsFor(
  flags: SourceFlags,
  fallback: () => Promise<readonly Variable[]>,
): Promise<readonly Variable[]> {
  const given = flags.globals === undefined ? await fallback() : await globalsIn(flags.globals, flags);
  return [...given, ...addedVariables(variablesIn(flags.globalVar ?? [], '--global-var'))];
}

async function globalsIn(path: string, flags: SourceFlags): Promise<readonly Variable[]> {
  const { globals, environments } = await imports(path, 'globals', flags);
  // Some exports of globals are not marked as globals.
  return globals.length > 0 ? globals : (environments[0]?.variables ?? []);
}

async function dataFor(flags: SourceFlags, workspace: Workspace): Promise<RunOptions['data']> {
  const { iterationData } = flags;
  if (iterationData === undefined) return [];
  const rows = await rowsFor(iterationData, flags, workspace);
  if (rows === null)
    throw new UserError(
      'INVALID_DATA',
      `there is neither a file nor a dataset ${JSON.stringify(iterationData)} in ${workspace.folder}`,
    );
  if (rows.length === 0) throw new UserError('INVALID_DATA', `the data file ${iterationData} has no rows`);
  return rows;
}

async function rowsFor(
  source: string,
  flags: SourceFlags,
  workspace: Workspace,
): Promise<RunOptions['data'] | null> {
  if (isUrl(source)) return rowsOf(decodeText(await download(source, downloadOptions(flags))));
  const dataset = (await isFile(source)) ? await readDataset(source) : await workspace.dataset(source);
  return dataset?.rows ?? null;
}

/** Resolves with the files and folders that a run depends on. */
export async function watchedPaths(
  name: string,
  flags: SourceFlags,
  workspace: Workspace,
): Promise<readonly string[]> {
  const files = [name, flags.environment, flags.globals, flags.iterationData].filter(
    (path) => path !== undefined && existsSync(path),
  );
  const own = existsSync(name) ? [] : [(await collectionFor(workspace, name)).path];
  return [...own, ...files].flatMap((path) => (path === undefined ? [] : [resolve(path)]));
}
