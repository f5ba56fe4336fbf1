// `new`: writes a file of the workspace for a person to edit. Nothing that is there is overwritten.
import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { didYouMean } from '../../base/did-you-mean.ts';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { collectionFields, folderFields, requestsOf } from '../../collections/model/collection.ts';
import { REQUEST_TYPES, type RequestType } from '../../collections/model/request.ts';
import { COLLECTION_FILE, FOLDER_FILE, REQUEST_SUFFIX } from '../../collections/storage/collection-files.ts';
import { readObject } from '../../collections/storage/object-file.ts';
import { createSafeFolder } from '../../collections/storage/safe-path.ts';
import { comparableName, slugOf } from '../../collections/storage/slug.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { schemaFileName, SCHEMA_COPIES, type FileKindName } from '../schema/kinds.ts';
import { collectionText, environmentText, flowText, folderText } from './object-texts.ts';
import { requestText } from './request-text.ts';

interface WorkspaceFlags {
  readonly workspace?: string | undefined;
}

export async function newCollection(name: string, { workspace }: WorkspaceFlags): Promise<number> {
  const folder = await workspaceFolder(workspace);
  const path = join(folder, 'collections', slugOf(checkedName(name)));
  return created(folder, 'collection', {
    path: join(path, COLLECTION_FILE),
    text: collectionText(name.trim()),
  });
}

export async function newEnvironment(name: string, { workspace }: WorkspaceFlags): Promise<number> {
  const folder = await workspaceFolder(workspace);
  const path = join(folder, 'environments', `${slugOf(checkedName(name))}.yaml`);
  return created(folder, 'environment', { path, text: environmentText(name.trim()) });
}

export async function newFlow(name: string, { workspace }: WorkspaceFlags): Promise<number> {
  const folder = await workspaceFolder(workspace);
  const path = join(folder, 'flows', `${slugOf(checkedName(name))}.yaml`);
  const text = flowText(name.trim(), await firstRequest(new Workspace(folder)));
  return created(folder, 'flow', { path, text });
}

interface RequestFlags extends WorkspaceFlags {
  readonly type: string;
  readonly url?: string | undefined;
  readonly method: string;
}

/** `path`: the names of the collection, its folders and the request, with slashes between them. */
export async function newRequest(path: string, flags: RequestFlags): Promise<number> {
  const folder = await workspaceFolder(flags.workspace);
  const type = requestType(flags.type);
  const names = path.split('/').map((name) => name.trim());
  const [collection = '', ...others] = names;
  const name = others.pop();
  if (name === undefined || names.includes(''))
    throw new UserError('INVALID_PARAMETER', `${path} is not a path of a request: give COLLECTION/NAME`);
  let parent = await collectionFolder(new Workspace(folder), collection);
  const { method, url = baseOf(parent, type) } = flags;
  for (const each of others) parent = await innerFolder(folder, parent, each);
  const text = requestText({ name, type, method, url, path: names.join('/') });
  return created(folder, 'request', { path: join(parent, `${slugOf(name)}${REQUEST_SUFFIX}`), text });
}

/** Returns the variable of the collection that `new collection` writes, for what is sent over HTTP; else nothing. */
function baseOf(collection: string, type: RequestType): string {
  if (type !== 'http' && type !== 'graphql') return '';
  const fields = readObject(join(collection, COLLECTION_FILE), collectionFields, () => undefined);
  return fields?.variables.some(({ name, enabled }) => enabled && name === 'baseUrl') === true
    ? '{{baseUrl}}'
    : '';
}

function requestType(given: string): RequestType {
  const type = REQUEST_TYPES.find((each) => each === given);
  if (type !== undefined) return type;
  throw new UserError(
    'INVALID_PARAMETER',
    `--type ${given} is not a type of request: ${didYouMean(given, REQUEST_TYPES)}`,
  );
}

async function collectionFolder(workspace: Workspace, name: string): Promise<string> {
  const heads = await workspace.collectionHeads();
  const found =
    heads.find((head) => comparableName(head.name) === comparableName(name)) ??
    heads.find((head) => head.id === name || head.path.endsWith(join('collections', slugOf(name))));
  if (found !== undefined) return found.path;
  const names = heads.map((head) => head.name);
  const hint = names.length === 0 ? '' : `${didYouMean(name, names)} Or make it: `;
  throw new UserError(
    'NOT_FOUND',
    `there is no collection ${printable(name)}: ${hint}proxyctl new collection ${JSON.stringify(name)}`,
  );
}

/** Returns the folder of this name in `parent`, which is created when it is missing. */
async function innerFolder(workspace: string, parent: string, name: string): Promise<string> {
  const inner = readdirSync(parent, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const known = inner.find((entry) => {
    const fields = readObject(join(parent, entry.name, FOLDER_FILE), folderFields, () => undefined);
    return comparableName(fields?.name ?? entry.name) === comparableName(name);
  });
  const path = join(parent, known?.name ?? slugOf(name));
  const file = join(path, FOLDER_FILE);
  if (!existsSync(file)) {
    await writeNew(workspace, 'folder', { path: file, text: folderText(name) });
    process.stderr.write(`created ${printable(file)}\n`);
  }
  return path;
}

/** Returns the path of folders of the first request; null without any. */
async function firstRequest(workspace: Workspace): Promise<string | null> {
  const collections = await workspace.collections();
  const first = collections.flatMap(({ collection }) => [...requestsOf(collection.items)])[0];
  if (first === undefined) return null;
  return [...first.folders.map(({ name }) => name), first.request.name].join('/');
}

function checkedName(name: string): string {
  if (name.trim() === '') throw new UserError('INVALID_PARAMETER', 'the name is empty: give a name');
  return name;
}

interface NewFile {
  readonly path: string;
  readonly text: string;
}

async function created(workspace: string, kind: FileKindName, file: NewFile): Promise<number> {
  await writeNew(workspace, kind, file);
  process.stdout.write(`${printable(file.path)}\n`);
  return 0;
}

/** Writes a file that is not there yet, and the folders above it. */
async function writeNew(workspace: string, kind: FileKindName, { path, text }: NewFile): Promise<void> {
  const folders: string[] = [];
  for (let each = dirname(path); each.length > workspace.length; each = dirname(each)) folders.unshift(each);
  await createSafeFolder(workspace);
  for (const each of folders) await createSafeFolder(each);
  try {
    await writeFile(path, `${schemaLine(workspace, kind, path)}${text}`, { flag: 'wx', mode: 0o644 });
  } catch (error) {
    if (systemCode(error) === 'EEXIST')
      throw new UserError('CONFLICT', `${path} is there already, and stays as it is: give another name`);
    throw new UserError('INVALID_FILE', `${path} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}

/** Names the schema where `schema --install` has copied it: JetBrains reads this line. */
function schemaLine(workspace: string, kind: FileKindName, path: string): string {
  const schema = join(workspace, SCHEMA_COPIES, schemaFileName(kind));
  if (!existsSync(schema)) return '';
  return `# $schema: ${relative(dirname(path), schema).split(sep).join('/')}\n`;
}
