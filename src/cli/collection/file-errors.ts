// What is wrong with files of a workspace, for whoever runs a command on it.
import type { Workspace } from '../../workspace/storage/workspace.ts';
import { printable } from '../../base/printable.ts';

/** The rest of the workspace is used all the same. */
export function printFileErrors({ problems }: Workspace): void {
  for (const { file, line, reason } of problems) {
    const place = line > 0 ? `${file}:${line}` : file;
    process.stderr.write(`warning: ${printable(place)}: ${printable(reason)}\n`);
  }
}
