// Parses the description of a value that a script has thrown.
import { isErrorDescription } from './kernel.ts';
import { sandboxError, type Outcome } from './job.ts';

/** The file name of the script; its modules have their paths. */
export const SCRIPT_FILE = 'script.js';
/** Matches locations in the script and its modules; all others are in code around it. */
const SCRIPT_POSITION = /(?<![\w./-])(?!kernel\.js|setup\.js)([\w./ -]+\.m?js):(\d+)(?::(\d+))?/;
const MAX_PLACES = 20;

export function parseError(json: string): Outcome {
  const described = parsed(json);
  if (!isErrorDescription(described)) return sandboxError('Error', 'what was thrown cannot be shown');
  const { name, message } = described;
  if (name === 'InternalError' && message === 'out of memory') return { type: 'memory' };
  const locations = described.stack.split('\n').filter((line) => SCRIPT_POSITION.test(line));
  const [, file = SCRIPT_FILE, line, column] =
    SCRIPT_POSITION.exec(locations[0]?.trim().replace(/^at /, '') ?? '') ?? [];
  return {
    type: 'error',
    name,
    message,
    stack: locations.slice(0, MAX_PLACES).join('\n'),
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
    ...(file !== SCRIPT_FILE && { file }),
  };
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
