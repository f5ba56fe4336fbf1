// `spec import`: adds an API description to the workspace, and creates a collection from it.
import { messageOf, UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import { requestsOf } from '../../collections/model/collection.ts';
import type { Imported } from '../../collections/model/imported.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { readImport, tellWarnings } from '../collection/import.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';

export async function importSpecFromCommandLine(
  file: string,
  flags: { readonly workspace?: string | undefined },
): Promise<number> {
  const imported = await readSpec(file);
  const workspace = new Workspace(await workspaceFolder(flags.workspace));
  const { copies } = await workspace.import(imported);
  for (const { name } of imported.specs) process.stdout.write(`specification ${printable(name)}\n`);
  for (const { name, items } of imported.collections) {
    const count = [...requestsOf(items)].length;
    process.stdout.write(`collection ${printable(name)}, ${count} request${count === 1 ? '' : 's'}\n`);
  }
  for (const { name } of copies)
    process.stderr.write(
      `warning: ${printable(file)}: the collection "${printable(name)}" is there already, and this is a copy: spec sync brings it up to date\n`,
    );
  tellWarnings(file, imported);
  return 0;
}

/** Reads a description. Rejects with a UserError that names the file when it is not an API description. */
export async function readSpec(file: string): Promise<Imported> {
  const imported = await readImport(file).catch((error: unknown) => {
    throw new UserError('INVALID_DATA', `${file}: ${messageOf(error)}`, { cause: error });
  });
  if (imported.specs.length === 1 && imported.collections.length === 1) return imported;
  throw new UserError('INVALID_DATA', `${file}: it is not an OpenAPI or Swagger description`);
}
