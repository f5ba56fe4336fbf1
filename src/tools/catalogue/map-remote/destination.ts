// The destination to which a rule redirects requests.
import { isIPv6 } from 'node:net';
import { z } from 'zod';
import { readDestination, type Destination } from '../../../flow/destination.ts';
import { object, oneOf, wholeNumber } from '../../rules/fields.ts';
import { expandCaptures } from '../../rules/patterns/captures.ts';

const HOST = 'a host such as "localhost", without scheme, port or path; $1 is what the pattern captured';
const PATH = 'a path that begins with / or $, without ? or #';
const QUERY = 'a query such as "a=1&b=$1", without #; empty for none';

const MAX_CHARACTERS = 8192;

export const toField = object({
  scheme: oneOf(['http', 'https']).nullable().default(null),
  host: z.string(HOST).max(MAX_CHARACTERS, HOST).refine(isHost, HOST).nullable().default(null),
  port: wholeNumber(1, 65_535)
    .nullable()
    .default(null)
    .describe('null keeps the port, or with another scheme uses its default'),
  path: z
    .string(PATH)
    .max(MAX_CHARACTERS, PATH)
    .regex(/^[/$][^?#\0-\x20\x7f]*$/, PATH)
    .nullable()
    .default(null),
  query: z
    .string(QUERY)
    .max(MAX_CHARACTERS, QUERY)
    .regex(/^[^#\0-\x20\x7f]*$/, QUERY)
    .nullable()
    .default(null),
});

export type RedirectTarget = Readonly<z.output<typeof toField>>;

/** Checks a host with a letter in place of each reference to a group. */
function isHost(host: string): boolean {
  if (isIPv6(host.replace(/^\[(.*)\]$/, '$1'))) return true;
  if (host === '' || /[:/?#@\\\s]/.test(host)) return false;
  return readDestination(`http://${host.replace(/\$(?:[$&]|\d{1,2})/g, 'a')}/`) !== null;
}

export function isRedirect({ scheme, host, port, path, query }: RedirectTarget): boolean {
  return scheme !== null || host !== null || port !== null || path !== null || query !== null;
}

/** Returns the new destination; null when the result is not a URL. */
export function redirectedDestination(
  to: RedirectTarget,
  from: Destination,
  captures: readonly string[],
): Destination | null {
  const scheme = to.scheme ?? from.target.scheme;
  const host = bracketed(to.host === null ? from.target.host : expandCaptures(to.host, captures));
  if (/[/?#@\\]/.test(host)) return null;
  const isOtherScheme = scheme !== from.target.scheme;
  const port = to.port ?? (isOtherScheme ? null : from.target.port);
  const origin = `${scheme}://${host}${port === null ? '' : `:${port}`}`;
  // A request for `*`, the server itself, stays as it is: `*` is not a path.
  if (from.path === '*' && to.path === null && to.query === null) {
    const found = readDestination(origin);
    return found === null ? null : { target: found.target, path: '*' };
  }
  return readDestination(origin + pathOf(to, from.path, captures));
}

function pathOf(to: RedirectTarget, before: string, captures: readonly string[]): string {
  const [path, query] = splitQuery(before);
  if (to.path === null && to.query === null) return before;
  // A captured part may contain its own query.
  const [newPath, ownQuery] = to.path === null ? [path, null] : splitQuery(expandCaptures(to.path, captures));
  const newQuery =
    to.query === null ? (ownQuery ?? query) : expandCaptures(to.query, captures).replace(/^\?/, '');
  const rooted = newPath.startsWith('/') ? newPath : `/${newPath}`;
  return newQuery === null || newQuery === '' ? rooted : `${rooted}?${newQuery}`;
}

function splitQuery(text: string): readonly [string, string | null] {
  const at = text.indexOf('?');
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

function bracketed(host: string): string {
  return host.includes(':') && !host.startsWith('[') ? `[${host.replace('%', '%25')}]` : host;
}
