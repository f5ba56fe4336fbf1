// Parses values of options and arguments strictly. An invalid value ends the command with a sentence about it.
import { UserError } from '../base/errors.ts';

/** The path that stands for standard output. */
export const STANDARD_OUTPUT = '-';

/** Parses a TCP port, 1 to 65535. `name` is the option as the user wrote it. */
export function portNumber(name: string, text: string): number {
  const port = wholeNumber(text);
  if (port >= 1 && port <= 65_535) return port;
  throw new UserError(
    'INVALID_PARAMETER',
    `${name} ${quoted(text)} is not a port: give a number from 1 to 65535`,
  );
}

/** Parses a port to listen on; 0 stands for any free port. */
export function listenPort(name: string, text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UserError(
    'INVALID_PARAMETER',
    `${name} ${quoted(text)} is not a port: give a number from 1 to 65535, or 0 for any free one`,
  );
}

/** Parses a whole number of 0 or more. */
export function count(name: string, text: string): number {
  const number = wholeNumber(text);
  if (!Number.isNaN(number)) return number;
  throw new UserError(
    'INVALID_PARAMETER',
    `${name} ${quoted(text)} is not a number: give a whole number of 0 or more`,
  );
}

/** Parses the id of a captured request, with or without the `#` that lists show. */
export function requestId(text: string): number {
  const id = wholeNumber(text.replace(/^#/, ''));
  if (!Number.isNaN(id)) return id;
  throw new UserError(
    'INVALID_PARAMETER',
    `${quoted(text)} is not the id of a request: give its number, as "proxyctl list" shows it`,
  );
}

function wholeNumber(text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
