// Writes exports. A file replaces only an earlier export, and a folder must be new or empty.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import type { ExportedFile } from '../export/shared/folder-files.ts';
import { importContent } from '../import/index.ts';

/** File mode: exports are made to be shared, and hold no secrets. */
const FOR_OTHERS = 0o644;

/** Writes one file. Rejects with an Error when `path` holds anything but an export. */
export async function writeExportedFile(path: string, text: string): Promise<void> {
  if (existsSync(path) && !isExport(path))
    throw new UserError('CONFLICT', `${path} is there, and is no export: give another path`, {
      field: 'path',
    });
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, text, FOR_OTHERS);
}

/** Writes a folder, which must not exist yet, or be empty. */
export async function writeExportedFolder(path: string, files: readonly ExportedFile[]): Promise<void> {
  try {
    await mkdir(path, { recursive: true });
    if ((await readdir(path)).length > 0) throw new Error(`${path} is not empty: give another folder`);
    for (const { path: parts, text } of files) {
      const file = join(path, ...parts);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text, { flag: 'wx', mode: FOR_OTHERS });
    }
  } catch (error) {
    throw new UserError('INVALID_FILE', `Export failed: ${messageOf(error)}`, { cause: error });
  }
}

/** True for a file that an import can read, and for a page or a text that an export may have written. */
function isExport(path: string): boolean {
  if (!statSync(path).isFile()) return false;
  if (/\.md$/i.test(path)) return true;
  const bytes = readFileSync(path);
  if (/^\s*<!doctype html/i.test(bytes.subarray(0, 100).toString())) return true;
  try {
    importContent(bytes, path);
    return true;
  } catch {
    return false;
  }
}
