// Checks the syntax of scripts when their rule is saved. Nothing is executed.
import { Script } from 'node:vm';
import { messageOf } from '../../../base/errors.ts';

const FILE = 'script.js';

/** Returns the first syntax error of a script with its line and column; null when there is none. */
export function syntaxError(code: string): string | null {
  try {
    new Script(code, { filename: FILE });
    return null;
  } catch (error) {
    return `${messageOf(error)}${locationOf(error)}`;
  }
}

/** Reads the location from the stack, which quotes the line and points at the column with carets. */
function locationOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  const [, line] = /^script\.js:(\d+)\n/.exec(stack) ?? [];
  if (line === undefined) return '';
  const carets = /^[^\n]*\n[^\n]*\n(\s*)\^/.exec(stack)?.[1];
  return ` (line ${line}${carets === undefined ? '' : `, column ${carets.length + 1}`})`;
}
