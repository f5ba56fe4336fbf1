// The form in which a script of a collection is passed to the sandbox.
import { wantsLibraries } from './libraries.ts';

/** The name by which a script is called. */
export const RUN = 'run';
/** The global function that receives the script as a function. */
export const SCRIPT_NAME = '$script';

const HEAD = `${SCRIPT_NAME}(async () => {`;

/** Wraps statements, in which `await` and `return` are allowed. Lines keep their numbers. */
export function collectionScript(statements: string): string {
  return `${HEAD}${statements}\n})`;
}

/** The length of the wrapper, by which columns of the first line are shifted. */
export const HEAD_COLUMNS = HEAD.length;

/** Returns the setup in which the script starts fastest. */
export function setupFor(script: string): string {
  return wantsLibraries(script) ? WITH_LIBRARIES : PLAIN;
}

export const PLAIN = 'collections';
export const WITH_LIBRARIES = 'collections-libraries';
