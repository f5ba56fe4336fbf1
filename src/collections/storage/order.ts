// The order of items in a folder of a collection. The folder's own file stores it.
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { collectionFields, folderFields } from '../model/collection.ts';
import { COLLECTION_FILE, FOLDER_FILE } from './collection-files.ts';
import { readObject, writeObject, type FileError } from './object-file.ts';

/** Changes the order in the folder at `path`, which may be that of a collection. */
export async function reorder(
  path: string,
  change: (order: readonly string[]) => readonly string[],
): Promise<void> {
  const own = join(path, COLLECTION_FILE);
  if (await exists(own)) {
    const fields = readObject(own, collectionFields, throwFileError);
    if (fields !== null)
      await writeObject(own, collectionFields, { ...fields, order: [...change(fields.order)] });
    return;
  }
  const file = join(path, FOLDER_FILE);
  const fields = readObject(file, folderFields, throwFileError);
  if (fields !== null) await writeObject(file, folderFields, { ...fields, order: [...change(fields.order)] });
}

/** Throws the error of a file, because a file with an error must not be overwritten. */
export function throwFileError({ file, line, reason }: FileError): never {
  throw new UserError('INVALID_FILE', `${file}${line > 0 ? `:${line}` : ''} cannot be read: ${reason}`);
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
