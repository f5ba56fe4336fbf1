// Compiles the pattern of a rule to a regular expression, and extracts the hosts that it names. Matching takes time
// linear in the length of the URL.
import { matchesWildcard } from '../../../base/wildcard.ts';
import { quoted, wildcardSource } from './regex-source.ts';
import { compileRegex, compileSource, regexError, type Regex } from './regex.ts';
import { hostOf, parseUrlPattern, type UrlPattern } from './url-pattern.ts';
import { portOf } from './url.ts';

export const PATTERN_TYPES = ['wildcard', 'regex', 'contains', 'exact'] as const;
export type PatternType = (typeof PATTERN_TYPES)[number];

export interface PatternText {
  readonly pattern: string;
  /** `host`: a host with wildcards, on any port, for tools whose rules are about hosts. */
  readonly patternType: PatternType | 'host';
  readonly includeSubpaths: boolean;
}

/** A compiled pattern. URLs are formatted as by `urlText`, sites (scheme, host and port) as by `siteText`. */
export interface Pattern {
  /** True when the pattern matches every URL. */
  readonly matchesAll: boolean;
  /** The host of every URL that matches, in lower case, IPv6 without brackets; null when there is no single one. */
  readonly host: string | null;
  /** The regular expression; `test` may still refuse a URL that it matches. */
  readonly source: string;
  test(url: string): boolean;
  /** Returns the values of the groups, or wildcards, in a URL that matches; the first is the whole match. */
  captures(url: string): readonly string[];
  /**
   * Returns true when some URL of a site may match. In wildcard and exact patterns the part before the first `/` is the
   * host.
   */
  reaches(site: string): boolean;
  /** Returns true when a site matches of which no path is known: never for a pattern with a path. */
  covers(site: string): boolean;
}

/** Most characters of a pattern other than a regular expression; URLs are hardly longer. */
const MAX_CHARACTERS = 8192;
/** Each additional `*` makes finding captures slower. */
const MAX_WILDCARDS = 20;
const MAX_SINGLES = 200;

/** Returns the end of a message, "give …", that describes a valid pattern; null when this one is valid. */
export function patternError({ pattern, patternType }: PatternText): string | null {
  if (patternType === 'regex') return regexError(pattern);
  if (pattern.length > MAX_CHARACTERS) return `a pattern of at most ${MAX_CHARACTERS} characters`;
  if (patternType === 'contains') return null;
  const neverMatches = patternType === 'host' ? null : unmatchable(parseUrlPattern(pattern));
  if (neverMatches !== null || patternType === 'exact') return neverMatches;
  const isWithin =
    occurrences(pattern, /\*+/g) <= MAX_WILDCARDS && occurrences(pattern, /\?/g) <= MAX_SINGLES;
  return isWithin ? null : `a pattern with at most ${MAX_WILDCARDS} * and ${MAX_SINGLES} ?`;
}

function occurrences(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}

const SCHEMES = ['http', 'https', 'mcp'];
const SCHEME = 'a pattern whose scheme is http, https, ws, wss or mcp';
const AUTHORITY = 'a pattern with a host, such as "api.example.com/v1/*" or "*/v1/*"';

/** Describes a pattern that can match when no URL matches this one: completes "give …". */
function unmatchable({ scheme, authority }: UrlPattern): string | null {
  if (scheme !== null && !SCHEMES.some((each) => matchesWildcard(scheme, each))) return SCHEME;
  if (authority === '') return AUTHORITY;
  return /[*?]/.test(authority) || URL.canParse(`http://${authority}/`) ? null : AUTHORITY;
}

/** Returns the number of captures of a valid pattern: `$1` is the first of them. */
export function captureCount({ pattern, patternType }: Pick<PatternText, 'pattern' | 'patternType'>): number {
  if (patternType === 'regex') return compileRegex(pattern).groupCount;
  if (patternType === 'contains' || patternType === 'exact') return 0;
  const { scheme, authority, path } = parseUrlPattern(pattern);
  return [scheme ?? '', authority, path].reduce((count, part) => count + occurrences(part, /\*+|\?/g), 0);
}

/** Compiles a valid pattern. */
export function compilePattern({ pattern, patternType, includeSubpaths }: PatternText): Pattern {
  switch (patternType) {
    case 'regex':
      return textPattern(compileRegex(pattern));
    case 'contains':
      return textPattern(compileSource(containsSource(pattern), true));
    case 'host':
      return hostPattern(pattern.toLowerCase());
    case 'exact':
      return exactPattern(parseUrlPattern(pattern));
    case 'wildcard':
      return wildcardPattern(parseUrlPattern(pattern), includeSubpaths);
  }
}

/** Returns a pattern that matches anywhere in a URL. */
function textPattern(regex: Regex): Pattern {
  return {
    matchesAll: false,
    host: null,
    source: regex.source,
    test: (url) => regex.test(url),
    captures: (url) => regex.exec(url) ?? [],
    reaches: () => true,
    covers: (site) => regex.test(site),
  };
}

function hostPattern(host: string): Pattern {
  const shown = host.includes(':') ? `[${host}]` : host;
  const site = `^(?:https?|mcp)://${wildcardSource(shown, '[^/]')}(?::\\d+)?`;
  const regex = lazyRegex(`${site}(?:/.*)?$`);
  const isLiteral = !/[*?]/.test(host);
  return {
    matchesAll: /^\*+$/.test(host),
    host: isLiteral ? host : null,
    source: `${site}(?:/.*)?$`,
    test: (url) => regex().test(url),
    captures: (url) => regex().exec(url) ?? [],
    reaches: (url) => regex().test(url),
    covers: (url) => regex().test(url),
  };
}

function exactPattern(url: UrlPattern): Pattern {
  const site = schemeSource(url, quoted) + quoted(url.authority);
  const end = url.path === '' ? '/?' : quoted(url.path);
  return urlPattern(url, { site, end, isOpen: url.path === '', host: hostOf(url.authority) });
}

function wildcardPattern(url: UrlPattern, includeSubpaths: boolean): Pattern {
  const { authority, path } = url;
  // If the pattern has a `?`, the query is matched too; otherwise wildcards stop before the query.
  const readsQuery = `${authority}${path}`.includes('?');
  const run = readsQuery ? '.' : '[^?]';
  const source = (text: string): string => wildcardSource(text, run);
  const query = readsQuery ? '' : String.raw`(?:\?.*)?`;
  const isOpen = isAnyPath(path === '' && !authority.endsWith('*') ? '/' : path, includeSubpaths);
  const pattern = urlPattern(url, {
    site: schemeSource(url, source) + source(authority),
    end: source(path) + restSource(authority + path, path === '', includeSubpaths, run) + query,
    isOpen,
    host: /[*?]/.test(authority) ? null : hostOf(authority),
  });
  const isAnySite = /^\*+$/.test(authority) && /^\**$/.test(url.scheme ?? '') && url.port === null;
  return { ...pattern, matchesAll: isAnySite && isOpen && (path === '' || path === '/*') };
}

interface UrlSources {
  readonly site: string;
  readonly end: string;
  /** True when every path matches. */
  readonly isOpen: boolean;
  readonly host: string | null;
}

function urlPattern({ port }: UrlPattern, { site, end, isOpen, host }: UrlSources): Pattern {
  const start = port === null ? `^${site}` : `^${site}(?::${port})?`;
  const source = `${start}${end}$`;
  const whole = lazyRegex(source);
  const alone = lazyRegex(`${start}$`);
  const isAtPort = (url: string): boolean => port === null || portOf(url) === port;
  return {
    matchesAll: false,
    host,
    source,
    test: (url) => whole().test(url) && isAtPort(url),
    captures: (url) => whole().exec(url) ?? [],
    reaches: (url) => alone().test(url) && isAtPort(url),
    covers: (url) => isOpen && alone().test(url) && isAtPort(url),
  };
}

function schemeSource({ scheme }: UrlPattern, source: (text: string) => string): string {
  return scheme === null ? '(?:https?|mcp)://' : `${source(scheme)}://`;
}

function isAnyPath(path: string, includeSubpaths: boolean): boolean {
  return /^(?:\/\*+)?$/.test(path) || (path === '/' && includeSubpaths);
}

/** Returns what may follow the pattern's text: subpaths, or for a host alone, its root. */
function restSource(text: string, isSite: boolean, includeSubpaths: boolean, run: string): string {
  if (text.endsWith('*')) return '';
  if (!includeSubpaths) return isSite ? '/?' : '';
  return text.endsWith('/') ? `${run}*` : `(?:/${run}*)?`;
}

const SITE_PART = /^([a-z]*:?\/\/)?[^/]*/i;

/** Matches the text as written. Where it may be the scheme and host, also matches it in lower case, as in URLs. */
function containsSource(text: string): string {
  const needle = text.replace(/^ws(s?:\/\/)/i, 'http$1');
  const [part = '', scheme] = SITE_PART.exec(needle) ?? [];
  const folded = quoted(part.toLowerCase() + needle.slice(part.length));
  const before = scheme === undefined ? '(?:https?|mcp)://[^/]*' : '[a-z]*';
  return part === part.toLowerCase() ? quoted(needle) : `${quoted(needle)}|^${before}${folded}`;
}

/** Compiles at first use: most rules are about hosts that are never requested. */
function lazyRegex(source: string): () => Regex {
  let regex: Regex | null = null;
  return () => (regex ??= compileSource(source, true));
}
