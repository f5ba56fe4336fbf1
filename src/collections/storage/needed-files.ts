// Combines the errors in the files that an operation needs into one error.
import { join, relative, sep } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import type { FileError } from './object-file.ts';
import type { StoredCollection } from './read-collection.ts';
import type { Workspace } from './workspace.ts';

/** The number of errors that a message names; of others it has the number. */
const MAX_NAMED = 10;
/** Files that every collection depends on. They are read only when the operation needs them. */
const SHARED_FILES: ReadonlySet<string> = new Set(['globals.yaml', 'workspace.yaml']);

/**
 * Throws an Error that names the unreadable files of the collection, or of the objects every collection depends on.
 * Without this check, a request in an unreadable file would neither be sent nor fail.
 */
export function refuseFileErrors(workspace: Workspace, stored: Pick<StoredCollection, 'path'> | null): void {
  const folder = stored === null ? null : `${relative(workspace.folder, stored.path)}${sep}`;
  const needed = workspace.problems.filter(
    ({ file, isUsed }) =>
      isUsed !== true && (SHARED_FILES.has(file) || (folder !== null && `${file}${sep}`.startsWith(folder))),
  );
  if (needed.length > 0) throw fileErrors(needed, workspace);
}

/** Returns the combined error for the files that an operation needs. */
export function fileErrors(errors: readonly FileError[], { folder }: Workspace): UserError {
  const named = errors
    .slice(0, MAX_NAMED)
    .map((error) => describeFileError({ ...error, file: join(folder, error.file) }));
  const others = errors.length > MAX_NAMED ? [`and ${errors.length - MAX_NAMED} more files`] : [];
  return new UserError('INVALID_FILE', [...named, ...others].join('; '));
}

export function describeFileError({ file, line, reason }: FileError): string {
  return `${printable(line > 0 ? `${file}:${line}` : file)}: ${printable(reason)}`;
}
