// Imports collections that are folders. Files are read in place; nothing is copied or changed.
import { dirname } from 'node:path';
import { UserError } from '../../../../base/errors.ts';
import type { Environment } from '../../../../collections/model/environment.ts';
import { NOTHING_IMPORTED, type Imported } from '../../../../collections/model/imported.ts';
import type { Variable } from '../../../../collections/model/values.ts';
import { ImportContext, type ImportOptions } from '../import-context.ts';
import type { FolderFormat } from './contract.ts';
import { MAX_FOLDER_DEPTH, SourceFolder } from './source-folder.ts';

/** Formats, in the order in which they are tried. */
type Formats = readonly FolderFormat[];

interface Root {
  readonly format: FolderFormat;
  readonly folder: SourceFolder;
}

/** Reads files outside of the folders of collections as one more collection; null when there are none. */
export type ReadLooseFiles = (
  path: string,
  options: ImportOptions,
  skipped: ReadonlySet<string>,
) => Imported | null;

/** Imports all collections in a folder, with their environments and globals. Throws an Error when there is none. */
export function readFolder(
  path: string,
  formats: Formats,
  options: ImportOptions,
  readLoose: ReadLooseFiles,
): Imported {
  const context = new ImportContext(options);
  const folder = new SourceFolder(path, context);
  const found = rootsIn(folder, formats);
  const collections = found.roots.map(({ format, folder: root }) => format.read(root, context));
  const environments = found.visited.flatMap((each) => environmentsIn(each, formats));
  const globals = found.visited.flatMap((each) => globalsIn(each, formats) ?? []);
  const loose = readLoose(path, options, new Set(found.roots.map(({ folder: root }) => root.path)));
  if (collections.length + environments.length === 0 && loose === null) throw noCollection(context, formats);
  return {
    ...NOTHING_IMPORTED,
    collections: [...collections, ...(loose?.collections ?? [])],
    environments: [...environments, ...(loose?.environments ?? [])],
    globals,
    warnings: [...context.warnings, ...(loose?.warnings ?? [])],
    broken: [...context.broken, ...(loose?.broken ?? [])],
  };
}

/** The collection of a folder, with the variables beside it. */
export interface FolderCollection extends Imported {
  /** Null when there are none. */
  readonly globalsBeside: readonly Variable[] | null;
}

/**
 * Reads the one collection of a folder, and, if wanted, the environments beside it. Throws an Error when there is none,
 * or more than one.
 */
export function readCollectionFolder(
  path: string,
  wantsEnvironments: boolean,
  formats: Formats,
  options: ImportOptions,
  readLoose: ReadLooseFiles,
): FolderCollection {
  const context = new ImportContext(options);
  const { roots } = rootsIn(new SourceFolder(path, context), formats);
  const [root] = roots;
  if (root === undefined) {
    const loose = readLoose(path, options, new Set());
    if (loose === null) throw noCollection(context, formats);
    return { ...loose, globalsBeside: null };
  }
  if (roots.length > 1) {
    const names = roots.map(({ folder }) => folder.path).join(', ');
    throw new UserError('INVALID_PARAMETER', `it holds ${roots.length} collections: give one of ${names}`);
  }
  const collections = [root.format.read(root.folder, context)];
  const beside = besides(root.folder, context);
  const environments = wantsEnvironments ? beside.flatMap((each) => environmentsIn(each, formats)) : [];
  const globalsBeside =
    beside.map((each) => globalsIn(each, formats)).find((globals) => globals !== null) ?? null;
  const { warnings, broken } = context;
  return { ...NOTHING_IMPORTED, collections, environments, globalsBeside, warnings, broken };
}

function environmentsIn(folder: SourceFolder, formats: Formats): readonly Environment[] {
  return formats.flatMap((format) => format.environments(folder));
}

function globalsIn(folder: SourceFolder, formats: Formats): readonly Variable[] | null {
  return formats.map((format) => format.globals(folder)).find((globals) => globals !== null) ?? null;
}

/** Finds collections, which hold no others, and the folders that were visited on the way, the roots included. */
function rootsIn(
  folder: SourceFolder,
  formats: Formats,
  depth = 0,
): { readonly roots: readonly Root[]; readonly visited: readonly SourceFolder[] } {
  const format = formats.find(({ isRoot }) => isRoot(folder));
  if (format !== undefined) return { roots: [{ format, folder }], visited: [folder, ...dataFolders(folder)] };
  const inner = depth < MAX_FOLDER_DEPTH ? folder.folders.filter((name) => !name.startsWith('.')) : [];
  const found = inner.map((name) => rootsIn(folder.folder(name), formats, depth + 1));
  return {
    roots: found.flatMap(({ roots }) => roots),
    visited: [folder, ...found.flatMap(({ visited }) => visited)],
  };
}

const DATA_FOLDERS = ['environments', 'globals'];

function dataFolders(folder: SourceFolder): readonly SourceFolder[] {
  return DATA_FOLDERS.filter((name) => folder.folders.includes(name)).map((name) => folder.folder(name));
}

/** Returns the folders where the environments of a collection are: its own first, then those above it. */
function besides(root: SourceFolder, context: ImportContext): readonly SourceFolder[] {
  const own = new SourceFolder(root.path, context);
  const above = new SourceFolder(dirname(own.path), context);
  const top = new SourceFolder(dirname(above.path), context);
  return [own, ...dataFolders(own), above, ...dataFolders(above), ...dataFolders(top)];
}

function noCollection({ broken }: ImportContext, formats: Formats): UserError {
  const labels = formats.map(({ label }) => label).join(', ');
  const reason = broken.length > 0 ? `: ${broken.join('; ')}` : '';
  return new UserError('INVALID_DATA', `it holds no collection in any of the formats ${labels}${reason}`);
}
