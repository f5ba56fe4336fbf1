// Reads what a mock server of the command line responds with: a collection, an API description, or both.
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { replaceFile } from '../../base/replace-file.ts';
import type { Collection } from '../../collections/model/collection.ts';
import type { ImportedSpec } from '../../collections/model/imported.ts';
import { refuseFileErrors } from '../../collections/storage/needed-files.ts';
import { specText } from '../../collections/storage/specs.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { importContent } from '../../interchange/import/index.ts';
import type { MockSources } from '../../services/mock/index.ts';
import { MockApi } from '../../services/mock/api.ts';
import { keepPassed } from '../../services/mock/kept-example.ts';
import type { MockRoute } from '../../services/mock/routes.ts';
import type { MockCall } from '../../services/mock/server.ts';
import { specOf } from '../../specs/description.ts';
import { specNamed } from '../../specs/named.ts';
import { printFileErrors } from '../collection/file-errors.ts';
import { readImport, tellWarnings } from '../collection/import.ts';
import { isFile } from '../collection/source-files.ts';
import { runSources, watchedPaths, type RunSources } from '../collection/sources.ts';
import type { MockFlags } from './flags.ts';

export interface ReadSources {
  readonly sources: MockSources;
  /** Files and folders to follow. */
  readonly paths: readonly string[];
  /** Keeps answers in the collection of the workspace, or in the file of a description; null for other sources. */
  readonly keep: KeepPassed | null;
}

/** Resolves with the name of the example. */
export type KeepPassed = (call: MockCall, routes: readonly MockRoute[]) => Promise<string | null>;

type ImportedRoot = NonNullable<ImportedSpec['root']>;

interface Description {
  readonly root: ImportedRoot;
  readonly collection: Collection;
  readonly paths: readonly string[];
}

/** Rejects with an Error that names what is missing or broken. */
export async function readSources(name: string, flags: MockFlags, folder: string): Promise<ReadSources> {
  const workspace = new Workspace(folder);
  const run = await runSources(name, flags, workspace);
  refuseFileErrors(workspace, run.stored);
  printFileErrors(workspace);
  const own = run.spec?.root ?? null;
  if (own !== null && flags.spec !== undefined)
    throw new UserError('INVALID_PARAMETER', `${name} is an API description itself: leave out --spec`);
  const beside = own === null ? await descriptionBeside(name, flags, workspace, run) : null;
  const description = own === null ? beside : { root: own, collection: run.collection, paths: [] };
  const isOnlyChecked = flags.spec === undefined && flags.dynamic !== true;
  const examples = own !== null ? 'whole' : isOnlyChecked ? 'none' : (beside?.collection ?? 'none');
  const sources: MockSources = {
    collection: run.collection,
    environment: run.environment,
    globals: run.globals,
    api: description === null ? null : { description: new MockApi(description.root), examples },
    validates: flags.onlyLog === true ? 'log' : flags.validate === true ? 'refuse' : false,
    isStateful: flags.stateful === true,
    dynamic: flags.dynamic === true || flags.seed !== undefined ? { seed: flags.seed ?? null } : null,
  };
  const paths = [...(await watchedPaths(name, flags, workspace)), ...(beside?.paths ?? [])];
  return {
    sources,
    paths: [...new Set([...paths, ...foldersOf(run, workspace)])],
    keep: own !== null ? await keepInFile(name) : keepInCollection(workspace, run),
  };
}

function keepInCollection(workspace: Workspace, { stored, collection }: RunSources): KeepPassed | null {
  return stored === null ? null : (...call) => keepPassed(workspace, collection.id, ...call);
}

/** Resolves with null for a description that comes from elsewhere. */
async function keepInFile(name: string): Promise<KeepPassed | null> {
  if (!(await isFile(name))) return null;
  const path = resolve(name);
  return async (call) => {
    const { withPassedAnswer } = await import('../../session/contract/passed-answer.ts');
    const added = await withPassedAnswer(path, specText({ path }), call);
    if (added === null) return null;
    const { mode } = await stat(path);
    await replaceFile(path, added.text, mode & 0o777);
    return added.name;
  };
}

/** Resolves with null where none is needed. */
async function descriptionBeside(
  name: string,
  flags: MockFlags,
  workspace: Workspace,
  { stored }: RunSources,
): Promise<Description | null> {
  if (flags.spec !== undefined) return namedDescription(flags.spec, workspace);
  const named = (['validate', 'onlyLog', 'dynamic', 'callbacks'] as const).find(
    (flag) => flags[flag] === true,
  );
  if (named === undefined) return null;
  const needed = named === 'onlyLog' ? 'only-log' : named;
  const spec = stored === null ? undefined : await specOf(workspace, stored.collection);
  if (spec !== undefined) return { ...parsed(specText(spec), spec.path), paths: [spec.path] };
  throw new UserError(
    'INVALID_PARAMETER',
    stored === null
      ? `--${needed} needs an OpenAPI file, which ${name} is not: give one with --spec`
      : `--${needed} needs an API description, and the collection ${name} follows none: import one with spec import, or give one with --spec`,
  );
}

/** Reads the file of this path, or the description of the workspace with this name. */
async function namedDescription(name: string, workspace: Workspace): Promise<Description> {
  if (!existsSync(name)) {
    const spec = await specNamed(workspace, name);
    return { ...parsed(specText(spec), spec.path), paths: [spec.path] };
  }
  const imported = await readImport(name).catch((error: unknown) => {
    throw new UserError('INVALID_FILE', `${name} cannot be used: ${messageOf(error)}`, { cause: error });
  });
  tellWarnings(name, imported);
  const [{ root } = { root: undefined }] = imported.specs;
  const [collection] = imported.collections;
  if (root === undefined || collection === undefined)
    throw new UserError('INVALID_PARAMETER', `--spec ${name} is not an API description`);
  return { root, collection, paths: [resolve(name)] };
}

function parsed(text: string, path: string): Pick<Description, 'root' | 'collection'> {
  const { specs, collections } = importContent(Buffer.from(text), path);
  const root = specs[0]?.root;
  if (root !== undefined && isObject(root)) return { root, collection: collections[0]! };
  throw new UserError('INVALID_FILE', `${path} is not an API description`);
}

/** Returns the folder of a description of several files, and that of the environments of the workspace. */
function foldersOf({ spec, root }: RunSources, { folder }: Workspace): readonly string[] {
  const environments = join(folder, 'environments');
  const isOfFiles = spec?.root?.['x-files'] !== undefined && root !== null;
  return [...(isOfFiles ? [root] : []), ...(existsSync(environments) ? [environments] : [])];
}
