// Imports a folder of `.http` files as one collection: each file becomes a folder.
import { basename } from 'node:path';
import type { Collection, Folder, Item } from '../../../collections/model/collection.ts';
import { NO_AUTH, INHERIT } from '../../../collections/model/auth.ts';
import { NOTHING_IMPORTED, type Imported } from '../../../collections/model/imported.ts';
import { MAX_FOLDER_DEPTH, SourceFolder } from '../shared/folder/source-folder.ts';
import { stableId } from '../shared/folder/stable-id.ts';
import { ImportContext, type ImportOptions } from '../shared/import-context.ts';
import { convertFile } from './convert-file.ts';
import { environmentsBeside, type HttpEnvironments } from './environments.ts';
import { OutsideVariables } from './outside.ts';
import type { Conversion } from './conversion.ts';

export const HTTP_FILE = /\.(?:http|rest)$/i;

/** Returns null for a folder without such files. `skipped` are folders that belong to other collections. */
export function readHttpFolder(
  path: string,
  options: ImportOptions,
  skipped: ReadonlySet<string> = new Set(),
): Imported | null {
  const context = new ImportContext(options);
  const root = new SourceFolder(path, context);
  const folders = foldersIn(root, skipped, 0);
  if (folders.length === 0) return null;
  const beside = environmentsBeside([root.path, ...folders.map((folder) => folder.path)], context);
  const conversion: Conversion = { outside: new OutsideVariables(options), isAlone: false };
  const items = itemsIn(root, new Set(folders.map((folder) => folder.path)), { context, beside, conversion });
  const collection: Collection = {
    id: context.id(stableId('http', root.path)),
    name: context.name(root.name, 'Requests'),
    docs: '',
    auth: NO_AUTH,
    variables: [...conversion.outside.variables],
    scripts: { preRequest: '', test: '' },
    items,
  };
  const { warnings, broken } = context;
  return {
    ...NOTHING_IMPORTED,
    collections: [collection],
    environments: beside.environments,
    warnings,
    broken,
  };
}

interface Reading {
  readonly context: ImportContext;
  readonly beside: HttpEnvironments;
  readonly conversion: Conversion;
}

/** Returns the folders that hold such files, and those that lead to them. */
function foldersIn(
  folder: SourceFolder,
  skipped: ReadonlySet<string>,
  depth: number,
): readonly SourceFolder[] {
  if (depth > MAX_FOLDER_DEPTH || skipped.has(folder.path)) return [];
  const inner = folder.folders
    .filter((name) => !name.startsWith('.'))
    .flatMap((name) => foldersIn(folder.folder(name), skipped, depth + 1));
  return inner.length > 0 || folder.files.some((name) => HTTP_FILE.test(name)) ? [folder, ...inner] : [];
}

function itemsIn(folder: SourceFolder, wanted: ReadonlySet<string>, reading: Reading): readonly Item[] {
  const folders = folder.folders
    .map((name) => folder.folder(name))
    .filter(({ path }) => wanted.has(path))
    .map((inner): Item => {
      const items = itemsIn(inner, wanted, reading);
      return { kind: 'folder', folder: folderOf(inner.path, inner.name, items, reading) };
    });
  const files = folder.files
    .filter((name) => HTTP_FILE.test(name))
    .flatMap((name) => fileIn(folder, name, reading));
  return [...folders, ...files];
}

function fileIn(folder: SourceFolder, name: string, reading: Reading): readonly Item[] {
  const text = folder.text(name);
  if (text === null) return [];
  const file = folder.pathOf(name);
  const root = folder.path.slice(0, folder.path.length - (file.length - name.length)).replace(/[/\\]$/, '');
  const { beside, conversion } = reading;
  const { items, variables, scripts } = convertFile(
    { file, text, root },
    beside,
    folder.contextOf(name),
    conversion,
  );
  if (items.length === 0) {
    if (variables.length > 0)
      folder.contextOf(name).warn('it holds no request: its variables are those of files that import it');
    return [];
  }
  const made = folderOf(`${folder.path}/${name}`, basename(name).replace(HTTP_FILE, ''), items, reading);
  return [{ kind: 'folder', folder: { ...made, variables: [...variables], scripts } }];
}

function folderOf(path: string, name: string, items: readonly Item[], { context }: Reading): Folder {
  return {
    id: context.id(stableId('http', path)),
    name: context.name(name, 'Folder'),
    docs: '',
    auth: INHERIT,
    variables: [],
    scripts: { preRequest: '', test: '' },
    items,
  };
}
