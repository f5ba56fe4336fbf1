// How a script of a collection is handed to the sandbox.
import { wantsLibraries } from './libraries.ts';

/** What a script is called by. */
export const RUN = 'run';
/** The global function that is called with the script as a function. */
export const SCRIPT_NAME = '$script';

const HEAD = `${SCRIPT_NAME}(async () => {`;

/** Statements, `await` and `return` among them. Lines keep their numbers. */
export function collectionScript(statements: string): string {
  return `${HEAD}${statements}\n})`;
}

/** Columns of the first line are behind by as much. */
export const HEAD_COLUMNS = HEAD.length;

/** The setup in which a script begins soonest. */
export function setupFor(script: string): string {
  return wantsLibraries(script) ? WITH_LIBRARIES : PLAIN;
}

export const PLAIN = 'collections';
export const WITH_LIBRARIES = 'collections-libraries';
