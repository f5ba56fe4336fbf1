// Warnings about skipped files of a workspace that the command does not need.
import { describeFileError } from '../../collections/storage/needed-files.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';

/** Prints a line for each skipped file. The rest of the workspace is used. */
export function printFileErrors({ problems }: Workspace): void {
  for (const error of problems) process.stderr.write(`warning: ${describeFileError(error)}\n`);
}
