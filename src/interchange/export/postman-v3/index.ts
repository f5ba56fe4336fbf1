// Exports collections as Postman keeps them beside code (schema 3): a folder with a YAML file for each request.
import type { Collection, Folder, Item } from '../../../collections/model/collection.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import type { Variable } from '../../../collections/model/values.ts';
import { defineExport, type FolderExport } from '../contract.ts';
import { uniqueNames, yamlFile, type ExportedFile } from '../shared/folder-files.ts';
import { isPostmanRequest } from '../shared/postman/item.ts';
import { ImportContext } from '../../import/shared/import-context.ts';
import { protocolRequest } from '../../import/postman-v3/protocols/index.ts';
import { lossesOf } from '../shared/losses.ts';
import { protocolFiles, type ProtocolFiles } from './protocols/index.ts';
import { exampleFields, requestFields } from './request.ts';
import { lostAuth } from '../shared/postman/auth.ts';
import { authFields } from './auth.ts';
import { HTTP, scriptFields } from './scripts.ts';

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
    scripts: scriptFields(scripts, HTTP, 'http:'),
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
    else yield* requestFiles(item.request, path, unique, order, warnings);
  }
}

function* requestFiles(
  request: SavedRequest,
  path: readonly string[],
  unique: (name: string) => string,
  order: number,
  warnings: string[],
): Generator<ExportedFile> {
  if (isPostmanRequest(request)) {
    yield* httpFiles(request, path, unique(request.name), order, warnings);
    return;
  }
  const files = protocolFiles(request);
  if (files !== null) {
    yield* conversationFiles(files, request, path, unique(request.name), order);
    warnings.push(...lossesOf(request, readBack(files, request)));
    return;
  }
  warnings.push(
    `the request "${request.name}" is of the type ${request.type}, which is not exported: it was left out`,
  );
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
    scripts: scriptFields(scripts, HTTP, 'http:'),
    order,
  });
  yield* itemFiles(items, path, warnings);
}

function* httpFiles(
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

function* conversationFiles(
  { kind, fields, messages }: ProtocolFiles,
  { name }: SavedRequest,
  path: readonly string[],
  stem: string,
  order: number,
): Generator<ExportedFile> {
  const folder = ['.resources', `${stem}.resources`, 'messages'];
  yield yamlFile([...path, `${stem}.request.yaml`], {
    $kind: kind,
    name: name === stem ? undefined : name,
    ...fields,
    ...(messages.length > 0 && { messages: `./${folder.join('/')}` }),
    order,
  });
  const unique = uniqueNames();
  for (const [index, message] of messages.entries()) {
    const file = unique(message.name === '' ? `message ${index + 1}` : message.name);
    const own = message.name === file ? '' : message.name;
    const written = { ...message.fields, name: own, order: (index + 1) * STEP };
    yield yamlFile([...path, ...folder, `${file}.message.yaml`], written);
  }
}

function readBack({ kind, fields, messages }: ProtocolFiles, { id, name }: SavedRequest): SavedRequest {
  const file = {
    fields,
    id,
    stem: name,
    examples: [],
    messages: messages.map((message) => ({ ...message.fields, name: message.name })),
    rules: [],
  };
  return protocolRequest(kind, file, new ImportContext({ keepsFilePaths: true }))!;
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
