// Looks for an installed program.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the first executable among `paths`, then among the names on the PATH; undefined when there is none. */
export function installedProgram(
  names: readonly string[],
  env: NodeJS.ProcessEnv,
  paths: readonly string[] = [],
): string | undefined {
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return [...paths, ...names.flatMap((name) => folders.map((folder) => join(folder, name)))].find(
    isExecutable,
  );
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
