// `import`: each file on its own; what is wrong with one keeps no other out.
import { readFile } from 'node:fs/promises';
import { codeOf, messageOf } from '../../base/errors.ts';
import { importContent } from '../../workspace/import/index.ts';
import { requestsOf } from '../../workspace/model/collection.ts';
import type { Imported } from '../../workspace/model/imported.ts';
import { Workspace } from '../../workspace/storage/workspace.ts';
import { printable } from '../../base/printable.ts';
import { workspaceFolder } from './workspace-folder.ts';

/** 1 when any of them failed. */
export async function importFiles(
  files: readonly string[],
  { workspace: given }: { readonly workspace?: string | undefined },
): Promise<number> {
  const workspace = new Workspace(await workspaceFolder(given));
  let failed = false;
  for (const file of files) {
    try {
      const imported = await readImport(file);
      await workspace.take(imported);
      for (const line of summaryOf(imported))
        process.stdout.write(`${printable(file)}: ${printable(line)}\n`);
      tellWarnings(file, imported);
    } catch (error) {
      failed = true;
      process.stderr.write(`error: ${printable(file)}: ${printable(messageOf(error))}\n`);
    }
  }
  return failed ? 1 : 0;
}

/** `-` is standard input. Rejects with an Error that says what is wrong. */
export async function readImport(file: string): Promise<Imported> {
  if (file === '-') return importContent(await standardInput(), '');
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    throw new Error(codeOf(error) === 'ENOENT' ? 'there is no such file' : messageOf(error), {
      cause: error,
    });
  }
  return importContent(bytes, file);
}

export function tellWarnings(file: string, { warnings }: Imported): void {
  for (const warning of warnings)
    process.stderr.write(`warning: ${printable(file)}: ${printable(warning)}\n`);
}

async function standardInput(): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of process.stdin) pieces.push(Buffer.from(piece as Uint8Array));
  return Buffer.concat(pieces);
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
