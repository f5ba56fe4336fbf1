// Files that a page hands over for an import: texts by name, whole folders, or paths on this computer.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, sep } from 'node:path';
import { z } from 'zod';
import { UserError } from '../../../../base/errors.ts';
import type { Imported } from '../../../../collections/model/imported.ts';
import type { WorkspaceContext } from '../../workspace-context.ts';

const NAME = 'the name of a file or folder';
const TEXT = 'the text of the file';
const PATH = 'a path';
const MAX_FILES = 20_000;

const name = z.string(NAME).min(1, NAME).max(1000, NAME);

export const importSource = z.union(
  [
    z.strictObject({ name, text: z.string(TEXT) }),
    z.strictObject({
      name,
      files: z
        .array(z.strictObject({ path: z.string(PATH), text: z.string(TEXT) }))
        .max(MAX_FILES)
        .readonly()
        .describe('The files of a folder, with paths relative to it'),
    }),
    z.strictObject({ path: z.string().min(1).describe('A file or folder on this computer') }),
  ],
  'an object {"name", "text"}, {"name", "files"} or {"path"}',
);
export type ImportSource = z.output<typeof importSource>;

export interface ReadSource {
  readonly name: string;
  /** The name of the format for people. */
  readonly format: string;
  readonly imported: Imported;
}

/** Reads a source. Rejects with an Error that says what is wrong with it. */
export async function readSource(source: ImportSource, context: WorkspaceContext): Promise<ReadSource> {
  if ('path' in source) return readPath(source.path, context);
  if ('files' in source) return readFiles(source);
  const { importContent, formatLabel } = await import('../../../../interchange/import/index.ts');
  const bytes = Buffer.from(source.text);
  return {
    name: source.name,
    format: formatLabel(bytes, source.name),
    imported: importContent(bytes, source.name),
  };
}

async function readPath(given: string, context: WorkspaceContext): Promise<ReadSource> {
  const { isFolder, readImportFile } = await import('../../../../interchange/files/import-file.ts');
  const path = context.allowedPath(given, 'read');
  const imported = await readImportFile(path);
  return { name: given, format: (await isFolder(path)) ? 'Folder' : 'File', imported };
}

/** Reads a folder from a copy in the temporary folder, which only this user may read. */
async function readFiles({
  name: folder,
  files,
}: Extract<ImportSource, { files: unknown }>): Promise<ReadSource> {
  const { importFolder } = await import('../../../../interchange/import/index.ts');
  const root = await mkdtemp(join(tmpdir(), 'proxyctl-import-'));
  try {
    for (const { path, text } of files) {
      const target = normalize(join(root, path));
      if (!target.startsWith(root + sep))
        throw new UserError('INVALID_FILE', `${path.slice(0, 200)} leads out of the folder`);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    return { name: folder, format: 'Folder', imported: importFolder(root) };
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}
