// Exports collections as Postman keeps them beside code (schema 3): a folder with a YAML file for each request.
import type { Collection, Folder, Item } from '../../model/collection.ts';
import type { SavedRequest } from '../../model/request.ts';
import type { Variable } from '../../model/values.ts';
import { defineExport, type FolderExport } from '../contract.ts';
import { uniqueNames, yamlFile, type ExportedFile } from '../shared/folder-files.ts';
import { isPostmanRequest } from '../shared/postman/item.ts';
import { exampleFields, requestFields } from './request.ts';
import { lostAuth } from '../shared/postman/auth.ts';
import { authFields } from './auth.ts';
import { scriptFields } from './scripts.ts';

/** The distance between two items, which leaves room for others. */
const STEP = 1000;
const DEFINITION = ['.resources', 'definition.yaml'];

export const postmanV3 = defineExport<FolderExport>({
  kind: 'folder',
  format: 'postman-v3',
  label: 'Postman folder',
  ending: '',
  write: (collection) => {
    const warnings = [...lostAuth(collection)];
    return { files: [...collectionFiles(collection, warnings)], warnings };
  },
});

function* collectionFiles(collection: Collection, warnings: string[]): Generator<ExportedFile> {
  const { name, docs, auth, variables, scripts, items } = collection;
  yield yamlFile(DEFINITION, {
    $kind: 'collection',
    name,
    description: docs,
    variables: variables.map(variableFields),
    auth: auth.type === 'none' ? undefined : [authFields(auth)],
    scripts: scriptFields(scripts, 'http:'),
  });
  yield* itemFiles(items, [], warnings);
}

function* itemFiles(
  items: readonly Item[],
  path: readonly string[],
  warnings: string[],
): Generator<ExportedFile> {
  const unique = uniqueNames();
  for (const [index, item] of items.entries()) {
    const order = (index + 1) * STEP;
    if (item.kind === 'folder')
      yield* folderFiles(item.folder, [...path, unique(item.folder.name)], order, warnings);
    else if (isPostmanRequest(item.request))
      yield* requestFiles(item.request, path, unique(item.request.name), order, warnings);
    else
      warnings.push(
        `the request "${item.request.name}" is of the type ${item.request.type}, which is not exported: it was left out`,
      );
  }
}

function* folderFiles(
  { name, docs, auth, variables, scripts, items }: Folder,
  path: readonly string[],
  order: number,
  warnings: string[],
): Generator<ExportedFile> {
  yield yamlFile([...path, ...DEFINITION], {
    $kind: 'collection',
    name,
    description: docs,
    variables: variables.map(variableFields),
    auth: auth.type === 'inherit' ? undefined : [authFields(auth)],
    scripts: scriptFields(scripts, 'http:'),
    order,
  });
  yield* itemFiles(items, path, warnings);
}

function* requestFiles(
  request: SavedRequest,
  path: readonly string[],
  stem: string,
  order: number,
  warnings: string[],
): Generator<ExportedFile> {
  yield yamlFile([...path, `${stem}.request.yaml`], { ...requestFields(request, stem, warnings), order });
  const unique = uniqueNames();
  const folder = [...path, '.resources', `${stem}.resources`, 'examples'];
  for (const [index, example] of request.examples.entries()) {
    const name = unique(example.name);
    const fields = { ...exampleFields(example, request, warnings), order: (index + 1) * STEP };
    yield yamlFile([...folder, `${name}.example.yaml`], fields);
  }
}

function variableFields({ name, value, enabled, secret, type, docs }: Variable): object {
  return {
    key: name,
    value: secret ? '' : value,
    ...(secret ? { type: 'secret' } : type !== undefined && { type: type === 'json' ? 'any' : type }),
    ...(!enabled && { disabled: true }),
    ...(docs !== '' && { description: docs }),
  };
}
