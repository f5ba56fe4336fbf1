// `import`: imports each file separately. An error in one file does not affect the others.
import { join } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { importContent } from '../../interchange/import/index.ts';
import type { ImportOptions } from '../../interchange/import/shared/import-context.ts';
import { requestsOf } from '../../collections/model/collection.ts';
import type { Imported } from '../../collections/model/imported.ts';
import { importBytes, readImportFile } from '../../interchange/files/import-file.ts';
import type { TakenImport } from '../../collections/storage/take-import.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { printable } from '../../base/printable.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';

/** The maximum number of names in a warning. */
const MAX_LISTED = 20;

/** Imports the files. Resolves with 1 when any file failed. */
export async function importFiles(
  files: readonly string[],
  {
    workspace: given,
    update,
  }: { readonly workspace?: string | undefined; readonly update?: true | undefined },
): Promise<number> {
  const workspace = new Workspace(await workspaceFolder(given));
  let failed = false;
  for (const file of files) {
    try {
      const imported = await readImport(file);
      const taken = await workspace.import(imported, update === true);
      const summary = summaryOf(imported);
      for (const line of summary) process.stdout.write(`${printable(file)}: ${printable(line)}\n`);
      if (summary.length === 0) process.stderr.write(`warning: ${printable(file)}: there is nothing in it\n`);
      tellTaken(file, taken);
      tellWarnings(file, imported);
      failed ||= imported.broken.length > 0;
    } catch (error) {
      failed = true;
      process.stderr.write(`error: ${printable(file)}: ${printable(messageOf(error))}\n`);
    }
  }
  return failed ? 1 : 0;
}

/** Says what changed in known objects, and which are there twice now. */
function tellTaken(file: string, { copies, updates }: TakenImport): void {
  const say = (line: string): boolean => process.stdout.write(`${printable(file)}: ${printable(line)}\n`);
  const warn = (line: string): boolean =>
    process.stderr.write(`warning: ${printable(file)}: ${printable(line)}\n`);
  for (const { kind, name } of copies)
    warn(
      `the ${kind} "${name}" is there already, and this is a copy: --update brings it up to date and keeps tests, scripts, authorization and examples`,
    );
  for (const { name, added, updated, missing, keptScripts } of updates) {
    for (const each of added) say(`+ ${each}`);
    for (const each of updated) say(`~ ${each}`);
    if (missing.length > 0)
      warn(
        `"${name}" has requests that the file does not have, and keeps them: ${listed(missing.map((each) => each.name))}`,
      );
    if (keptScripts.length > 0)
      warn(`scripts of the file are different, and those of the workspace were kept: ${listed(keptScripts)}`);
  }
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, MAX_LISTED).join(', ');
  return names.length > MAX_LISTED ? `${shown} and ${names.length - MAX_LISTED} more` : shown;
}

/** Reads a file, a folder, or standard input for `-`. Rejects with an Error that says what is wrong. */
export async function readImport(file: string, options?: ImportOptions): Promise<Imported> {
  if (file === '-') return importContent(await importBytes(process.stdin), '', options);
  return readImportFile(file, options);
}

export function tellWarnings(file: string, { warnings, broken }: Imported): void {
  for (const sentence of broken)
    process.stderr.write(`error: ${printable(join(file, sentence))}, and was left out\n`);
  for (const warning of warnings)
    process.stderr.write(`warning: ${printable(file)}: ${printable(warning)}\n`);
}

function summaryOf({ collections, environments, globals, requests, specs }: Imported): readonly string[] {
  return [
    ...collections.map(
      ({ name, items }) => `collection ${name}, ${counted([...requestsOf(items)].length, 'request')}`,
    ),
    ...environments.map(
      ({ name, variables }) => `environment ${name}, ${counted(variables.length, 'variable')}`,
    ),
    ...(globals.length > 0 ? [counted(globals.length, 'global variable')] : []),
    ...requests.map(({ name, method, url }) => `request ${name}: ${method} ${url}`),
    ...specs.map(({ name }) => `specification ${name}`),
  ];
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
