// Errors in files of a workspace: warnings where the file is not needed, else the error that ends the command.
import { join, relative, sep } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import type { FileError } from '../../workspace/storage/object-file.ts';
import type { StoredCollection } from '../../workspace/storage/read-collection.ts';
import type { Workspace } from '../../workspace/storage/workspace.ts';

/** The number of errors that a message names; of others it has the number. */
const MAX_NAMED = 10;
/** Files that every collection depends on. They are read only when the command needs them. */
const SHARED_FILES: ReadonlySet<string> = new Set(['globals.yaml', 'workspace.yaml']);

/** Prints a line for each file that was skipped; the rest of the workspace is used. */
export function printFileErrors({ problems }: Workspace): void {
  for (const error of problems) process.stderr.write(`warning: ${describeFileError(error)}\n`);
}

/**
 * Throws an Error that names what cannot be read of the collection, or of what every collection depends on, since
 * what is left out would neither be sent nor fail.
 */
export function refuseFileErrors(workspace: Workspace, stored: Pick<StoredCollection, 'path'> | null): void {
  const folder = stored === null ? null : `${relative(workspace.folder, stored.path)}${sep}`;
  const needed = workspace.problems.filter(
    ({ file, isUsed }) =>
      isUsed !== true && (SHARED_FILES.has(file) || (folder !== null && `${file}${sep}`.startsWith(folder))),
  );
  if (needed.length > 0) throw fileErrors(needed, workspace);
}

/** Returns the error for files that a command needs. */
export function fileErrors(errors: readonly FileError[], { folder }: Workspace): UserError {
  const named = errors
    .slice(0, MAX_NAMED)
    .map((error) => describeFileError({ ...error, file: join(folder, error.file) }));
  const others = errors.length > MAX_NAMED ? [`and ${errors.length - MAX_NAMED} more files`] : [];
  return new UserError('INVALID_FILE', [...named, ...others].join('; '));
}

function describeFileError({ file, line, reason }: FileError): string {
  return `${printable(line > 0 ? `${file}:${line}` : file)}: ${printable(reason)}`;
}
