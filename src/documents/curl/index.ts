// Parser for curl commands (https://curl.se/docs/manpage.html) as they are copied from a browser, from documentation
// or from a terminal. A text becomes the requests that its commands would send. Nothing in it is executed, looked up
// or opened.
import { UserError } from '../../base/errors.ts';
import type { Command } from './command.ts';
import { commandsIn } from './dialects.ts';
import { optionsOf, type Option } from './options.ts';
import { Placeholders, shorten, type Warn } from './placeholders.ts';
import { requestsOf, type CurlRequest } from './request.ts';

export type { CurlRequest } from './request.ts';

const MAX_CHARS = 4 * 1024 * 1024;
/** Words that may precede the program name: a prompt, an assignment, or a program that starts curl. */
const COMMAND_PREFIX = /^(?:[$%>]|sudo|time|exec|command|env|[A-Za-z_]\w*=[^]*)$/;
const PROGRAM = /^(?:[^]*[\\/])?curl(?:\.exe)?$/i;

/** True when the text starts with a curl command, after any comments. */
export function isCurl(text: string): boolean {
  const line = text.slice(0, 100_000).replace(/^(?:\s|#[^\n]*(?:\n|$))+/, '');
  return /^(?:(?:[$%>]|sudo|time|exec|command|env|[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|[^\s"']*))\s+)*["']?(?:[\w./\\:-]*[\\/])?curl(?:\.exe)?["']?(?=[\s\\^`]|$)/i.test(
    line,
  );
}

/** Throws an Error that says what is wrong. `warn` receives a sentence for each loss. */
export function readCurl(text: string, warn: Warn): readonly CurlRequest[] {
  if (text.length > MAX_CHARS) throw new UserError('TOO_LARGE', `it has more than ${MAX_CHARS} characters`);
  const warnings: string[] = [];
  const recordWarning = (sentence: string): void => {
    warnings.push(sentence);
    warn(sentence);
  };
  const commands = commandsIn(text, new Placeholders(warn));
  const requests = commands.flatMap((command) => requestsIn(command, recordWarning));
  if (requests.length === 0)
    throw new UserError('INVALID_DATA', `it contains no request: ${warnings[0] ?? 'it has no URL'}`);
  return requests;
}

function requestsIn({ words, input }: Command, warn: Warn): readonly CurlRequest[] {
  const start = words.findIndex((word) => !COMMAND_PREFIX.test(word));
  const program = words[start] ?? '';
  if (!PROGRAM.test(program)) {
    if (start >= 0) warn(`${shorten(program)} is not a curl command: it was left out`);
    return [];
  }
  if (words.some((word) => /^-(?:Uri|Method|Headers|Body|UseBasicParsing)$/i.test(word)))
    throw new UserError(
      'INVALID_DATA',
      'it is a PowerShell command, where curl is an alias: copy it as cURL instead',
    );
  const options = optionsOf(words.slice(start + 1), warn);
  return splitAtNext(options).flatMap((part) => requestsOf(part, input, warn));
}

/** Splits the options at `--next`, after which curl starts with defaults again. */
function splitAtNext(options: readonly Option[]): readonly (readonly Option[])[] {
  const parts: Option[][] = [[]];
  for (const option of options)
    if (option.name === 'next') parts.push([]);
    else parts.at(-1)?.push(option);
  return parts.filter((part) => part.length > 0);
}
