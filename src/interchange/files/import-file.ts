// Reads files and folders of other programs for an import.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { isZip, MAX_BYTES } from '../import/content.ts';
import { importContent, importFolder } from '../import/index.ts';
import type { ImportOptions } from '../import/shared/import-context.ts';
import type { Imported } from '../../collections/model/imported.ts';
import { importZip } from './import-zip.ts';
import { joinFiles } from './join-files.ts';

/** Reads a file or a folder. Rejects with an Error that says what is wrong. */
export async function readImportFile(file: string, given: ImportOptions = {}): Promise<Imported> {
  if (await isFolder(file)) return importFolder(file, given);
  const options = { ...given, folder: dirname(resolve(file)) };
  let bytes: Buffer;
  try {
    bytes = await importBytes(createReadStream(file, { highWaterMark: 1024 * 1024 }));
  } catch (error) {
    throw new UserError('NOT_FOUND', REASONS.get(systemCode(error)) ?? messageOf(error), { cause: error });
  }
  if (isZip(bytes)) return importZip(bytes, file, given);
  const joined = joinFiles(bytes, file);
  if (joined === null) return importContent(bytes, file, options);
  const imported = importContent(joined.bytes, file, options);
  return { ...imported, warnings: [...joined.warnings, ...imported.warnings] };
}

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

const REASONS: ReadonlyMap<unknown, string> = new Map([['ENOENT', 'there is no such file']]);

/** Reads the input, and stops when it is larger than allowed. */
export async function importBytes(input: AsyncIterable<unknown>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of input) {
    pieces.push(Buffer.from(piece as Uint8Array));
    length += pieces.at(-1)?.length ?? 0;
    if (length > MAX_BYTES) break;
  }
  return Buffer.concat(pieces);
}
