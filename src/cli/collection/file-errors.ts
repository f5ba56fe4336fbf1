// Prints the errors in files of a workspace.
import type { Workspace } from '../../workspace/storage/workspace.ts';
import { printable } from '../../base/printable.ts';

/** Prints a line for each file that was skipped; the rest of the workspace is used. */
export function printFileErrors({ problems }: Workspace): void {
  for (const { file, line, reason } of problems) {
    const place = line > 0 ? `${file}:${line}` : file;
    process.stderr.write(`warning: ${printable(place)}: ${printable(reason)}\n`);
  }
}
