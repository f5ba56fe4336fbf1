// `collection export`: writes a collection or an environment as a file for other programs.
import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import {
  exportFileName,
  type CollectionExport,
  type EnvironmentExport,
  type ExportFormat,
  type ExportResult,
  type FolderExport,
} from '../../interchange/export/contract.ts';
import type { Collection, Item } from '../../collections/model/collection.ts';
import { exportFormats } from '../../interchange/export/index.ts';
import { writeExportedFolder } from '../../interchange/files/exported.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import { printable } from '../../base/printable.ts';
import { writeAll, writeToFile, writeToStdout } from '../output-file.ts';
import { STANDARD_OUTPUT } from '../options.ts';
import { activeEnvironment, collectionNamed, environmentNamed } from '../../collections/storage/named.ts';
import { printFileErrors } from './file-errors.ts';
import { workspaceFolder } from '../../collections/storage/workspace-folder.ts';

/** Names of standard output. */
const STDOUT = [STANDARD_OUTPUT, '/dev/stdout'];
/** File mode: exports are made to be shared, and hold no secrets. */
const FOR_OTHERS = 0o644;

interface ExportFlags {
  readonly format: string;
  readonly environment?: true | undefined;
  readonly folder?: string | undefined;
  readonly out?: string | undefined;
  readonly workspace?: string | undefined;
}

export async function exportFromWorkspace(name: string, flags: ExportFlags): Promise<number> {
  const workspace = new Workspace(await workspaceFolder(flags.workspace));
  const format = formatOf(flags.environment === true ? 'environment' : 'collection', flags.format);
  if (flags.folder !== undefined && format.kind === 'environment')
    throw new UserError('INVALID_PARAMETER', '--folder is for collections, and --environment was given');
  if (format.kind === 'folder') return exportFolder(workspace, name, format, flags);
  const file = await fileOf(workspace, name, format, flags.folder);
  printFileErrors(workspace);
  for (const warning of file.warnings)
    process.stderr.write(`warning: ${printable(name)}: ${printable(warning)}\n`);
  if (flags.out !== undefined && STDOUT.includes(flags.out)) {
    await writeToStdout((sink) => writeAll(sink, file.text));
    return 0;
  }
  const path = await target(flags.out, file.name);
  try {
    await writeToFile(path, (sink) => writeAll(sink, file.text), FOR_OTHERS);
  } catch (error) {
    throw new UserError('INVALID_FILE', `Export failed: ${messageOf(error)}`, { cause: error });
  }
  process.stdout.write(`${printable(path)}\n`);
  return 0;
}

interface WrittenFile extends ExportResult {
  /** The default file name. */
  readonly name: string;
}

async function fileOf(
  workspace: Workspace,
  name: string,
  format: CollectionExport | EnvironmentExport,
  folder: string | undefined,
): Promise<WrittenFile> {
  if (format.kind === 'environment') {
    const found = await environmentNamed(workspace, name);
    return { ...format.write(found, { environment: found }), name: exportFileName(format, found.name) };
  }
  const collection = partOf((await collectionNamed(workspace, name)).collection, folder);
  const environment = await activeEnvironment(workspace);
  const text = format.write(collection, { environment });
  return { ...text, name: exportFileName(format, folder ?? collection.name) };
}

/** Writes a folder, which must not exist yet, or be empty. */
async function exportFolder(
  workspace: Workspace,
  name: string,
  format: FolderExport,
  { out, folder }: Pick<ExportFlags, 'out' | 'folder'>,
): Promise<number> {
  if (out !== undefined && STDOUT.includes(out))
    throw new UserError('INVALID_PARAMETER', `--format ${format.format} is a folder: give one with --out`);
  const collection = partOf((await collectionNamed(workspace, name)).collection, folder);
  printFileErrors(workspace);
  const environment = await activeEnvironment(workspace);
  const { files, warnings } = format.write(collection, { environment });
  for (const warning of warnings)
    process.stderr.write(`warning: ${printable(name)}: ${printable(warning)}\n`);
  const path = await target(out, exportFileName(format, collection.name));
  await writeExportedFolder(path, files);
  process.stdout.write(`${printable(path)}\n`);
  return 0;
}

/** Returns the collection with nothing but folders and requests of this name or id, inside the folders that hold them. */
function partOf(collection: Collection, wanted: string | undefined): Collection {
  if (wanted === undefined) return collection;
  const isWanted = ({ id, name }: { readonly id: string; readonly name: string }): boolean =>
    id === wanted || name === wanted;
  const within = (items: readonly Item[]): readonly Item[] =>
    items.flatMap((item): readonly Item[] => {
      if (item.kind === 'request') return isWanted(item.request) ? [item] : [];
      if (isWanted(item.folder)) return [item];
      const inner = within(item.folder.items);
      return inner.length === 0 ? [] : [{ ...item, folder: { ...item.folder, items: inner } }];
    });
  const items = within(collection.items);
  if (items.length === 0)
    throw new UserError(
      'NOT_FOUND',
      `${collection.name} has neither a folder nor a request ${JSON.stringify(wanted)}`,
    );
  return { ...collection, items };
}

function formatOf(kind: 'collection' | 'environment', asked: string): ExportFormat {
  const kinds: readonly string[] = kind === 'collection' ? ['collection', 'folder'] : [kind];
  const formats = exportFormats.filter((each) => kinds.includes(each.kind));
  const found = formats.find(({ format }) => format === asked.toLowerCase());
  if (found !== undefined) return found;
  const names = formats.map(({ format }) => format).join(', ');
  throw new UserError(
    'INVALID_PARAMETER',
    `--format ${JSON.stringify(asked)} is none for ${kind}s: give ${names}`,
  );
}

async function target(out: string | undefined, name: string): Promise<string> {
  if (out === undefined) return resolve(name);
  if (out.endsWith('/') || out.endsWith(sep)) return join(resolve(out), name);
  const isFolder = await stat(out).then(
    (found) => found.isDirectory(),
    () => false,
  );
  return isFolder ? join(resolve(out), name) : resolve(out);
}
