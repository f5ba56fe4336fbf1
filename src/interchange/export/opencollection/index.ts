// Exports collections as Bruno keeps them (OpenCollection): a folder with a YAML file for each request.
import type { Collection, Folder, Item } from '../../../collections/model/collection.ts';
import { PROCESS_PREFIX } from '../../import/bruno/process-variables.ts';
import { defineExport, type FolderExport } from '../contract.ts';
import { requestOf } from '../../import/bruno/request.ts';
import { ImportContext } from '../../import/shared/import-context.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import { lossesOf } from '../shared/losses.ts';
import { uniqueNames, yamlFile, withoutEmpty, type ExportedFile } from '../shared/folder-files.ts';
import { authField } from './auth.ts';
import { variableFields } from './pairs.ts';
import { isOpenCollectionRequest, requestFields } from './request.ts';
import { scriptFields } from './scripts.ts';

/** The version of the format that is written. */
const VERSION = '1.0.0';
/** Names that have a special meaning in every folder, and at the root. */
const RESERVED = ['folder', 'opencollection'];
const RESERVED_AT_ROOT = ['environments'];

export const openCollection = defineExport<FolderExport>({
  kind: 'folder',
  format: 'opencollection',
  label: 'OpenCollection (Bruno)',
  ending: '',
  write: (collection) => {
    const warnings = new Set<string>();
    return { files: [...collectionFiles(collection, warnings)], warnings: [...warnings] };
  },
});

function* collectionFiles(collection: Collection, warnings: Set<string>): Generator<ExportedFile> {
  yield yamlFile(['opencollection.yml'], {
    opencollection: VERSION,
    info: { name: collection.name },
    ...sharedFields(collection, warnings),
    bundled: false,
  });
  yield* itemFiles(collection.items, [], warnings);
}

/** Returns the fields that collections and folders have for all in them. */
function sharedFields(shared: Collection | Folder, warnings: Set<string>): Readonly<Record<string, unknown>> {
  const { name, docs, auth, scripts } = shared;
  // Variables of the `.env` file belong to that file, which is not shared.
  const variables = shared.variables.filter((variable) => !variable.name.startsWith(PROCESS_PREFIX));
  const fields = {
    request: withoutEmpty({
      auth: authField(auth, `"${name}"`, warnings),
      variables: variables.map(variableFields),
      scripts: scriptFields(scripts, `"${name}"`, warnings).all,
    }),
    docs,
  };
  return withoutEmpty(fields);
}

function* itemFiles(
  items: readonly Item[],
  path: readonly string[],
  warnings: Set<string>,
): Generator<ExportedFile> {
  const unique = uniqueNames();
  for (const name of path.length === 0 ? [...RESERVED, ...RESERVED_AT_ROOT] : RESERVED) unique(name);
  if (isMixed(items))
    warnings.add('folders come before the requests beside them, which is the order of the format');
  let folders = 0;
  let requests = 0;
  for (const item of items)
    if (item.kind === 'folder')
      yield* folderFiles(item.folder, [...path, unique(item.folder.name)], (folders += 1), warnings);
    else if (isOpenCollectionRequest(item.request)) {
      const fields = requestFields(item.request, (requests += 1), warnings);
      for (const loss of lossesOf(item.request, readBack(item.request, fields))) warnings.add(loss);
      yield yamlFile([...path, `${unique(item.request.name)}.yml`], fields);
    } else
      warnings.add(
        `the request "${item.request.name}" is of the type ${item.request.type}, which is not exported: it was left out`,
      );
}

function* folderFiles(
  folder: Folder,
  path: readonly string[],
  seq: number,
  warnings: Set<string>,
): Generator<ExportedFile> {
  yield yamlFile([...path, 'folder.yml'], {
    info: withoutEmpty({ name: folder.name, type: 'folder', seq, tags: folder.tags ?? [] }),
    ...sharedFields(folder, warnings),
  });
  yield* itemFiles(folder.items, path, warnings);
}

function readBack({ id, name }: SavedRequest, fields: Readonly<Record<string, unknown>>): SavedRequest {
  const context = new ImportContext({ keepsFilePaths: true });
  return requestOf({ fields, id, stem: name }, { headers: [] }, context);
}

/** True when a folder follows a request. */
function isMixed(items: readonly Item[]): boolean {
  const request = items.findIndex(({ kind }) => kind === 'request');
  return request >= 0 && items.slice(request).some(({ kind }) => kind === 'folder');
}
