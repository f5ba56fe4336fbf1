// Parser for curl commands (https://curl.se/docs/manpage.html) that are copied from a browser, from documentation or
// from a terminal. It returns the requests that the commands would send. Nothing is executed, looked up or opened.
import { UserError } from '../../base/errors.ts';
import type { Command } from './command.ts';
import { commandsIn } from './dialects.ts';
import { indexOfCurl, isCurl, nestedText, programOf, withoutPrompts } from './launchers.ts';
import { optionsOf, type Option } from './options.ts';
import { Placeholders, shorten, type Warn } from './placeholders.ts';
import { outputOf } from './pipes.ts';
import { requestsOf, type CurlRequest } from './request.ts';

export { isCurl } from './launchers.ts';
export type { CurlRequest } from './request.ts';

const MAX_CHARS = 4 * 1024 * 1024;
/** The maximum nesting of commands in words of others. */
const MAX_DEPTH = 3;

/**
 * Returns the requests of a text. Throws an Error that says what is wrong. `warn` receives a sentence for each loss.
 */
export function readCurl(text: string, warn: Warn): readonly CurlRequest[] {
  if (text.length > MAX_CHARS) throw new UserError('TOO_LARGE', `it has more than ${MAX_CHARS} characters`);
  const warnings: string[] = [];
  const recordWarning = (sentence: string): void => {
    warnings.push(sentence);
    warn(sentence);
  };
  const requests = requestsInText(withoutPrompts(text), recordWarning, 0);
  if (requests.length === 0)
    throw new UserError('INVALID_DATA', `it contains no request: ${warnings[0] ?? 'it has no URL'}`);
  return requests;
}

/** Reads the commands of a text; if none is curl, those that the shell would execute inside of them. */
function requestsInText(text: string, warn: Warn, depth: number): readonly CurlRequest[] {
  const placeholders = new Placeholders(warn);
  const commands = commandsIn(text, placeholders);
  const sources = new Set(commands.map(({ source }) => source));
  const requests = commands.flatMap((command) => requestsIn(command, sources.has(command), warn, depth));
  if (requests.length > 0 || depth >= MAX_DEPTH) return requests;
  return placeholders.commands
    .filter((command) => isCurl(command))
    .flatMap((command) => requestsInText(command, warn, depth + 1));
}

function requestsIn(command: Command, isSource: boolean, warn: Warn, depth: number): readonly CurlRequest[] {
  const { words, input, source } = command;
  const start = indexOfCurl(words);
  if (start < 0) {
    const nested = depth < MAX_DEPTH ? nestedText(words) : null;
    if (nested !== null) return requestsInText(nested, warn, depth + 1);
    const program = programOf(words);
    if (!isSource && program !== null) warn(`${shorten(program)} is not a curl command: it was left out`);
    return [];
  }
  if (words.some((word) => /^-(?:Uri|Method|Headers|Body|UseBasicParsing)$/i.test(word)))
    throw new UserError(
      'INVALID_DATA',
      'it is a PowerShell command, where curl is an alias: copy it as cURL instead',
    );
  const options = optionsOf(words.slice(start + 1), warn);
  const read = input ?? (source === null ? null : outputOf(source, warn));
  return splitAtNext(options).flatMap((part) => requestsOf(part, read, warn));
}

/** Splits the options at `--next`, after which curl starts with defaults again. */
function splitAtNext(options: readonly Option[]): readonly (readonly Option[])[] {
  const parts: Option[][] = [[]];
  for (const option of options)
    if (option.name === 'next') parts.push([]);
    else parts.at(-1)?.push(option);
  return parts.filter((part) => part.length > 0);
}
