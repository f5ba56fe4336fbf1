// `collection export`: writes a collection or an environment as a file for other programs.
import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Writable } from 'node:stream';
import { messageOf, UserError } from '../../base/errors.ts';
import { exportFileName, type ExportResult, type ExportFormat } from '../../workspace/export/contract.ts';
import { exportFormats } from '../../workspace/export/index.ts';
import { Workspace } from '../../workspace/storage/workspace.ts';
import { printable } from '../../base/printable.ts';
import { writeToFile, writeToStdout } from '../output-file.ts';
import { activeEnvironment, collectionNamed, environmentNamed } from './named.ts';
import { printFileErrors } from './file-errors.ts';
import { workspaceFolder } from './workspace-folder.ts';

/** Names of standard output. */
const STDOUT = ['-', '/dev/stdout'];
/** File mode: exports are made to be shared, and hold no secrets. */
const FOR_OTHERS = 0o644;

interface ExportFlags {
  readonly format: string;
  readonly environment?: true | undefined;
  readonly out?: string | undefined;
  readonly workspace?: string | undefined;
}

export async function exportFromWorkspace(name: string, flags: ExportFlags): Promise<number> {
  const workspace = new Workspace(await workspaceFolder(flags.workspace));
  const file = await fileOf(workspace, name, flags);
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

function writeAll(sink: Writable, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    sink.write(text, (error) => {
      if (error instanceof Error) reject(error);
      else resolve();
    });
  });
}

interface WrittenFile extends ExportResult {
  /** The default file name. */
  readonly name: string;
}

async function fileOf(workspace: Workspace, name: string, flags: ExportFlags): Promise<WrittenFile> {
  const kind = flags.environment === true ? 'environment' : 'collection';
  const format = formatOf(kind, flags.format);
  if (format.kind === 'environment') {
    const found = await environmentNamed(workspace, name);
    return { ...format.write(found, { environment: found }), name: exportFileName(format, found.name) };
  }
  const { collection } = await collectionNamed(workspace, name);
  const environment = await activeEnvironment(workspace);
  return { ...format.write(collection, { environment }), name: exportFileName(format, collection.name) };
}

function formatOf(kind: ExportFormat['kind'], asked: string): ExportFormat {
  const formats = exportFormats.filter((each) => each.kind === kind);
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
