// `import`: imports each file on its own; an error in one does not affect the others.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { MAX_BYTES } from '../../workspace/import/content.ts';
import { importContent, importFolder } from '../../workspace/import/index.ts';
import type { ImportOptions } from '../../workspace/import/shared/import-context.ts';
import { requestsOf } from '../../workspace/model/collection.ts';
import type { Imported } from '../../workspace/model/imported.ts';
import type { TakenImport } from '../../workspace/storage/take-import.ts';
import { Workspace } from '../../workspace/storage/workspace.ts';
import { printable } from '../../base/printable.ts';
import { workspaceFolder } from '../../workspace/storage/workspace-folder.ts';

/** The maximum number of names in a warning. */
const MAX_LISTED = 20;

/** Resolves with 1 when any file failed. */
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
  if (await isFolder(file)) return importFolder(file, options);
  if (file === '-') return importContent(await bytesOf(process.stdin), '', options);
  let bytes: Buffer;
  try {
    bytes = await bytesOf(createReadStream(file, { highWaterMark: 1024 * 1024 }));
  } catch (error) {
    throw new UserError('NOT_FOUND', REASONS.get(systemCode(error)) ?? messageOf(error), { cause: error });
  }
  return importContent(bytes, file, options);
}

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

const REASONS: ReadonlyMap<unknown, string> = new Map([['ENOENT', 'there is no such file']]);

export function tellWarnings(file: string, { warnings, broken }: Imported): void {
  for (const sentence of broken)
    process.stderr.write(`error: ${printable(join(file, sentence))}, and was left out\n`);
  for (const warning of warnings)
    process.stderr.write(`warning: ${printable(file)}: ${printable(warning)}\n`);
}

/** Reads the input, and stops when it is larger than allowed. */
async function bytesOf(input: AsyncIterable<unknown>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of input) {
    pieces.push(Buffer.from(piece as Uint8Array));
    length += pieces.at(-1)?.length ?? 0;
    if (length > MAX_BYTES) break;
  }
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
