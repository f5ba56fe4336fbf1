// Gives a file that was copied with the id of another one an id of its own.
import { join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { writeObject, readObject } from '../storage/object-file.ts';
import { throwFileError } from '../storage/order.ts';
import { FILE_SCHEMAS } from './kinds.ts';
import type { IndexedFile } from './object-index.ts';

/** Writes the file with a new id, and resolves with it. The caller holds the lock of the workspace. */
export async function giveOwnId(folder: string, { path, kind }: IndexedFile): Promise<string> {
  if (kind === 'spec' || kind === 'dataset' || kind === 'globals' || kind === 'workspace')
    throw new UserError('UNSUPPORTED', `${path} has no id`);
  const [file, id] = [join(folder, path), crypto.randomUUID()];
  const schema: (typeof FILE_SCHEMAS)[typeof kind] = FILE_SCHEMAS[kind];
  const fields = readObject(file, schema, throwFileError);
  if (fields === null) throw new UserError('NOT_FOUND', `${path} is not there any more`);
  await writeObject(file, schema, { ...fields, id });
  return id;
}
