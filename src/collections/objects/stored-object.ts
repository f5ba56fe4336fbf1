// An object of the workspace as it is edited: its fields without its id and its contents, with the values of its
// secrets.
import { join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { checked } from '../edit/changes.ts';
import type { Variable } from '../model/values.ts';
import { describeFileError } from '../storage/needed-files.ts';
import type { FileError } from '../storage/object-file.ts';
import type { Workspace } from '../storage/workspace.ts';
import { FILE_SCHEMAS, linkPath } from './kinds.ts';
import type { ObjectKind } from './object-kinds.ts';
import { fieldsOfFile, presentText, type IndexedFile, type ObjectIndex } from './object-index.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface StoredObject {
  readonly kind: ObjectKind;
  readonly id: string;
  readonly file: IndexedFile;
  /** All fields of its file, without values of secrets. */
  readonly all: Fields;
  /** Those that are edited. */
  readonly fields: Fields;
}

/** Fields of files that are not edited with the others: the id, and the contents of a folder. */
const FIXED = ['id', 'order', 'collectionId'];

/** Reads an object as its file is now; null when there is none. Throws a UserError when the file cannot be used. */
export async function readStored(
  workspace: Workspace,
  index: ObjectIndex,
  kind: ObjectKind,
  id: string,
): Promise<StoredObject | null> {
  const file = index.find(kind, id);
  const text = file === undefined ? null : presentText(workspace.folder, file.path);
  if (file === undefined || text === null) return null;
  const all = { ...specNote(workspace, file), ...fieldsIn(workspace, file, text) };
  const { variables } = all as { readonly variables?: readonly Variable[] };
  const own =
    variables === undefined ? all : { ...all, variables: await workspace.withSecrets(id, variables) };
  return { kind, id, file, all, fields: editedFields(own) };
}

/** Returns the fields of an object that are edited, from those of its file. */
export function editedFields(all: Fields): Fields {
  return Object.fromEntries(Object.entries(all).filter(([name]) => !FIXED.includes(name)));
}

/** Returns the fields of a new object. */
export function newFields(kind: 'request' | 'run' | 'loadTest', id: string): Fields {
  return editedFields(checked(FILE_SCHEMAS[kind], { id }, ''));
}

/** Returns the names of fields that can be edited. */
export function editableNames(kind: ObjectKind): readonly string[] {
  if (kind === 'dataset') return ['text'];
  if (kind === 'spec') return ['name', 'text'];
  return Object.keys(FILE_SCHEMAS[kind].shape).filter((name) => !FIXED.includes(name));
}

function specNote({ folder }: Workspace, { kind, path }: IndexedFile): Fields {
  if (kind !== 'spec') return {};
  const text = presentText(folder, linkPath(path));
  const note = text === null ? null : fieldsOfFile(linkPath(path), 'specLink', text, () => undefined);
  return note ?? { name: path.slice(path.lastIndexOf('/') + 1).replace(/\.yaml$/, ''), collectionId: null };
}

function fieldsIn(workspace: Workspace, { path, kind }: IndexedFile, text: string): Fields {
  const errors: FileError[] = [];
  const fields = fieldsOfFile(join(workspace.folder, path), kind, text, (error) => errors.push(error));
  if (fields !== null) return fields;
  throw new UserError('INVALID_FILE', errors.map(describeFileError).join('; '));
}
