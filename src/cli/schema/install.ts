// `schema --install`: gives editors the schemas. They are copied beside the workspace, so that a colleague has them too.
import { existsSync, readFileSync } from 'node:fs';
import { join, posix, relative, resolve, sep } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { replaceFile } from '../../base/replace-file.ts';
import { createSafeFolder } from '../../collections/storage/safe-path.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';
import { schemasText, withSchemas, type SchemaPaths } from './editor-settings.ts';
import { FILE_KINDS, SCHEMA_COPIES, schemaFileName } from './kinds.ts';
import { schemaText } from './print.ts';

/** Everybody who may read the workspace may read them. */
const MODE = 0o644;

/** `given`: the folder that the editor opens; `true` for that of the workspace. */
export async function installSchemas(
  given: string | true,
  { workspace }: { readonly workspace?: string | undefined },
): Promise<number> {
  const folder = given === true ? await workspaceFolder(workspace) : resolve(given);
  const inner = workspace === undefined ? '' : relative(folder, await workspaceFolder(workspace));
  if (inner.startsWith('..'))
    throw new UserError('INVALID_PARAMETER', `the workspace is not in ${folder}: give a folder above it`);
  const schemas = schemaPaths(inner.split(sep).join('/'));
  await copySchemas(folder);
  const isDone = await writeSettings(folder, schemas);
  process.stderr.write(
    'JetBrains reads a line at the top of a file, with the path from there:\n' +
      `# $schema: ../../${SCHEMA_COPIES}/${schemaFileName('request')}\n`,
  );
  return isDone ? 0 : 1;
}

/** Paths from the folder that the editor opens. The slash in front of a pattern is the end of any path above it. */
function schemaPaths(inner: string): SchemaPaths {
  return new Map(
    FILE_KINDS.map(({ name, files }) => [
      `./${SCHEMA_COPIES}/${schemaFileName(name)}`,
      `/${posix.join(inner, files)}`,
    ]),
  );
}

async function copySchemas(folder: string): Promise<void> {
  await createSafeFolder(join(folder, '.proxyctl'));
  await createSafeFolder(join(folder, SCHEMA_COPIES));
  for (const { name } of FILE_KINDS)
    await replaceFile(join(folder, SCHEMA_COPIES, schemaFileName(name)), schemaText(name), MODE);
  process.stdout.write(`${printable(join(folder, SCHEMA_COPIES))}\n`);
}

/** Returns false, and prints what to paste, when the settings that are there cannot be read. */
async function writeSettings(folder: string, schemas: SchemaPaths): Promise<boolean> {
  const path = join(folder, '.vscode', 'settings.json');
  const before = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const after = withSchemas(before, schemas);
  if (after === null) {
    process.stderr.write(
      `error: ${printable(path)} is not an object with comments at most, and stays as it is: put this into it\n  "yaml.schemas": ${schemasText(schemas)}\n`,
    );
    return false;
  }
  await createSafeFolder(join(folder, '.vscode'));
  if (after !== before) await replaceFile(path, after, MODE);
  process.stdout.write(`${printable(path)}\n`);
  return true;
}
