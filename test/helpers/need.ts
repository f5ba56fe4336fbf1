// Detects which real client programs this machine has, so that a test can be skipped with a notice.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const announced = new Set<string>();

/**
 * True when one of these programs is not on the PATH; each missing one is named once on standard error.
 * For use as `test.skipIf(missing('curl', 'openssl'))('…', …)`.
 */
export function missing(...programs: readonly string[]): boolean {
  const absent = programs.filter((program) => findProgram(program) === undefined);
  for (const program of absent) announce(program);
  return absent.length > 0;
}

/** Returns the full path of a program on the PATH, or undefined. */
export function findProgram(program: string): string | undefined {
  const extensions = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders
    .flatMap((folder) => extensions.map((extension) => join(folder, program + extension)))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function announce(program: string): void {
  if (announced.has(program)) return;
  announced.add(program);
  process.stderr.write(`skipped: ${program} is not installed\n`);
}
