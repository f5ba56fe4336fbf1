// Looks for a program that is installed.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Returns the first of `paths`, and then of the names on the PATH, that can be executed; undefined without one. */
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
