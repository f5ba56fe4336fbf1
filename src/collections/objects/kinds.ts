// The files in which objects of a workspace are.
import { posix } from 'node:path';
import type { z } from 'zod';
import { collectionFields, folderFields } from '../model/collection.ts';
import { environment, globals, workspaceFields } from '../model/environment.ts';
import { clientFlow } from '../model/flow.ts';
import { loadTest } from '../model/load-test.ts';
import { request } from '../model/request.ts';
import { runConfiguration } from '../model/run-configuration.ts';
import { COLLECTION_FILE, FOLDER_FILE, REQUEST_SUFFIX } from '../storage/collection-files.ts';
import { IGNORE_SUFFIX, LINK_SUFFIX, specLink } from '../storage/specs.ts';
import type { ObjectKind } from './object-kinds.ts';

/** Kinds of files: a description has a document and a note, and the workspace has settings. */
export type FileKind = ObjectKind | 'specLink' | 'workspace';

/** The id of the globals, of which there is one. */
export const GLOBALS = 'globals';

/** The schemas of files that are YAML of our own; the others are documents. */
export const FILE_SCHEMAS = {
  request,
  folder: folderFields,
  collection: collectionFields,
  environment,
  globals,
  flow: clientFlow,
  run: runConfiguration,
  loadTest,
  specLink,
  workspace: workspaceFields,
} as const satisfies Partial<Record<FileKind, z.ZodObject>>;

/** The folders that hold objects. */
export const OBJECT_FOLDERS = [
  'collections',
  'environments',
  'flows',
  'runs',
  'load-tests',
  'specs',
  'datasets',
] as const;

/** Returns the kind of the file at a path relative to the workspace, with slashes; null for other files. */
export function kindOfPath(path: string): FileKind | null {
  const [top = '', ...inner] = path.split('/');
  const file = inner.at(-1) ?? '';
  if (inner.length === 0)
    return path === 'globals.yaml' ? 'globals' : path === 'workspace.yaml' ? 'workspace' : null;
  if (file.startsWith('.')) return null;
  if (top === 'collections') return inCollection(inner, file);
  if (inner.length > 1) return null;
  if (top === 'datasets') return /\.(?:csv|json)$/.test(file) ? 'dataset' : null;
  if (!file.endsWith('.yaml')) return null;
  if (top === 'specs')
    return file.endsWith(IGNORE_SUFFIX) ? null : file.endsWith(LINK_SUFFIX) ? 'specLink' : 'spec';
  return NAMED_KINDS.get(top) ?? null;
}

/** The kinds of objects that are a YAML file in a folder of theirs. */
const NAMED_KINDS: ReadonlyMap<string, FileKind> = new Map([
  ['environments', 'environment'],
  ['flows', 'flow'],
  ['runs', 'run'],
  ['load-tests', 'loadTest'],
]);

function inCollection(inner: readonly string[], file: string): FileKind | null {
  if (inner.length < 2) return null;
  if (file.endsWith(REQUEST_SUFFIX)) return 'request';
  if (file === COLLECTION_FILE) return inner.length === 2 ? 'collection' : null;
  return file === FOLDER_FILE && inner.length > 2 ? 'folder' : null;
}

/** Returns the name of a document's file without its suffix, which is its name where nothing else says one. */
export function documentName(path: string): string {
  return posix.basename(path).replace(/\.(?:csv|json|yaml)$/, '');
}

/** Returns the path of the note about the description at `path`. */
export function linkPath(path: string): string {
  return path.replace(/\.yaml$/, LINK_SUFFIX);
}
