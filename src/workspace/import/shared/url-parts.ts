// A URL as people type it, variables in it, taken apart into what a request holds of it. No character is decoded or
// encoded.
import type { Pair, QueryPair } from '../../model/values.ts';
import type { Notes } from './import-context.ts';

export interface UrlParts {
  /** Without query and fragment. */
  readonly url: string;
  readonly query: readonly QueryPair[];
  /** Without `#`; null without one. */
  readonly fragment: string | null;
}

export function urlParts(raw: string): UrlParts {
  const text = raw.trim();
  const plain = withoutVariables(text);
  const hash = plain.indexOf('#');
  const end = hash < 0 ? text.length : hash;
  const mark = plain.slice(0, end).indexOf('?');
  return {
    url: text.slice(0, mark < 0 ? end : mark),
    query: mark < 0 ? [] : queryPairs(text.slice(mark + 1, end)),
    fragment: hash < 0 ? null : text.slice(hash + 1),
  };
}

/** Without `?`. What lies between two `&` and is empty says nothing. */
export function queryPairs(query: string): QueryPair[] {
  const plain = withoutVariables(query);
  const pairs: QueryPair[] = [];
  let start = 0;
  while (start <= plain.length) {
    const next = plain.indexOf('&', start);
    const end = next < 0 ? plain.length : next;
    if (end > start) pairs.push(queryPairOf(query.slice(start, end), plain.slice(start, end)));
    start = end + 1;
  }
  return pairs;
}

function queryPairOf(text: string, plain: string): QueryPair {
  const equals = plain.indexOf('=');
  return {
    name: equals < 0 ? text : text.slice(0, equals),
    value: equals < 0 ? null : text.slice(equals + 1),
    enabled: true,
    docs: '',
  };
}

/** Values of the segments such as `:id`: those that are `listed`, and behind them empty ones for all others. */
export function pathPairs(url: string, listed: readonly Pair[], notes: Notes): Pair[] {
  const known = new Set(listed.map(({ name }) => name));
  const missing = [...pathNames(url)].filter((name) => !known.has(name));
  notes.countFields(missing.length);
  return [...listed, ...missing.map((name) => ({ name, value: '', enabled: true, docs: '' }))];
}

function pathNames(url: string): ReadonlySet<string> {
  const address = withoutVariables(url).replace(/^[a-z][a-z\d+.-]*:\/\//i, '');
  const [, ...segments] = address.split('/');
  const names = segments.filter((segment) => segment.length > 1 && segment.startsWith(':'));
  return new Set(names.map((name) => name.slice(1)).filter((name) => !name.includes('\0')));
}

/** As long as before, so that places in it are places in `text`. */
export function withoutVariables(text: string): string {
  return text.replace(/\{\{[^{}]*\}\}/g, (variable) => '\0'.repeat(variable.length));
}
