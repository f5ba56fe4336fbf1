// Warnings about files of a workspace that were skipped, where the command does not need them.
import { describeFileError } from '../../collections/storage/needed-files.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';

/** Prints a line for each file that was skipped; the rest of the workspace is used. */
export function printFileErrors({ problems }: Workspace): void {
  for (const error of problems) process.stderr.write(`warning: ${describeFileError(error)}\n`);
}
