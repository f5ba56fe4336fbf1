// Splits URLs with variables, as people type them, into the parts of a request. Nothing is decoded or encoded.
import type { QueryPair } from './values.ts';

export interface UrlParts {
  /** The URL without query and fragment. */
  readonly url: string;
  readonly query: readonly QueryPair[];
  /** The fragment without `#`; null without one. */
  readonly fragment: string | null;
}

export function splitUrl(raw: string): UrlParts {
  const text = raw.trim();
  const masked = maskVariables(text);
  const hash = masked.indexOf('#');
  const end = hash < 0 ? text.length : hash;
  const question = masked.slice(0, end).indexOf('?');
  return {
    url: text.slice(0, question < 0 ? end : question),
    query: question < 0 ? [] : queryParts(text.slice(question + 1, end)),
    fragment: hash < 0 ? null : text.slice(hash + 1),
  };
}

/** Parses a query without `?`. Empty parts between two `&` are skipped. */
export function parseQuery(query: string): QueryPair[] {
  return queryParts(query).filter(({ name, value }) => name !== '' || value !== null);
}

/** Parses a query without `?`; empty parts are kept, because a server may see the difference. */
function queryParts(query: string): QueryPair[] {
  const masked = maskVariables(query);
  const pairs: QueryPair[] = [];
  let start = 0;
  while (start <= masked.length) {
    const next = masked.indexOf('&', start);
    const end = next < 0 ? masked.length : next;
    pairs.push(parseQueryPair(query.slice(start, end), masked.slice(start, end)));
    start = end + 1;
  }
  return pairs;
}

function parseQueryPair(text: string, masked: string): QueryPair {
  const equals = masked.indexOf('=');
  return {
    name: equals < 0 ? text : text.slice(0, equals),
    value: equals < 0 ? null : text.slice(equals + 1),
    enabled: true,
    docs: '',
  };
}

/** Returns the names of path variables: segments such as `:id`. */
export function pathNames(url: string): ReadonlySet<string> {
  const address = maskVariables(url).replace(/^[a-z][a-z\d+.-]*:\/\//i, '');
  const [, ...segments] = address.split('/');
  const names = segments.filter((segment) => segment.length > 1 && segment.startsWith(':'));
  return new Set(names.map((name) => name.slice(1)).filter((name) => !name.includes('\0')));
}

/** Replaces variables with filler of the same length, so that indexes are valid in both texts. */
export function maskVariables(text: string): string {
  return text.replace(/\{\{[^{}]*\}\}/g, (variable) => '\0'.repeat(variable.length));
}
