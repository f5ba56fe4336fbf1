// Builds the URL of a request from the text people type. It percent-encodes only where necessary, so that existing
// escapes stay (https://url.spec.whatwg.org/).
import { domainToASCII } from 'node:url';
import { UserError } from '../../base/errors.ts';
import type { Pair, QueryPair } from '../../collections/model/values.ts';

export interface HttpUrl {
  readonly scheme: 'http' | 'https';
  /** The host in lower case ASCII; IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
  /** Host and port as in the Host header, without the default port of the scheme. */
  readonly authority: string;
  /** The path with its query, without a fragment. */
  readonly path: string;
  /** User name and password, decoded; null without them. */
  readonly userInfo: { readonly username: string; readonly password: string } | null;
}

/** The parts of a URL, whose variables are replaced. */
export interface UrlParts {
  readonly url: string;
  readonly query: readonly Pick<QueryPair, 'name' | 'value'>[];
  /** Values of `:name` in the path; an empty one leaves an empty segment. */
  readonly path: readonly Pick<Pair, 'name' | 'value'>[];
  /** False to encode only what would break the request line. */
  readonly encode: boolean;
}

/** Builds the URL. Throws an Error that says what is wrong with it. */
export function buildUrl({ url, query, path, encode }: UrlParts): HttpUrl {
  const typed = url.trim();
  const match = /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/?#\\]*)([^?#]*)(\?[^#]*)?/i.exec(typed);
  const scheme = (match?.[1] ?? 'http').toLowerCase();
  if (typed === '') throw new UserError('INVALID_DATA', 'it has no URL');
  if (scheme !== 'http' && scheme !== 'https')
    throw new UserError(
      'INVALID_DATA',
      `${quoteUrl(typed)} is not an HTTP URL: start it with http:// or https://`,
    );
  const { host, port, userInfo } = parseAuthority(match?.[2] ?? '', scheme, typed);
  const encoded = encode ? encodeSpecial : encodeMinimally;
  const segments = encoded(withPathVariables(match?.[3] ?? '', path), PATH);
  const search = queryText(match?.[4] ?? '', query, encoded);
  const bracketedHost = host.includes(':') ? `[${host}]` : host;
  return {
    scheme,
    host,
    port,
    userInfo,
    authority: port === (scheme === 'https' ? 443 : 80) ? bracketedHost : `${bracketedHost}:${port}`,
    path: `${segments.startsWith('/') ? segments : `/${segments}`}${search}`,
  };
}

/** Returns the absolute URL without user name and password. */
export function urlText({ scheme, authority, path }: HttpUrl): string {
  return `${scheme}://${authority}${path}`;
}

/** Resolves a redirect (RFC 9110 section 10.2.2). Throws an Error when the location is not an HTTP URL. */
export function redirectUrl(from: HttpUrl, location: string): HttpUrl {
  const to = URL.parse(Buffer.from(location, 'latin1').toString('utf8'), urlText(from));
  if (to === null || !/^https?:$/.test(to.protocol))
    throw new UserError('INVALID_DATA', `it redirects to ${quoteUrl(location)}, which is not an HTTP URL`);
  return buildUrl({ url: to.href, query: [], path: [], encode: true });
}

function parseAuthority(
  text: string,
  scheme: 'http' | 'https',
  url: string,
): Pick<HttpUrl, 'host' | 'port' | 'userInfo'> {
  const separator = text.lastIndexOf('@');
  const match = /^(\[[\da-f:.]+\]|[^:[\]]*)(?::(\d{0,5}))?$/i.exec(text.slice(separator + 1));
  const name = match?.[1] ?? '';
  const host = name.startsWith('[') ? name.slice(1, -1).toLowerCase() : domainToASCII(name);
  const port =
    match?.[2] === undefined || match[2] === '' ? (scheme === 'https' ? 443 : 80) : Number(match[2]);
  if (name.includes('{{'))
    throw new UserError('INVALID_DATA', `${quoteUrl(url)} has no host: a variable in it has no value`);
  if (match === null || host === '') throw new UserError('INVALID_DATA', `${quoteUrl(url)} names no host`);
  if (port < 1 || port > 65_535)
    throw new UserError('INVALID_DATA', `${quoteUrl(url)} has the invalid port ${port}`);
  return { host, port, userInfo: separator < 0 ? null : userInfoOf(text.slice(0, separator)) };
}

function userInfoOf(text: string): NonNullable<HttpUrl['userInfo']> {
  const separator = text.indexOf(':');
  const [username, password] =
    separator < 0 ? [text, ''] : [text.slice(0, separator), text.slice(separator + 1)];
  return { username: percentDecode(username), password: percentDecode(password) };
}

function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Replaces path variables. As in Postman, a name that `values` does not have is kept; characters that would end the path
 * are encoded.
 */
function withPathVariables(path: string, values: UrlParts['path']): string {
  const valueOf = (name: string): string | undefined => values.find((each) => each.name === name)?.value;
  return path.replace(/(?<=\/):([^/?#]+)/g, (whole, segment: string) => {
    // In `:id.json` and `:id:cancel`, the rest after the name is kept.
    const names = [segment, segment.split(':', 1)[0]!, segment.split(/[.:]/, 1)[0]!];
    const name = names.find((each) => valueOf(each) !== undefined);
    return name === undefined ? whole : encodeSpecial(valueOf(name)!, VALUE) + segment.slice(name.length);
  });
}

function queryText(typed: string, query: UrlParts['query'], encoded: typeof encodeSpecial): string {
  const parts = query.map(({ name, value }) => (value === null ? name : `${name}=${value}`));
  const all = [...(typed.length > 1 ? [typed.slice(1)] : []), ...parts].join('&');
  return typed === '' && parts.length === 0 ? '' : `?${encoded(all, QUERY)}`;
}

/** Characters to encode, in addition to controls and everything beyond ASCII. */
const PATH = new Set(' "<>`{}|\\^');
const VALUE = new Set([...PATH, '?', '#']);
const QUERY = new Set(' "\'<>#');

function encodeSpecial(text: string, special: ReadonlySet<string>): string {
  return text.replace(/[^\x21-\x7e]|[ -~]/gu, (char) =>
    special.has(char) || char < ' ' || char > '~' ? percentEncode(char) : char,
  );
}

/** Encodes only blanks, controls and non-ASCII characters, which would break the request line. */
function encodeMinimally(text: string): string {
  return text.replace(/[\0-\x20\x7f]|[^\0-\x7f]/gu, percentEncode);
}

function percentEncode(char: string): string {
  return Buffer.from(char, 'utf8').reduce(
    (text, byte) => `${text}%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    '',
  );
}

function quoteUrl(url: string): string {
  return JSON.stringify(url.length > 200 ? `${url.slice(0, 200)}…` : url);
}
