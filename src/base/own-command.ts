// Commands that start this program, or a script of it, as a process of its own. The single executable takes the place
// of Node.js: it runs the scripts that it has unpacked (scripts/executable/start.ts).
import { resolve } from 'node:path';
import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';

/** True in the single executable. */
export const isExecutable = isSea();

/** Returns options of Node.js for a process that runs a script of ours; the executable takes none. */
export function nodeOptions(options: readonly string[]): string[] {
  return isExecutable ? [] : [...options];
}

/** Returns the command that runs a script of ours. */
export function ownScript(script: URL, args: readonly string[] = []): readonly [string, ...string[]] {
  return [process.execPath, fileURLToPath(script), ...args];
}

/** Returns the command that runs `proxyctl <args>`; null where another program has loaded this one as a library. */
export function ownCommand(args: readonly string[]): readonly [string, ...string[]] | null {
  if (isExecutable) return [process.execPath, ...args];
  const program = process.argv[1];
  return program === undefined ? null : [process.execPath, resolve(program), ...args];
}
